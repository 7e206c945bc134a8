import type * as YamlLibrary from 'yaml'
import type { Document, Node, ParsedNode } from 'yaml'
import { placeAt } from '../../kit/lines.ts'
import type { Entry, Parsed, Problem, Scalar, Source } from './configuration.ts'
import { pointerOf } from './configuration.ts'

type Yaml = typeof YamlLibrary

/** Reads YAML with its own library and flattens the tree, without resolving aliases. */
export async function parseYaml(source: Source): Promise<Parsed> {
  const yaml = await import('yaml')
  const { text, base } = source
  const { repeatedKeys, yamlDocuments } = await import('../../kit/yaml.ts')
  const documents = readable(() => yamlDocuments(text))
  if (documents === null)
    return { entries: [], problems: [{ message: 'nested too deeply to be read', at: base }] }
  const entries = documents.flatMap((document, index) =>
    flatten(yaml, document.contents, { source, path: documents.length > 1 ? [String(index)] : [] }),
  )
  const slips = documents.flatMap((document) => [
    ...[...document.errors, ...document.warnings]
      // many readers have tags of their own: !reset, !Ref
      .filter(({ code }) => code !== 'TAG_RESOLVE_FAILED')
      .slice(0, 20)
      .map((error) => ({
        message: error.message.split('\n')[0]!,
        at: base + Math.min(error.pos[0], text.length),
      })),
    ...repeatedKeys(document)
      .slice(0, 20)
      .map(({ at }) => ({ message: 'Map keys must be unique', at: base + at })),
  ])
  const bombs = documents.flatMap((document) => {
    try {
      document.toJS()
      return []
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return [{ message: `cannot be read by a program: ${why}`, at: base }]
    }
  })
  const [only] = documents
  const plainText = documents.length === 1 && only !== undefined && yaml.isScalar(only.contents)
  const problems = plainText
    ? [{ message: 'the text is one plain value, not settings', at: base }]
    : []
  return {
    entries,
    merged: /(?:^|\s)\*\w/.test(text)
      ? documents.flatMap((document, index) =>
          mergedIn(yaml, document, { source, path: documents.length > 1 ? [String(index)] : [] }),
        )
      : [],
    problems: [
      ...templateProblems(source, entries),
      ...slips,
      ...(slips.length === 0 ? bombs : []),
      ...problems,
      ...scalarSlips(entries, text, base),
    ],
  }
}

function readable<Read>(read: () => Read): Read | null {
  try {
    return read()
  } catch {
    return null
  }
}

type Where = { readonly source: Source; readonly path: readonly string[] }

function flatten(
  yaml: Yaml,
  node: ParsedNode | Node | null,
  { source, path }: Where,
): readonly Entry[] {
  if (node === null || path.length > 100) return []
  const { base, text, lines } = source
  const children = (value: unknown, inner: readonly string[], at: number): readonly Entry[] => {
    const place = { path: inner, key: inner.at(-1) ?? '', line: lines.lineAt(base + at) }
    if (!yaml.isNode(value)) {
      const end = base + at + place.key.length + 1
      return [{ ...place, value: null, raw: '', start: end, end }]
    }
    const [start, end] = value.range ?? [at, at]
    const scalar = yaml.isScalar(value) ? plain(value.value) : undefined
    const raw = scalar === undefined ? '' : text.slice(start, end)
    const own = { ...place, value: scalar, raw, start: base + start, end: base + end }
    return [own, ...flatten(yaml, value, { source, path: inner })]
  }
  if (yaml.isMap(node))
    return node.items.flatMap(({ key, value }) => {
      const name = yaml.isScalar(key) ? String(plain(key.value)) : ''
      return children(value, [...path, name], yaml.isNode(key) ? (key.range?.[0] ?? 0) : 0)
    })
  if (!yaml.isSeq(node)) return []
  return node.items.flatMap((item, index) =>
    children(item, [...path, String(index)], yaml.isNode(item) ? (item.range?.[0] ?? 0) : 0),
  )
}

