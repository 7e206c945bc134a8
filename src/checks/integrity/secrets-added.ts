import { findSecrets, looksRandom, masked, secretInSetting } from '../secrets/find-secrets.ts'
import { type Change, isTestKind, kindOfFile, type TextChange } from './change.ts'
import {
  type Family,
  findingGone,
  type IntegrityFinding,
  type IntegritySeverity,
  rulesOf,
} from './rule.ts'
import { keyName, literalOf } from './names.ts'
import { isScriptPath, lineAt, type Source } from './source.ts'

const rules = rulesOf('completeness', {
  'secret-added': [
    'fail',
    'A secret is written in a file',
    'Whoever can read the file can use it, and history keeps it for ever.',
    'Take it from the environment, and make a new one.',
  ],
})

export const secretsAdded: Family = { family: 'leftovers', rules: Object.values(rules), look }

type Found = { readonly offset: number; readonly value: string; readonly kind: string }

function look(change: Change): readonly IntegrityFinding[] {
  return change.texts.flatMap((text) => {
    if (
      text.after === null ||
      text.after.length > 2_000_000 ||
      /lock(?:\.json|\.yaml|b)?$|\.snap$|\.min\.js$/.test(text.path)
    )
      return []
    const old = text.before === null ? '' : text.before
    const { path, after } = text
    return secretsIn(text, change)
      .filter(({ value }) => !old.includes(value))
      .map(({ offset, value, kind }) =>
        findingGone(
          rules['secret-added'],
          { path, line: lineAt(after, offset) },
          {
            message: `${kind} is written here`,
            evidence: masked(value),
            severity: isMadeUp(path, kind),
          },
        ),
      )
  })
}

/** Tests and examples need keys that look real; one of theirs is worth a look, a made-up address is not. */
function isMadeUp(path: string, kind: string): IntegritySeverity {
  const isTrial =
    isTestKind(kindOfFile(path)) || /(?:^|\/)(?:bench|examples?|docs|fixtures?)\//.test(path)
  return isTrial ? (kind.includes('address') ? 'info' : 'warn') : 'fail'
}

function secretsIn({ path, after }: TextChange, change: Change): readonly Found[] {
  const text = after ?? ''
  const byForm = findSecrets(text).map(({ start, end, kind }) => ({
    offset: start,
    value: text.slice(start, end),
    kind,
  }))
  const isTest = isTestKind(kindOfFile(path)) || /example|sample|template|fixture/i.test(path)
  const source = isScriptPath(path) ? change.source('after', path) : null
  const named = isTest ? [] : source === null ? settingsIn(path, text) : namedIn(source)
  const byName = named.filter(({ offset }) => !isForClients(text, offset))
  return [...byForm, ...byName].filter(
    ({ offset }, index, list) =>
      list.findIndex((each) => Math.abs(each.offset - offset) < 80) === index,
  )
}

/** Beside the name of an index or of a project stand the keys that every browser is given. */
const isForClients = (text: string, offset: number): boolean =>
  /\b(?:indexName|authDomain|messagingSenderId)\b/.test(
    text.slice(Math.max(0, offset - 300), offset + 300),
  )

/** Texts that are given to something with the name of a secret. */
function namedIn(source: Source): readonly Found[] {
  return source.nodes.flatMap((node): readonly Found[] => {
    const pair =
      node.type === 'VariableDeclarator' && node.id.type === 'Identifier'
        ? ([node.id.name, node.init] as const)
        : node.type === 'Property' || node.type === 'PropertyDefinition'
          ? ([keyName(node.key), node.value] as const)
          : null
    if (pair === null) return []
    const given = pair[1]
    // a secret may also stand as what is used when nothing else is set
    const value = literalOf(
      given?.type === 'LogicalExpression'
        ? given.right
        : given?.type === 'AssignmentPattern'
          ? given.right
          : given,
    )
    return value !== null && secretInSetting(pair[0], value) && looksRandom(value)
      ? [{ offset: node.start, value, kind: `the value of ${pair[0]}` }]
      : []
  })
}

function settingsIn(path: string, text: string): readonly Found[] {
  if (!/(?:^|\/)\.env[\w.]*$|\.(?:ya?ml|json|toml|ini|properties|env)$/.test(path)) return []
  let offset = 0
  return text.split('\n').flatMap((line): readonly Found[] => {
    const here = offset
    offset += line.length + 1
    const pair = /^\s*(?:export\s+)?["']?([\w.-]+)["']?\s*[:=]\s*["']?([^"'#,\s]+)/.exec(line)
    const [, key = '', value = ''] = pair ?? []
    return value !== '' && secretInSetting(key, value) && looksRandom(value)
      ? [{ offset: here, value, kind: `the value of ${key}` }]
      : []
  })
}
