import type { RuleSeverity } from '../../model/own-rule.ts'
import { findSecrets, looksRandom, masked, secretInSetting } from '../secrets/find-secrets.ts'
import { type Change, isTestKind, kindOfFile, type TextChange } from './change.ts'
import { keyName, literalOf } from './names.ts'
import { type Family, findingGone } from './rule.ts'
import { is, isScriptPath, lineAt, type Node, type Source } from './source.ts'

/** Keys and passwords that a change writes down; none of them is shown. */
export const secretsAdded: Family = {
  look: (change) =>
    change.texts.flatMap((text) => {
      const { path, after, before } = text
      const isMade = /lock(?:\.json|\.yaml|b)?$|\.snap$|\.min\.js$/.test(path)
      if (after === null || after.length > 2_000_000 || isMade) return []
      return secretsIn(text, after, change)
        .filter(({ value }) => before === null || !before.includes(value))
        .map(({ offset, value, kind }) => {
          const place = { path, line: lineAt(after, offset) }
          const details = { message: `${kind} is written here`, evidence: masked(value) }
          return findingGone('secret-added', place, {
            ...details,
            severity: severityIn(path, kind),
          })
        })
    }),
}

type Found = { readonly offset: number; readonly value: string; readonly kind: string }

/** Tests and examples need keys that look real; one of theirs is worth a look, a made-up address is not. */
function severityIn(path: string, kind: string): RuleSeverity {
  const isTrial =
    isTestKind(kindOfFile(path)) || /(?:^|\/)(?:bench|examples?|docs|fixtures?)\//.test(path)
  return isTrial ? (kind.includes('address') ? 'info' : 'warning') : 'error'
}

function secretsIn({ path }: TextChange, text: string, change: Change): readonly Found[] {
  const byForm = findSecrets(text).map(({ start, end, kind }) => ({
    offset: start,
    value: text.slice(start, end),
    kind,
  }))
  const isTest = isTestKind(kindOfFile(path)) || /example|sample|template|fixture/i.test(path)
  const source = isScriptPath(path) ? change.source('after', path) : null
  const pairs = isTest ? [] : source === null ? settingsIn(path, text) : assignedIn(source)
  const byName = pairs
    .filter(([key, value]) => secretInSetting(key, value) && looksRandom(value))
    .filter(([, , offset]) => !isForClients(text, offset))
    .map(([key, value, offset]) => ({ offset, value, kind: `the value of ${key}` }))
  const results = [...byForm, ...byName]
  return results.filter(
    ({ offset }, index) =>
      results.findIndex((each) => Math.abs(each.offset - offset) < 80) === index,
  )
}

/** Beside the name of an index or of a project stand the keys that every browser is given. */
const isForClients = (text: string, offset: number): boolean =>
  /\b(?:indexName|authDomain|messagingSenderId)\b/.test(
    text.slice(Math.max(0, offset - 300), offset + 300),
  )

type Pair = readonly [key: string, value: string, offset: number]

/** Names of a file of code and the texts they are given. */
const assignedIn = ({ nodes }: Source): readonly Pair[] =>
  nodes.flatMap((node): readonly Pair[] => {
    if (is('VariableDeclarator')(node) && is('Identifier')(node.id))
      return pairOf(node.id.name, node.init, node.start)
    return is('Property', 'PropertyDefinition')(node)
      ? pairOf(keyName(node.key), node.value, node.start)
      : []
  })

function pairOf(key: string, given: Node | null, offset: number): readonly Pair[] {
  // a secret may also stand as what is used when nothing else is set
  const value = literalOf(is('LogicalExpression', 'AssignmentPattern')(given) ? given.right : given)
  return value === null ? [] : [[key, value, offset]]
}

function settingsIn(path: string, text: string): readonly Pair[] {
  if (!/(?:^|\/)\.env[\w.]*$|\.(?:ya?ml|json|toml|ini|properties|env)$/.test(path)) return []
  const setting =
    /^[^\S\n]*(?:export\s+)?["']?([\w.-]+)["']?[^\S\n]*[:=][^\S\n]*["']?([^"'#,\s]+)/gm
  return [...text.matchAll(setting)].map(({ index, 1: key = '', 2: value = '' }) => [
    key,
    value,
    index,
  ])
}
