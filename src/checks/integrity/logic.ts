import { canonical } from './canonical.ts'
import { isAsked, type Change } from './change.ts'
import type { IntegrityFinding } from './finding.ts'
import { functionPairs, type Named } from './functions.ts'
import { findingIn, rulesOf, type Family } from './rule.ts'
import { all, slice } from './source.ts'
import { tokensOf, type Token } from './tokens.ts'

const rules = rulesOf('completeness', {
  'logic-turned': [
    'info',
    'A comparison, a sign or a constant is another one',
    'A single sign can turn what the code does, and tests may not notice.',
    'Make sure that a test fails without this change.',
  ],
  'constant-changed': [
    'info',
    'A constant has another value',
    'Limits and defaults are promises to others.',
    'Make sure that the new value was asked for.',
  ],
})

export const logic: Family = { family: 'logic', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return [
    ...functionPairs(change).kept.flatMap(({ before, after }) =>
      isAsked(change.asked.exports, after.short) ? [] : turned(before, after),
    ),
    ...constants(change),
  ]
}

const mostTurns = 3

/** Functions that are the same but for a few signs and values. */
function turned(before: Named, after: Named): readonly IntegrityFinding[] {
  if (canonical(before.node) === canonical(after.node)) return []
  const [old, now] = [
    tokensOf(slice(before.source, before.node)),
    tokensOf(slice(after.source, after.node)),
  ]
  if (old.length !== now.length) return []
  const differing = now.flatMap((token, index) =>
    token.text === old[index]?.text ? [] : [{ token, was: old[index] }],
  )
  if (
    differing.length === 0 ||
    differing.length > mostTurns ||
    !differing.every(({ token, was }) => isTurn(was, token))
  )
    return []
  return differing.map(({ token, was }) =>
    findingIn(rules['logic-turned'], after.source, after.node.start + token.start, {
      message: `in ${after.short} \`${was?.text ?? ''}\` became \`${token.text}\``,
    }),
  )
}

const signs = /^(?:[<>]=?|[!=]==?|&&|\|\||\?\?|[-+*/%]|true|false|null|undefined|\d[\w.]*|!)$/

const isTurn = (was: Token | undefined, now: Token): boolean =>
  was !== undefined &&
  was.kind !== 'text' &&
  now.kind !== 'text' &&
  signs.test(was.text) &&
  signs.test(now.text)

function constants(change: Change): readonly IntegrityFinding[] {
  return change.files.flatMap(({ before, after, kind }) => {
    if (before === null || after === null || kind !== 'source') return []
    const old = new Map(
      all(before, 'VariableDeclarator').flatMap(({ id, init }) =>
        id.type === 'Identifier' && init?.type === 'Literal' ? [[id.name, init] as const] : [],
      ),
    )
    return all(after, 'VariableDeclarator').flatMap(({ id, init, start }) => {
      const was = id.type === 'Identifier' ? old.get(id.name) : undefined
      if (was === undefined || init?.type !== 'Literal' || canonical(was) === canonical(init))
        return []
      return [
        findingIn(rules['constant-changed'], after, start, {
          message: `${slice(after, id)} was ${slice(before, was)}`,
        }),
      ]
    })
  })
}
