import { boundaries, operationVerbs, tradeWords } from './brief-words.ts'
import { plural, singular, wordsOf } from './words.ts'

const notFields = new Set(
  'crud pagination paginated auth authentication authorization jwt bearer examples example errors filtering sorting search cursor'.split(
    ' ',
  ),
)
const mostFields = 40

/** The fields a prompt names for each resource: in brackets, after "has" or "with", or as a list. */
export function fieldsIn(
  text: string,
  resources: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const name of resources) {
    const words = wordsOf(name).join('[ _-]')
    const many = wordsOf(plural(name)).join('[ _-]')
    const noun = `\\b(?:${words}|${many})\\b`
    const shapes = [
      new RegExp(`${noun}\\s{0,2}\\(([^()]{2,300})\\)`, 'gi'),
      new RegExp(
        `${noun}\\s(?:has|have|having|with|contains?|includes?|consists? of|carry|carries|stores?|records?)\\s(?:fields?\\s|attributes?\\s|properties\\s)?:?([^.;\\n()]{2,300})`,
        'gi',
      ),
      new RegExp(`${noun}\\s{0,2}[:–—]\\s([^.;\\n()]{2,300})`, 'gi'),
      new RegExp(
        `(?:fields|attributes|properties)\\s(?:of|for)\\s(?:an?\\s|the\\s|each\\s)?${noun}\\s{0,2}(?::|are|include)\\s{0,2}([^.;\\n()]{2,300})`,
        'gi',
      ),
    ]
    // one word after "with" or in brackets may be anything; two and more are a list of fields
    const fields = shapes.flatMap((shape) =>
      [...text.matchAll(shape)].flatMap(([whole, list = '']) => {
        const named = listed(list, resources)
        return named.length > 1 || /\s(?:has|have)\s/i.test(whole) ? named : []
      }),
    )
    found.set(name, [...new Set(fields)].slice(0, mostFields))
  }
  return found
}

function listed(list: string, resources: readonly string[]): readonly string[] {
  const fields: string[] = []
  const parts = list.split(/,|\band\b|\bor\b|&|\+|\//)
  for (const part of parts) {
    // "has many lessons" tells of a relation
    if (/^\s*(?:many|several|multiple|zero or more|one or more)\s/i.test(part)) continue
    const field = fieldOf(part)
    // the first thing that is no field ends the list: the sentence has moved on
    if (field === null) {
      if (part.trim() === '') continue
      break
    }
    if (resources.includes(singular(field)) && singular(field) !== field) continue
    fields.push(field)
  }
  return fields
}

function fieldOf(part: string): string | null {
  const cleaned = part
    .replace(/[`"'*]/g, '')
    .replace(/:.*$/s, '')
    .replace(/\s(?:as|in|which|that|who|where|when|per|from|for|of type)\s.*$/s, '')
    .trim()
    .replace(
      /^(?:an?|the|its|their|one|optional|required|unique|optionally|a list of|many|several)\s+/gi,
      '',
    )
    .replace(/^(?:an?|the|its|optional|required|unique)\s+/gi, '')
  const words = wordsOf(cleaned)
  if (words.length === 0 || words.length > 3 || !/^[A-Za-z][\w -]*$/.test(cleaned)) return null
  if (words.some((word) => notFields.has(word))) return null
  if (words.length === 1 && tradeWords.has(words[0] ?? '') && !allowedTrade.has(words[0] ?? ''))
    return null
  if (words.some((word) => Object.hasOwn(operationVerbs, word) && words.length === 1)) return null
  if (words.some((word) => boundaries.has(word) && !/^(?:name|call|use)$/.test(word))) return null
  return words.join(' ')
}

const allowedTrade = new Set(
  'id title description body content type status code date version value number limit format domain details text time summary model key'.split(
    ' ',
  ),
)
