import { canonical } from './canonical.ts'
import { type Change, type FileChange, isTestKind } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { introduced } from './introduced.ts'
import { chainOf } from './names.ts'
import { all, type Comment, is, type Node, type Source } from './source.ts'

const rules = rulesOf('readability', {
  'debugging-left': [
    'fail',
    'A debugger statement is left',
    'It stops the program wherever a debugger is attached.',
    'Take it out.',
  ],
  'test-commented-out': [
    'fail',
    'A test or an assertion stands in a comment',
    'What is commented out cannot fail.',
    'Let it run again.',
  ],
})

export const leftovers: Family = { family: 'leftovers', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return [...debugging(change), ...change.files.flatMap((file) => commentedOut(file, change))]
}

const debugging = (change: Change): readonly IntegrityFinding[] =>
  introduced(change, (source) => all(source, 'DebuggerStatement')).map(({ source, node }) =>
    findingIn(rules['debugging-left'], source, node.start, {
      message: 'a debugger statement is left',
    }),
  )

/** Comments that hold tests: lines that follow each other are read together. */
function commentedOut(
  { before, after, kind }: FileChange,
  change: Change,
): readonly IntegrityFinding[] {
  if (after === null || !isTestKind(kind)) return []
  const old = new Set(before?.comments.map(({ value }) => value.trim()))
  const statements = new Set(before === null ? [] : statementTexts(before))
  return commentBlocks(
    after.comments.filter(({ value }) => !old.has(value.trim())),
    after,
  ).flatMap((block) => {
    const parsed = readAsCode(block.text, change)
    if (parsed === null) return []
    const texts = statementTexts(parsed)
    const wasCode = texts.filter((text) => text.length > 12 && statements.has(text)).length
    const isTest = parsed.nodes.some(
      (node) =>
        node.type === 'CallExpression' &&
        /^(?:it|test|describe|expect|assert)$/.test(chainOf(node.callee)[0] ?? ''),
    )
    return isTest
      ? [
          findingIn(rules['test-commented-out'], after, block.start, {
            message: 'a test or an assertion stands in a comment',
            severity: wasCode > 0 ? 'fail' : 'warn',
          }),
        ]
      : []
  })
}

export type CommentBlock = { readonly start: number; readonly text: string }

/** Comments as they are read: lines that follow each other are one. */
export function commentBlocks(
  comments: readonly Comment[],
  source: Source,
): readonly CommentBlock[] {
  const blocks: { start: number; end: number; text: string }[] = []
  for (const comment of comments) {
    if (comment.type === 'Block') {
      // documentation shows code on purpose
      if (!comment.value.startsWith('*'))
        blocks.push({ start: comment.start, end: comment.end, text: comment.value })
      continue
    }
    const last = blocks.at(-1)
    const follows =
      last !== undefined &&
      /^\s*$/.test(source.text.slice(last.end, comment.start)) &&
      source.text.slice(last.end, comment.start).split('\n').length === 2
    if (last !== undefined && follows) {
      last.end = comment.end
      last.text += `\n${comment.value}`
    } else blocks.push({ start: comment.start, end: comment.end, text: comment.value })
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
  (node.type === 'CallExpression' &&
    node.arguments.length >= 0 &&
    chainOf(node.callee)[0] !== 'held') ||
  (node.type === 'FunctionDeclaration' && node.id?.name !== 'held')

const statementTexts = (source: Source): readonly string[] =>
  source.nodes.flatMap((node) =>
    /Statement$|^VariableDeclaration$/.test(node.type) && node.type !== 'BlockStatement'
      ? [canonical(node)]
      : [],
  )
