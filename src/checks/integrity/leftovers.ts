import type { Change, FileChange } from './change.ts'
import { blocksOf, readAsCode, statementTexts } from './code-in-comments.ts'
import { isTestKind } from './file-kind.ts'
import type { IntegrityFinding } from './finding.ts'
import { introduced } from './introduced.ts'
import { chainOf } from './names.ts'
import { findingIn, rulesOf, type Family } from './rule.ts'
import { all } from './source.ts'

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
    'What is commented out can not fail.',
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
  return blocksOf(
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
