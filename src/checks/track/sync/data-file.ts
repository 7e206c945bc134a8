import { LineCounter, parseDocument, visit, isScalar, isPair } from 'yaml'
import { labelKey } from '../business-logic/words.ts'
import type { Period } from './prices.ts'

/** A tier as the pricing data file has it. */
export type DataTier = {
  readonly name: string
  /** All that it is called, each in one form: its name, its id. */
  readonly keys: readonly string[]
  readonly line: number
  /** The same for tiers that stand beside each other. */
  readonly group: string
  readonly prices: readonly {
    readonly value: number
    readonly period: Period
    readonly line: number
  }[]
}

export type Leaf = {
  readonly path: readonly string[]
  readonly value: string | number | boolean | null
  readonly line: number
}

const naming = ['name', 'title', 'label', 'tier', 'plan', 'id', 'slug', 'key']
const price = /price|pricing|amount|fee|monthly|yearly|annual/i
const otherPrice =
  /id$|Id\b|extra|setup|original|old|was|compare|strike|discount|addon|overage|save|currency|label|suffix|note|range|additional|limit|max|min/i

/** The tiers of a data file: entries beside each other that have a name and a price. */
export function dataTiers(path: string, text: string): readonly DataTier[] {
  const read = /\.ya?ml$/.test(path) ? yamlLeaves(text) : codeLeaves(text)
  const leaves = read.filter(({ path: keys }) => keys.length > 2)
  const priced = leaves.filter(isPrice)
  const entries = new Set(priced.flatMap(({ path: keys }) => entryOf(keys, leaves) ?? []))
  // entries inside of entries are options of a tier, not tiers
  const outer = [...entries].filter(
    (entry) => ![...entries].some((other) => other !== entry && entry.startsWith(`${other}\n`)),
  )
  return outer.map((entry) => {
    const own = leaves.filter(({ path: keys }) => isBelow(keys, entry))
    const depth = entry.split('\n').length
    const names = naming.flatMap((key) =>
      own.flatMap((leaf) =>
        leaf.path.length === depth + 1 && leaf.path.at(-1) === key && typeof leaf.value === 'string'
          ? [leaf.value]
          : [],
      ),
    )
    const last = entry.split('\n').at(-1) ?? ''
    const all = [...names, ...(last.startsWith('#') ? [] : [last])]
    return {
      name: all[0] ?? last,
      keys: [...new Set(all.map(labelKey))],
      line: own[0]?.line ?? 1,
      group: entry.split('\n').slice(0, -1).join('\n'),
      prices: own.filter(isPrice).flatMap((leaf) => {
        const value = amountOf(leaf)
        return value === null ? [] : [{ value, period: periodOf(leaf.path), line: leaf.line }]
      }),
    }
  })
}

const isBelow = (path: readonly string[], entry: string): boolean =>
  `${path.join('\n')}\n`.startsWith(`${entry}\n`)

/** The words of a price are its own key and those right above that speak of prices. */
function isPrice({ path, value }: Leaf): boolean {
  const key = path.at(-1) ?? ''
  const words = price.test(key) ? key : `${path.at(-2) ?? ''} ${key}`
  return (
    (typeof value === 'number' || (typeof value === 'string' && /^[$€£]\s?\d/.test(value))) &&
    price.test(words) &&
    !otherPrice.test(key)
  )
}

/** The entry that a price belongs to: the object around it, above `price: { monthly: 19 }`. */
function entryOf(path: readonly string[], leaves: readonly Leaf[]): string | null {
  // `prices: { pro: 19 }`
  const key = path.at(-1) ?? ''
  if (price.test(path.at(-2) ?? '') && !price.test(key) && !/^#|month|year|value/i.test(key))
    return path.join('\n')
  for (let depth = path.length - 1; depth > 0; depth -= 1) {
    const last = path[depth - 1] ?? ''
    const entry = path.slice(0, depth).join('\n')
    const isNamed = leaves.some(
      ({ path: keys, value }) =>
        keys.length === depth + 1 &&
        isBelow(keys, entry) &&
        naming.includes(keys.at(-1) ?? '') &&
        typeof value === 'string',
    )
    if (isNamed || (depth > 1 && !last.startsWith('#') && !price.test(last))) return entry
  }
  return null
}

const amountOf = ({ path, value }: Leaf): number | null => {
  const number = Number(String(value).replaceAll(/[$€£,_\s]|\/.*$/g, ''))
  return Number.isNaN(number)
    ? null
    : /cents|minor/i.test(path.at(-1) ?? '')
      ? number / 100
      : number
}

const periodOf = (path: readonly string[]): Period =>
  /year|annual/i.test(path.slice(-2).join(' '))
    ? 'year'
    : /month/i.test(path.slice(-2).join(' '))
      ? 'month'
      : null

function yamlLeaves(text: string): readonly Leaf[] {
  const lines = new LineCounter()
  const leaves: Leaf[] = []
  visit(parseDocument(text, { lineCounter: lines }), {
    Scalar(key, node, above) {
      if (key === 'key' || typeof node.value === 'object') return
      const around = [...above, node]
      const path = around.flatMap((each, index) => {
        if (isPair(each)) return [String(isScalar(each.key) ? each.key.value : '')]
        const up = around[index - 1]
        return up !== undefined && 'items' in up && Array.isArray(up.items) && !isPair(each)
          ? [`#${up.items.findIndex((item) => item === each)}`]
          : []
      })
      const { value } = node
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        leaves.push({ path: ['', ...path], value, line: lines.linePos(node.range?.[0] ?? 0).line })
    },
  })
  return leaves
}

const token =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`|-?\d[\d_]*(?:\.\d+)?|[\p{L}_$][\p{L}\p{N}_$]*|[{}[\],:=]|\S/gu

/** The literals of objects in JSON, JavaScript and TypeScript, with the keys that lead to them. */
export function codeLeaves(text: string): readonly Leaf[] {
  const leaves: Leaf[] = []
  const stack: { key: string; isList: boolean; next: number }[] = []
  let [key, line, at] = ['', 1, 0]
  let [isValue, last, declared] = [false, '', '']
  for (const match of text.matchAll(token)) {
    const [word] = match
    line += text.slice(at, match.index).split('\n').length - 1
    at = match.index
    if (/^\/[/*]/.test(word)) continue
    const top = stack.at(-1)
    if (word === '{' || word === '[') {
      const own = top?.isList === true && !isValue ? `#${top.next++}` : key
      stack.push({ key: own, isList: word === '[', next: 0 })
      ;[isValue, key] = [false, '']
    } else if (word === '}' || word === ']') {
      stack.pop()
      isValue = false
    } else if (word === ':' || word === '=') {
      key = stack.length === 0 ? declared : last.replaceAll(/^["'`]|["'`]$/g, '')
      isValue = true
    } else if (word === ',' || word === ';') isValue = false
    else if (isValue) {
      const value = /^["'`]/.test(word)
        ? word.slice(1, -1)
        : /^-?\d/.test(word)
          ? Number(word.replaceAll('_', ''))
          : null
      if (value !== null)
        leaves.push({ path: ['', ...stack.map((each) => each.key), key], value, line })
      isValue = false
    } else if (/^(?:const|let|var)$/.test(last)) declared = word
    last = word
  }
  return leaves
}
