import type { Change } from './change.ts'
import { isTestKind, kindOfFile } from './file-kind.ts'
import type { IntegrityFinding } from './finding.ts'
import { functionPairs, statementsOf, type Named } from './functions.ts'
import { plainValue } from './names.ts'
import { findingIn, rulesOf, type Family } from './rule.ts'
import { below, is, type Node } from './source.ts'

const rules = rulesOf('readability', {
  'table-as-branches': [
    'warn',
    'A table is written as a long row of conditions',
    'Nobody sees which value is missing, and each new one makes the function longer.',
    'Write the values as a table and look them up.',
  ],
})

export const branches: Family = { family: 'waste', rules: Object.values(rules), look }

/** So many conditions in a row make a table. */
const most = 10

function look(change: Change): readonly IntegrityFinding[] {
  const { kept, fresh } = functionPairs(change)
  const before = new Map(kept.map((pair) => [pair.after, rowsIn(pair.before)]))
  return [...fresh, ...before.keys()].flatMap((item) => {
    const rows = rowsIn(item)
    if (isTestKind(kindOfFile(item.source.path)) || rows < most) return []
    if (rows - (before.get(item) ?? 0) < most / 2) return []
    const message = `${item.short} asks ${rows} questions about one value in a row`
    return [findingIn(rules['table-as-branches'], item.source, item.node.start, { message })]
  })
}

/** How many conditions of a body ask for the same name and answer with a written value. */
function rowsIn({ node }: Named): number {
  const counts = new Map<string, number>()
  for (const statement of statementsOf(node)) {
    if (statement.type !== 'IfStatement' || !answersValue(statement.consequent)) continue
    const names = new Set(
      [...below(statement.test)].flatMap((each) => (is('Identifier')(each) ? [each.name] : [])),
    )
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values())
}

function answersValue(way: Node): boolean {
  const inner = way.type === 'BlockStatement' ? way.body[0] : way
  return inner?.type === 'ReturnStatement' && plainValue(inner.argument) !== undefined
}
