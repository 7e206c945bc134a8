import {
  getNodePath,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import type { Fix, TextEdit } from '../../model/finding.ts'
import type { Entry, Parsed, Problem, Scalar, Source } from './configuration.ts'
import { pointerOf } from './configuration.ts'
import { linesOf } from '../document/lines.ts'
import { fromJson5 } from './json5.ts'

const deepest = 200

/** Reads JSON with a parser that keeps going after a slip, so that one comma does not hide the rest. */
export function parseJson(source: Source, comments: boolean): Parsed {
  const { text, base } = source
  if (isTooDeep(text))
    return { entries: [], problems: [{ message: 'nested too deeply', at: base }] }
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: !comments, allowTrailingComma: false })
  const nodes = tree === undefined ? [] : nodesIn(tree)
  return {
    entries: nodes.flatMap((node) => entryOf(node, source)),
    problems: [
      ...errors
        .filter((error, index) => !follows(error, errors[index - 1], text))
        .slice(0, 50)
        .map((error) => problemOf(error, source)),
      ...nodes.flatMap((node) => repeated(node, base)),
    ].toSorted((one, other) => one.at - other.at),
  }
}

/** Reads JSON5: its places are those of the text as written. */
export function parseJson5({ text, base, lines }: Source): Parsed {
  const json = fromJson5(text)
  const { entries, problems } = parseJson(
    { text: json.text, base: 0, lines: linesOf(json.text) },
    true,
  )
  const at = (place: number) => base + json.placeOf(place)
  return {
    entries: entries.map((entry) => {
      const [start, end] = [at(entry.start), at(entry.end)]
      const raw = entry.raw === '' ? '' : text.slice(start - base, end - base)
      return { ...entry, start, end, raw, line: lines.lineAt(start) }
    }),
    // a repair would be one of the text that was made
    problems: problems.map(({ message, at: place, pointer }) => ({
      message,
      at: at(place),
      ...(pointer === undefined ? {} : { pointer }),
    })),
  }
}

/** What a slip drags behind it, with nothing in between. */
const follows = ({ offset }: ParseError, before: ParseError | undefined, text: string): boolean =>
  before !== undefined && text.slice(before.offset + before.length, offset).trim() === ''

function isTooDeep(text: string): boolean {
  let [depth, most] = [0, 0]
  for (const sign of text) {
    if (sign === '{' || sign === '[') most = Math.max(most, ++depth)
    else if (sign === '}' || sign === ']') depth -= 1
  }
  return most > deepest
}

/** The values of a document, each before what it holds. */
const nodesIn = (node: Node): readonly Node[] => [
  node,
  ...(node.type === 'object'
    ? (node.children ?? []).flatMap(({ children: pair = [] }) => pair.slice(1))
    : (node.children ?? [])
  ).flatMap(nodesIn),
]

function entryOf(node: Node, { text, base, lines }: Source): readonly Entry[] {
  const path = getNodePath(node).map(String)
  const { offset, length, type } = node
  const key = path.at(-1)
  if (key === undefined) return []
  const isTree = type === 'object' || type === 'array'
  return [
    {
      path,
      key,
      value: isTree ? undefined : scalarOf(node),
      raw: isTree ? '' : text.slice(offset, offset + length),
      line: lines.lineAt(base + offset),
      start: base + offset,
      end: base + offset + length,
    },
  ]
}

function scalarOf({ value }: Node): Scalar {
  const plain: unknown = value
  return typeof plain === 'string' || typeof plain === 'number' || typeof plain === 'boolean'
    ? plain
    : null
}

function repeated(node: Node, base: number): readonly Problem[] {
  if (node.type !== 'object') return []
  const visited = new Set<unknown>()
  return (node.children ?? []).flatMap(({ children: [key] = [] }) => {
    const name: unknown = key?.value
    if (key === undefined || !visited.has(name)) {
      visited.add(name)
      return []
    }
    const pointer = pointerOf([...getNodePath(node).map(String), String(name)])
    return [{ message: `the key ${String(name)} stands twice`, at: base + key.offset, pointer }]
  })
}

const messages: Readonly<Record<string, string>> = {
  InvalidCommentToken: 'JSON knows no comments',
  CommaExpected: 'a comma is missing',
  ColonExpected: 'a colon is missing',
  PropertyNameExpected: 'a key in double quotes is missing',
  ValueExpected: 'a value is missing',
  CloseBraceExpected: 'the { is never closed',
  CloseBracketExpected: 'the [ is never closed',
  EndOfFileExpected: 'more text follows the end of the value',
  UnexpectedEndOfString: 'a quote is never closed',
}

/** A slip with its repair, where there is one right answer: a comma too many, a bare or single-quoted word. */
function problemOf({ error, offset, length }: ParseError, { text, base }: Source): Problem {
  const name = printParseErrorCode(error)
  const written = text.slice(offset, offset + length)
  const before = /,\s*$/.exec(text.slice(0, offset))
  const isTrailing = /^[}\]]/.test(written) && before !== null
  const at = base + (isTrailing ? before.index : offset)
  const edit = (start: number, end: number, now: string): TextEdit => ({
    start: base + start,
    end: base + end,
    text: now,
  })
  const fixed = (title: string, edits: readonly TextEdit[]): Fix => ({ title, edits: [...edits] })
  if (isTrailing)
    return {
      message: 'a comma stands before the closing bracket',
      at,
      fix: fixed('drop the comma', [edit(before.index, before.index + 1, '')]),
    }
  if (written === ',' && /[,{[]\s*$/.test(text.slice(0, offset)))
    return {
      message: 'a comma too many',
      at,
      fix: fixed('drop the comma', [edit(offset, offset + 1, '')]),
    }
  const word = { true: 'true', false: 'false', none: 'null', null: 'null' }[written.toLowerCase()]
  if (name === 'InvalidSymbol' && word !== undefined)
    return {
      message: `${written} is not a JSON value`,
      at,
      fix: fixed('write it as JSON does', [edit(offset, offset + length, word)]),
    }
  return { message: messages[name] ?? `${written.slice(0, 40) || 'this'} is not JSON`, at }
}