/** The settings that `*alias` and `<<: *alias` stand for. */
function mergedIn(
  yaml: Yaml,
  document: Document.Parsed,
  { source, path }: Where,
): readonly Entry[] {
  const entries: Entry[] = []
  const take = (node: Node, at: readonly string[], line: number, depth: number) => {
    const scalar = yaml.isScalar(node) ? plain(node.value) : undefined
    const entry = { path: at, key: at.at(-1) ?? '', value: scalar, raw: '', line, start: 0, end: 0 }
    entries.push(
      entry,
      ...flatten(yaml, node, { source, path: at }).map((each) => ({ ...each, line })),
    )
    if (depth < 10) visit(node, at, depth + 1)
  }
  const visit = (node: unknown, at: readonly string[], depth: number) => {
    if (yaml.isSeq(node))
      for (const [index, item] of node.items.entries()) step(item, [...at, String(index)], depth)
    if (!yaml.isMap(node)) return
    for (const { key, value } of node.items) {
      const name = yaml.isScalar(key) ? String(plain(key.value)) : ''
      if (name !== '<<') {
        step(value, [...at, name], depth)
        continue
      }
      const sources = yaml.isSeq(value) ? value.items : [value]
      for (const each of sources) {
        const target = yaml.isAlias(each) ? each.resolve(document) : each
        const line = lineOf(each)
        if (yaml.isMap(target))
          for (const item of target.items)
            if (yaml.isScalar(item.key) && !node.has(item.key.value) && yaml.isNode(item.value))
              take(item.value, [...at, String(plain(item.key.value))], line, depth)
      }
    }
  }
  const step = (value: unknown, at: readonly string[], depth: number) => {
    const target = yaml.isAlias(value) ? value.resolve(document) : undefined
    if (target !== undefined) take(target, at, lineOf(value), depth)
    else visit(value, at, depth)
  }
  const lineOf = (node: unknown) =>
    source.lines.lineAt(source.base + (yaml.isNode(node) ? (node.range?.[0] ?? 0) : 0))
  visit(document.contents, path, 0)
  return entries.slice(0, 20_000)
}

const plain = (value: unknown): Scalar => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  return typeof value === 'bigint' ? Number(value) : null
}

// a {{ template }} without quotes is read as a map of a map
function templateProblems({ text, base }: Source, entries: readonly Entry[]): readonly Problem[] {
  const isInText = textsIn(entries)
  return [...text.matchAll(/^[^#'"\n]*:[ \t]+(\{\{[^\n]*\}\})[ \t]*$/gm)].flatMap((match) => {
    const start = base + match.index + match[0].indexOf(match[1]!)
    if (isInText(start)) return []
    return [
      {
        message: 'a value that starts with {{ must be quoted',
        at: start,
        fix: {
          title: 'quote the value',
          edits: [
            { start, end: start + match[1]!.length, text: `"${match[1]!.replaceAll('"', "'")}"` },
          ],
        },
      },
    ]
  })
}

/** Tells whether a place lies in a text in quotes or a block, or in an item of a list. Texts do not overlap. */
function textsIn(entries: readonly Entry[]): (at: number) => boolean {
  const texts = entries
    .filter(
      ({ value, raw, key }) =>
        typeof value === 'string' && (/^["'|>]/.test(raw) || /^\d+$/.test(key)),
    )
    .toSorted((one, other) => one.start - other.start)
  const starts = texts.map(({ start }) => start)
  return (at) => {
    const text = texts[placeAt(starts, at).line - 1]
    return text !== undefined && at >= text.start && at < text.end
  }
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
  const isInText = textsIn(entries)
  const glued = [
    ...text.matchAll(/^[ \t]*(?:- )?([a-z_][\w-]*):([a-z0-9"'][^\s/:]*)[ \t]*$/gim),
  ].flatMap((match): readonly Problem[] => {
    const colon = base + match.index + match[0].indexOf(':')
    if (isInText(colon)) return []
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
