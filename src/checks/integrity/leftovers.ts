import type { Change } from './change.ts'
import { chainOf } from './names.ts'
import { type Comment, is, type Node, type Source } from './source.ts'
import { product, spot, table, tests } from './spots.ts'

export const leftovers = table(
  spot({
    rule: 'debugging-left',
    in: [...product, ...tests, 'config'],
    type: 'DebuggerStatement',
    when: () => true,
    message: 'a debugger statement is left',
  }),
)

export type CommentBlock = { readonly start: number; readonly text: string }

/** Comments as they are read: lines that follow each other are one. */
export function commentBlocks(
  comments: readonly Comment[],
  source: Source,
): readonly CommentBlock[] {
  const blocks: { start: number; end: number; text: string }[] = []
  for (const { type, value, start, end } of comments) {
    // documentation shows code on purpose
    if (type === 'Block' && value.startsWith('*')) continue
    const last = type === 'Line' ? blocks.at(-1) : undefined
    if (last !== undefined && /^[^\S\n]*\n[^\S\n]*$/.test(source.text.slice(last.end, start))) {
      last.end = end
      last.text += `\n${value}`
    } else blocks.push({ start, end, text: value })
  }
  return blocks
}

/** The code a comment holds; null where it is words. */
export function readAsCode(text: string, change: Pick<Change, 'parse'>): Source | null {
  if (
    !/[;(){}=]/.test(text) ||
    /^\s*(?:eslint|oxlint|@ts-|istanbul|c8|v8|biome|prettier|#|https?:)/.test(text)
  )
    return null
  const tries = [
    text,
    `async function held() {${text}\n}`,
    `held(${text.replace(/,\s*$/, '')})`,
    `async function held() { if (held) {${text}\n}`,
    `class Held {${text}\n}`,
  ]
  for (const each of tries) {
    const source = change.parse('comment.tsx', each)
    if (source !== null && !source.broken && source.nodes.some(isTelling)) return source
  }
  return null
}

const isTelling = (node: Node): boolean =>
  is(
    'VariableDeclaration',
    'ReturnStatement',
    'IfStatement',
    'ForOfStatement',
    'ForStatement',
    'ImportDeclaration',
    'ThrowStatement',
    'AssignmentExpression',
  )(node) ||
  (is('CallExpression')(node) && chainOf(node.callee)[0] !== 'held') ||
  (is('FunctionDeclaration')(node) && node.id?.name !== 'held')
