import { placeAt } from '../../kit/lines.ts'
import { findNodeAtLocation } from 'jsonc-parser'
import { isAlias, isMap, isPair, isScalar, isSeq } from 'yaml'
import type { Node as JsonNode } from 'jsonc-parser'
import type { Pair, ParsedNode, YAMLMap } from 'yaml'
import type { Place } from '../../model/finding.ts'
import type { Spec } from './spec.ts'
import { pointerParts } from '../../kit/parse.ts'

type YamlPair = Pair<ParsedNode, ParsedNode | null>

/** What stands at a pointer in the source: the key that names it (in an object) and its value. */
export type Located = { readonly pair: YamlPair | null; readonly value: ParsedNode | null }

/** The node at a pointer, or null where the source has none (it may come from a merged object). */
export function locate(spec: Spec, pointer: string): Located | null {
  // nobody repairs a generated file of this size by hand, and reading it once more takes a minute
  if (spec.tree !== null && spec.source.length > longestEdited) return null
  let here: Located = { pair: null, value: spec.document().contents }
  for (const key of pointerParts(pointer)) {
    const next = step(spec, here.value, key)
    if (next === null) return null
    here = next
  }
  return here
}

const longestEdited = 2_000_000

/** Line and column of a pointer, or of its nearest ancestor that stands in the source. */
export function placeOf(spec: Spec, pointer: string): Place {
  if (spec.tree !== null) return placeInJson(spec, spec.tree(), pointer)
  const keys = pointerParts(pointer)
  let here: Located = { pair: null, value: spec.document().contents }
  let offset = here.value?.range[0] ?? 0
  for (const key of keys) {
    const next = step(spec, here.value, key)
    if (next === null) break
    here = next
    offset = (next.pair?.key ?? next.value)?.range[0] ?? offset
  }
  return { ...placeAt(spec.lineStarts, spec.offset + offset), pointer }
}

function placeInJson(spec: Spec, tree: JsonNode | undefined, pointer: string): Place {
  let here = tree
  for (const key of pointerParts(pointer)) {
    const next: JsonNode | undefined =
      here && findNodeAtLocation(here, [here.type === 'array' ? Number(key) : key])
    if (next === undefined) break
    here = next
  }
  const named = here?.parent?.type === 'property' ? here.parent : here
  return { ...placeAt(spec.lineStarts, spec.offset + (named?.offset ?? 0)), pointer }
}

function step(spec: Spec, node: ParsedNode | null, key: string): Located | null {
  if (isAlias(node)) {
    const target = node.resolve(spec.document())
    return isMap(target) || isSeq(target) ? step(spec, asParsed(target), key) : null
  }
  if (isMap(node)) {
    const pair = pairsOf(node).get(key)
    return pair === undefined ? null : { pair, value: pair.value }
  }
  if (isSeq(node)) {
    const item = node.items[Number(key)]
    return item === undefined || isPair(item) ? null : { pair: null, value: item }
  }
  return null
}

const indexed = new WeakMap<YAMLMap, ReadonlyMap<string, YamlPair>>()

// an object is asked for its members again and again: once for each finding and each edit
function pairsOf(node: YAMLMap<ParsedNode, ParsedNode | null>): ReadonlyMap<string, YamlPair> {
  const known = indexed.get(node)
  if (known) return known
  const pairs = new Map<string, YamlPair>()
  for (const item of node.items)
    if (isPair(item) && isScalar(item.key) && !pairs.has(String(item.key.value)))
      pairs.set(String(item.key.value), item)
  indexed.set(node, pairs)
  return pairs
}

// an alias of a parsed document resolves to a parsed node, which the library's types do not say
function asParsed(node: unknown): ParsedNode | null {
  return hasRange(node) ? node : null
}

function hasRange(node: unknown): node is ParsedNode {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
}
