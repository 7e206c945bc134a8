import { fencedBlocks } from '../../../checks/fenced-blocks.ts'
import { validateExtraction } from './extraction-problems.ts'
import { isProse } from './prose.ts'
import { isScriptPath } from './script-path.ts'
import { scan } from '../sanitizer/scan.ts'

export type CleanedFile = {
  readonly text: string
  /** What was cleaned, and what still looks wrong. */
  readonly warnings: readonly string[]
}

/**
 * One file of an answer as it should be written: out of its fence, without words around the code. What
 * cannot be told from the file's own text stays as it is; documents keep their fences.
 */
export function cleanedFile(path: string, content: string): CleanedFile {
  if (/\.(?:md|mdx|markdown|txt|rst|adoc)$/i.test(path)) return { text: content, warnings: [] }
  const unwrapped = unwrapFence(path, content)
  const cleaned = isScriptPath(path) ? withoutProse(unwrapped.text) : unwrapped
  const { critical, warnings } = validateExtraction(path, cleaned.text)
  const done = [...unwrapped.warnings, ...(cleaned === unwrapped ? [] : cleaned.warnings)]
  // a text that had to be cleaned is tidied as well; any other keeps its blank lines
  const text = done.length > 0 ? withoutGaps(path, cleaned.text) : cleaned.text
  return { text, warnings: [...done, ...critical, ...warnings] }
}

const shells = new Set(['sh', 'bash', 'shell', 'console', 'zsh', 'diff', 'text', 'txt'])

/** Takes the code out of the fence around it, with or without words before and after. */
export function unwrapFence(path: string, content: string): CleanedFile {
  const same = { text: content, warnings: [] }
  if (!hasFence(path, content)) return same
  const all = fencedBlocks(content).filter((block) => block.content.trim() !== '')
  const files = all.filter(({ language }) => !shells.has(language))
  const blocks = files.length > 0 ? files : all
  const first = content.search(/^[ \t]*(?:`{3}|~{3})/m)
  const lead = content.slice(0, first)
  if (lead.trim() !== '' && !isProse(lead)) return cutTail(content, lead, first)
  const named = blocks.find(({ info }) => info.includes(baseName(path)))
  const longest = blocks.toSorted((one, other) => other.content.length - one.content.length)[0]
  const block = named ?? longest
  if (block === undefined) return same
  const among =
    blocks.length > 1
      ? `, the ${named === undefined ? 'longest' : 'one with its name'} of ${blocks.length} blocks`
      : ''
  return { text: block.content, warnings: [`taken out of its fence${among}`] }
}

/** Code first, then a lone fence: what follows goes only where it is prose. */
function cutTail(content: string, lead: string, first: number): CleanedFile {
  const fenceEnd = content.indexOf('\n', first)
  const rest = fenceEnd === -1 ? '' : content.slice(fenceEnd + 1)
  if (rest.trim() === '') return { text: lead, warnings: ['a fence at the end was cut off'] }
  return isProse(rest)
    ? { text: lead, warnings: ['words after the code were cut off'] }
    : { text: content, warnings: [] }
}

/** Fences inside of comments and templates are text. */
const hasFence = (path: string, content: string): boolean =>
  isScriptPath(path)
    ? scan(content).some(({ kind }) => kind === 'fence')
    : /^[ \t]*```[\w+-]*[ \t]*$/m.test(content)

/** Cuts lines of explanation off the top and the bottom. */
function withoutProse(text: string): CleanedFile {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.trim() !== '' && !isProse(line))
  const last = lines.findLastIndex((line) => line.trim() !== '' && !isProse(line))
  if (first === -1) return { text, warnings: [] }
  const head = lines.slice(0, first).some((line) => line.trim() !== '')
  const tail = lines.slice(last + 1).some((line) => line.trim() !== '')
  if (!head && !tail) return { text, warnings: [] }
  const kept = lines.slice(head ? first : 0, tail ? last + 1 : lines.length).join('\n')
  return { text: tail ? `${kept}\n` : kept, warnings: ['words around the code were cut off'] }
}

function withoutGaps(path: string, text: string): string {
  if (!isScriptPath(path)) return text
  let blank = 0
  return scan(text)
    .map(({ kind, start, end }) => {
      if (kind === 'newline') blank += 1
      else if (kind !== 'space') blank = 0
      return kind === 'newline' && blank > 3 ? '' : text.slice(start, end)
    })
    .join('')
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
