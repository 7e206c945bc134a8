import { parse as parseJsonc } from 'jsonc-parser'
import { parse as parseYaml } from 'yaml'
import { canonical } from './canonical.ts'
import type { Change } from './change.ts'
import { dotted, keyName, plainValue } from './names.ts'
import { isRecord } from './package-json.ts'
import { all, is, isFunction, ownBelow, type Node, type Source } from './source.ts'

/** What a settings file says, as plain data. Code that has to run stands as the text of its tree. */
export function settingsOf(change: Change, side: 'before' | 'after', path: string): unknown {
  const text = change[side].get(path)
  if (text === undefined) return undefined
  if (/\.[cm]?[jt]s$/.test(path)) {
    const source = change.source(side, path)
    return source === null ? undefined : exportedValue(source)
  }
  if (/\.ya?ml$/.test(path)) return readYaml(text)
  const value: unknown = parseJsonc(text, [], { allowTrailingComma: true })
  // files such as .eslintrc may hold either
  return value === undefined ? readYaml(text) : value
}

export function readYaml(text: string): unknown {
  try {
    const value: unknown = parseYaml(text, { logLevel: 'silent' })
    return value
  } catch {
    // a file that cannot be read says nothing; the tool that wants it will name it
    return undefined
  }
}

function exportedValue(source: Source): unknown {
  const consts = new Map<string, Node>()
  for (const { id, init } of all(source, 'VariableDeclarator'))
    if (id.type === 'Identifier' && init !== null) consts.set(id.name, init)
  const [exported] = all(source, 'ExportDefaultDeclaration')
  const assigned = all(source, 'AssignmentExpression').find(({ left }) =>
    /^(?:module\.)?exports$/.test(dotted(left)),
  )
  const node = exported?.declaration ?? assigned?.right
  return node === undefined ? undefined : valueOf(node, consts, 0)
}

const deepest = 30

function valueOf(node: Node, consts: ReadonlyMap<string, Node>, depth: number): unknown {
  const inner = (each: Node) => valueOf(each, consts, depth + 1)
  if (depth > deepest) return null
  const plain = plainValue(node)
  if (plain !== undefined) return plain
  if (is('TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'AwaitExpression')(node))
    return inner(node.type === 'AwaitExpression' ? node.argument : node.expression)
  if (node.type === 'Identifier') {
    const init = consts.get(node.name)
    return init === undefined ? `‹${node.name}›` : inner(init)
  }
  if (node.type === 'ArrayExpression')
    return node.elements.flatMap((each): readonly unknown[] => {
      if (each === null) return []
      if (each.type !== 'SpreadElement') return [inner(each)]
      const spread = inner(each.argument)
      return Array.isArray(spread) ? spread : [spread]
    })
  if (node.type === 'ObjectExpression') return objectOf(node, inner)
  if (isFunction(node)) {
    if (node.body !== null && node.body.type !== 'BlockStatement') return inner(node.body)
    const returned =
      node.body === null ? undefined : [...ownBelow(node.body)].find(is('ReturnStatement'))
    return returned?.argument == null ? null : inner(returned.argument)
  }
  if (node.type === 'CallExpression') {
    const values = node.arguments.map(inner).filter((each) => Array.isArray(each) || isRecord(each))
    if (values.length === 0) return `‹${canonical(node)}›`
    return values.length === 1
      ? values[0]
      : values.every(isRecord) && /merge/i.test(dotted(node.callee))
        ? Object.assign({}, ...values)
        : values
  }
  return `‹${canonical(node)}›`
}

function objectOf(
  node: Extract<Node, { type: 'ObjectExpression' }>,
  inner: (node: Node) => unknown,
): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const each of node.properties) {
    if (each.type === 'Property') made[keyName(each.key)] = inner(each.value)
    else {
      const spread = inner(each.argument)
      if (isRecord(spread)) Object.assign(made, spread)
      else made[`‹${canonical(each.argument)}›`] = true
    }
  }
  return made
}

/** A value of a nested record by its path. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let here = value
  for (const key of path) here = isRecord(here) ? here[key] : undefined
  return here
}

export const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.filter((each) => typeof each === 'string')
    : typeof value === 'string'
      ? [value]
      : []

/** Where in a file a key stands, as near as its name tells. */
export const offsetOf = (text: string, ...keys: readonly string[]): number => {
  let from = 0
  for (const key of keys) {
    const result = text.indexOf(key, from)
    if (result >= 0) from = result
  }
  return from
}

/** Where a key stands in the new text of a file, or where it stood in the old one. */
export function placeOf(
  { before, after }: Change,
  path: string,
  keys: readonly string[],
  oldPath = path,
): number {
  const text = after.get(path) ?? ''
  const last = keys.at(-1) ?? ''
  return last !== '' && text.includes(last)
    ? offsetOf(text, ...keys)
    : gapOf(before.get(oldPath) ?? '', text)
}

/** Where a new text begins to differ from the old one: the place of what is gone. */
export function gapOf(before: string, after: string): number {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let offset = 0
  for (const [index, line] of now.entries()) {
    if (line !== old[index]) return offset
    offset += line.length + 1
  }
  return Math.max(0, after.length - 1)
}
