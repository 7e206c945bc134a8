import { type Node as JsonNode, parseTree, visit as visitJson } from 'jsonc-parser'
import { type Document, parseDocument } from 'yaml'
import { lineStarts } from '../../kit/lines.ts'
import { inLinearTime, repeatedKeys } from '../../kit/yaml.ts'
import type { Fix } from '../../model/finding.ts'
import { fencedBlocks } from '../fenced-blocks.ts'
import { isMap, type JsonMap, textOf } from './json.ts'

/** An OpenAPI description found in an artifact. Offsets are those of the whole artifact. */
export type Spec = {
  readonly artifact: string
  /** Offset in the artifact at which the source of the description begins. */
  readonly offset: number
  readonly source: string
  /** The source with the places of its parts; read when a place in YAML or an edit is wanted. */
  readonly document: () => Document.Parsed
  /** The same for a source in JSON, which is read much faster; null for YAML. */
  readonly tree: (() => JsonNode | undefined) | null
  readonly root: JsonMap
  readonly version: '2.0' | '3.0' | '3.1' | '3.2'
  readonly lineStarts: readonly number[]
}

/** Why there is nothing to judge, and where. */
export type Unreadable = { readonly message: string; readonly offset: number }

export type Reading =
  | { readonly ok: true; readonly spec: Spec }
  | { readonly ok: false; readonly unreadable: Unreadable }

const remembered = new Map<string, Reading>()
const rememberedMost = 8
/** As much as a file that is checked may hold. */
const longestArtifact = 20 * 1024 * 1024

/** Finds and parses the description once per artifact; several checks share the reading. */
export function readSpec(artifact: string): Reading {
  const known = remembered.get(artifact)
  const reading = known ?? parse(artifact)
  remembered.delete(artifact)
  remembered.set(artifact, reading)
  const [oldest] = remembered.keys()
  if (remembered.size > rememberedMost && oldest !== undefined) remembered.delete(oldest)
  return reading
}

function parse(artifact: string): Reading {
  if (artifact.trim() === '')
    return unreadable('The artifact is empty: it holds no OpenAPI document')
  if (artifact.length > longestArtifact)
    return unreadable('The artifact is too long: at most 20 MB are read')
  const result = findSource(artifact)
  if (result === null) return unreadable('The artifact holds no OpenAPI document')
  try {
    return parseSource(artifact, result)
  } catch {
    return unreadable('The OpenAPI document nests or repeats itself too deeply', result.offset)
  }
}

