import type { Document, Node, ParsedNode } from 'yaml'
import type { Entry, Parsed, Problem, Scalar, Source } from './configuration.ts'
import { pointerOf } from './configuration.ts'

/** Reads YAML with its own library and flattens the tree, without resolving aliases. */
export async function parseYaml(source: Source): Promise<Parsed> {
  const yaml = await import('yaml')
  const { text, base, lines } = source
  const entries: Entry[] = []
  const problems: Problem[] = [...templateProblems(source)]
  let documents: readonly Document.Parsed<ParsedNode>[] = []
  try {
    const parsed = yaml.parseAllDocuments(text, {
      logLevel: 'silent',
      uniqueKeys: true,
      keepSourceTokens: false,
    })
    documents = 'empty' in parsed ? [] : parsed
  } catch {
    return { entries: [], problems: [{ message: 'nested too deeply to be read', at: base }] }
  }
  const walk = (node: Node | null, path: readonly string[]) => {
    if (node === null || path.length > 100) return
    if (yaml.isMap(node)) for (const pair of node.items) addPair(pair.key, pair.value, path)
    else if (yaml.isSeq(node))
      for (const [index, item] of node.items.entries()) addItem(item, [...path, String(index)])
  }
  const addItem = (item: unknown, path: readonly string[]) => {
    if (!yaml.isNode(item)) return
    add(item, path, item.range?.[0] ?? 0)
    walk(item, path)
  }
  const addPair = (key: unknown, value: unknown, path: readonly string[]) => {
    const name = yaml.isScalar(key) ? String(key.value) : ''
    const at = yaml.isNode(key) ? (key.range?.[0] ?? 0) : 0
    const inner = [...path, name]
    if (yaml.isNode(value)) add(value, inner, at)
    else
      entries.push({
        path: inner,
        key: name,
        value: null,
        raw: '',
        line: lines.lineAt(base + at),
        start: base + at + name.length + 1,
        end: base + at + name.length + 1,
      })
    if (yaml.isNode(value)) walk(value, inner)
  }
  const add = (node: Node, path: readonly string[], at: number) => {
    const [start, end] = node.range ?? [at, at]
    const value = yaml.isScalar(node) ? plain(node.value) : undefined
    entries.push({
      path,
      key: path.at(-1) ?? '',
      value,
      raw: value === undefined ? '' : text.slice(start, end),
      line: lines.lineAt(base + at),
      start: base + start,
      end: base + end,
    })
  }
  for (const [index, document] of documents.entries()) {
    for (const error of [...document.errors, ...document.warnings].slice(0, 20))
      problems.push({
        message: error.message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, ''),
        at: base + Math.min(error.pos[0], text.length),
      })
    walk(document.contents, documents.length > 1 ? [String(index)] : [])
    if (
      document.contents !== null &&
      yaml.isScalar(document.contents) &&
      documents.length === 1 &&
      text.trim() !== ''
    )
      problems.push({ message: 'the text is one plain value, not settings', at: base })
  }
  problems.push(...scalarSlips(entries, text, base))
  return { entries, problems }
}

const plain = (value: unknown): Scalar =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  value === null
    ? value
    : String(value)

// a {{ template }} without quotes is read as a map of a map
function templateProblems({ text, base }: Source): readonly Problem[] {
  return [...text.matchAll(/^[^#'"\n]*:[ \t]+(\{\{[^\n]*\}\})[ \t]*$/gm)].map((match) => {
    const start = base + match.index + match[0].indexOf(match[1]!)
    return {
      message: 'a value that starts with {{ must be quoted',
      at: start,
      fix: {
        title: 'quote the value',
        edits: [
          { start, end: start + match[1]!.length, text: `"${match[1]!.replaceAll('"', "'")}"` },
        ],
      },
    }
  })
}

// valid YAML that cannot be meant: a plain value that swallowed the next key, or a key without the space after its colon
function scalarSlips(entries: readonly Entry[], text: string, base: number): readonly Problem[] {
  const slips = entries.flatMap((entry): readonly Problem[] => {
    if (typeof entry.value !== 'string' || /^["'|>]/.test(entry.raw)) return []
    const swallowed = /\n\s*[\w.-]+:(?:\s|$)/.exec(entry.raw)
    return swallowed
      ? [
          {
            message: `the value of ${entry.key} swallows the next lines; check the indentation`,
            at: entry.start + swallowed.index + 1,
            pointer: pointerOf(entry.path),
          },
        ]
      : []
  })
  const glued = [
    ...text.matchAll(/^[ \t]*(?:- )?([a-z_][\w-]*):([a-z0-9"'][^\s/:]*)[ \t]*$/gim),
  ].flatMap((match): readonly Problem[] => {
    const colon = base + match.index + match[0].indexOf(':')
    const isValue = entries.some(
      (entry) =>
        typeof entry.value === 'string' &&
        colon >= entry.start &&
        colon < entry.end &&
        (/^["'|>]/.test(entry.raw) || /^\d+$/.test(entry.key)),
    )
    if (isValue) return []
    return [
      {
        message: `a space is missing after ${match[1]}:`,
        at: colon - match[1]!.length,
        fix: { title: 'add the space', edits: [{ start: colon + 1, end: colon + 1, text: ' ' }] },
      },
    ]
  })
  return [...slips, ...glued]
}
