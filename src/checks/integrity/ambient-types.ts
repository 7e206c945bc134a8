import type { Change } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { introduced } from './introduced.ts'
import { literalOf } from './names.ts'
import { all, below, is, type Node } from './source.ts'

const rules = rulesOf('build_success', {
  'modules-untyped': [
    'fail',
    'Modules are declared to have any type',
    'The compiler no longer checks what is imported from them, nor whether they are there.',
    'Let the compiler read the modules themselves.',
  ],
})

export const ambientTypes: Family = { family: 'suppressions', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  const occurrences = introduced(change, (source, { kind }) =>
    kind === 'generated' ? [] : all(source, 'TSModuleDeclaration').filter(isUntyped),
  )
  return occurrences.map(({ source, node }) =>
    findingIn(rules['modules-untyped'], source, node.start, {
      message: 'modules are declared without types',
    }),
  )
}

/** Files that are no code have no types of their own, so a pattern for them is fine. */
const isCode = (name: string): boolean =>
  /^\*+$|^\.{0,2}\/|^[@~#]\/|^\*.*\/|\/\*$|\.[cm]?[jt]sx?$/.test(name)

function isUntyped(node: Extract<Node, { type: 'TSModuleDeclaration' }>): boolean {
  const name = literalOf(node.id)
  if (name === null || !isCode(name)) return false
  if (node.body === null || node.body === undefined) return true
  return [...below(node.body)].some(is('TSAnyKeyword'))
}