function parseSource(artifact: string, result: Found): Reading {
  return /^\s*\{\s*"/.test(result.source)
    ? parseJson(artifact, result)
    : parseYaml(artifact, result)
}

// what looks like JSON has to be JSON: the YAML parser would forgive a comma too many
function parseJson(artifact: string, { source, offset }: Found): Reading {
  let root: unknown
  try {
    root = JSON.parse(source)
  } catch (error) {
    const message = error instanceof Error ? error.message.slice(0, 120) : 'it cannot be parsed'
    const at = Number(/position (\d+)/.exec(message)?.[1] ?? 0)
    return unreadable(`The document is not JSON: ${message}`, offset + at)
  }
  const twice = repeatedMember(source)
  if (twice)
    return unreadable(`The key "${twice.key}" stands twice in one object`, offset + twice.at)
  if (!isMap(root)) return unreadable('The OpenAPI document is not an object', offset)
  const tree = once(() => parseTree(source))
  const document = once(() => parseDocument(source, inLinearTime))
  return versioned({
    artifact,
    offset,
    source,
    document,
    tree,
    root,
    lineStarts: lineStarts(artifact),
  })
}

function parseYaml(artifact: string, { source, offset }: Found): Reading {
  const document = parseDocument(source, { ...inLinearTime, merge: true })
  const [error] = document.errors
  if (error)
    return unreadable(`The document cannot be parsed: ${error.message}`, offset + error.pos[0])
  const [twice] = repeatedKeys(document)
  if (twice)
    return unreadable(`The key "${twice.key}" stands twice in one object`, offset + twice.at)
  const root: unknown = document.toJS({ maxAliasCount: 1_000 })
  if (!isMap(root)) return unreadable('The OpenAPI document is not an object', offset)
  // aliases share values: a cycle throws here, an explosion is refused
  if (JSON.stringify(root).length > 20 * source.length + 1_000_000)
    return unreadable('The OpenAPI document repeats itself too often', offset)
  return versioned({
    artifact,
    offset,
    source,
    document: () => document,
    tree: null,
    root,
    lineStarts: lineStarts(artifact),
  })
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => (made ??= { value: make() }).value
}

function repeatedMember(source: string): { key: string; at: number } | null {
  const open: Set<string>[] = []
  let result: { key: string; at: number } | null = null
  visitJson(source, {
    onObjectBegin: () => {
      open.push(new Set())
    },
    onObjectEnd: () => {
      open.pop()
    },
    onObjectProperty: (key, at) => {
      if (open.at(-1)?.has(key)) result ??= { key, at }
      open.at(-1)?.add(key)
    },
  })
  return result
}

function versioned(read: Omit<Spec, 'version'>): Reading {
  const { root, offset } = read
  if (root['swagger'] === '2.0' && !('openapi' in root))
    return { ok: true, spec: { ...read, version: '2.0' } }
  if (root['openapi'] === undefined)
    return unreadable('The document does not say which OpenAPI version it follows', offset)
  const version = /^3\.([012])\.\d+(-[\w.]+)?$/.exec(textOf(root['openapi']))
  if (version === null)
    return unreadable(
      `${JSON.stringify(root['openapi']).slice(0, 40)} is not an OpenAPI version this check knows (3.0, 3.1, 3.2)`,
      offset,
    )
  const minor = version[1] === '0' ? '3.0' : version[1] === '1' ? '3.1' : '3.2'
  return { ok: true, spec: { ...read, version: minor } }
}

const unreadable = (message: string, offset = 0): Reading => ({
  ok: false,
  unreadable: { message, offset },
})

type Found = { readonly source: string; readonly offset: number }

const versionKey = /^[ \t]*[{,]?[ \t]*["']?(?:openapi|swagger)["']?[ \t]*:/m
const pathsKey = /^[ \t]*[{,]?[ \t]*["']?paths["']?[ \t]*:/m

/** The whole artifact, or the fenced block of a Markdown artifact that holds the description. */
function findSource(artifact: string): Found | null {
  const blocks = fencedBlocks(artifact)
  const before = artifact.slice(0, blocks[0]?.start ?? artifact.length)
  if (/^\s*\{/.test(before) || /^["']?(?:openapi|swagger|paths)["']?[ \t]*:/m.test(before))
    return { source: artifact, offset: 0 }
  const readable = blocks.filter((block) => !/^(?:bash|sh|http|ts|js|python)$/.test(block.language))
  const named = readable.filter((block) => versionKey.test(block.content))
  const likely = named.length > 0 ? named : readable.filter((block) => pathsKey.test(block.content))
  const [first, ...others] = likely
  if (first === undefined) return null
  const best = others.reduce((a, b) => (b.content.length > a.content.length ? b : a), first)
  return { source: best.content, offset: best.start }
}

/** Something a rule saw at a JSON pointer of the description. */
export type Issue = {
  readonly pointer: string
  readonly message: string
  readonly evidence?: string
  readonly fix?: Fix
}

/** An issue at a place, perhaps with its fix. */
export const issue = (
  pointer: string,
  message: string,
  more: Omit<Issue, 'pointer' | 'message'> = {},
): Issue => ({ pointer, message, ...more })

export type Aspect =
  | 'endpoints'
  | 'schemas'
  | 'examples'
  | 'errors'
  | 'naming'
  | 'pagination'
  | 'auth'
  | 'descriptions'
  | 'valid'
  | 'sound'
