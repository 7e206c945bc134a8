import { isSecretName } from '../secrets/find-secrets.ts'
import type { Change, FileChange } from './change.ts'
import { blocksOf, readAsCode, statementTexts } from './code-in-comments.ts'
import { isTestKind } from './file-kind.ts'
import type { IntegrityFinding } from './finding.ts'
import { introduced } from './introduced.ts'
import { chainOf, dotted, memberName } from './names.ts'
import { jsonObject, stringsIn } from './package-json.ts'
import { findingIn, rulesOf, type Family } from './rule.ts'
import { all, below, is, type Node, type Source } from './source.ts'

const rules = rulesOf('readability', {
  'debugging-left': [
    'warn',
    'Something that was only for debugging is left',
    'It fills the output or stops the program.',
    'Take it out.',
  ],
  'secret-logged': [
    'fail',
    'A secret is written to the log',
    'Logs are read and kept by many.',
    'Leave the secret out of the log.',
  ],
  'code-commented-out': [
    'warn',
    'Code stands in a comment',
    'Nobody knows whether it still counts.',
    'Take it out; the history keeps it.',
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
  return [
    ...debugging(change),
    ...loggedSecrets(change),
    ...change.files.flatMap((file) => commentedOut(file, change)),
  ]
}

function debugging(change: Change): readonly IntegrityFinding[] {
  const stops = introduced(change, (source) => all(source, 'DebuggerStatement'))
  const prints = introduced(change, (source, { kind }) =>
    kind === 'source'
      ? all(source, 'CallExpression').filter((call) =>
          /^(?:console\.(?:log|debug|trace|dir|table)|alert)$/.test(dotted(call.callee)),
        )
      : [],
  )
  return [
    ...stops.map(({ source, node }) =>
      findingIn(rules['debugging-left'], source, node.start, {
        message: 'a debugger statement is left',
        severity: 'fail',
      }),
    ),
    ...prints.map(({ source, node, earlier }) => {
      const usual =
        isTerminal(source, change) ||
        isMeant(source, node) ||
        (earlier !== null &&
          earlier.nodes.some(
            (each) => each.type === 'MemberExpression' && dotted(each) === 'console.log',
          ))
      return findingIn(rules['debugging-left'], source, node.start, {
        message: 'something is printed to the console',
        severity: usual ? 'info' : 'warn',
      })
    }),
  ]
}

/** Whether a comment on the line before lets this line print, and says why. */
function isMeant(source: Source, node: Node): boolean {
  const line = source.text.lastIndexOf('\n', node.start - 1)
  return source.comments.some(
    ({ start, end, value }) =>
      end <= node.start &&
      source.text.slice(end, node.start).trim() === '' &&
      start > source.text.lastIndexOf('\n', line - 1) &&
      /(?:oxlint|eslint|biome)-(?:disable-next-line|ignore)\b.*no-?console.*(?:--|:)\s*\S+(?:\s+\S+){2}/is.test(
        value,
      ),
  )
}

/** Whether a file is a program that talks to a terminal, where printing is its work. */
function isTerminal(source: Source, change: Change): boolean {
  if (
    source.program.hashbang !== null ||
    /(?:^|\/)(?:cli|bin|commands?|entrypoints?|main|logger|logging|log)(?:\/|\.[cm]?[jt]sx?$)/i.test(
      source.path,
    )
  )
    return true
  const own = jsonObject(change.after.get('package.json'))
  const bins = typeof own['bin'] === 'string' ? [own['bin']] : Object.values(stringsIn(own['bin']))
  const stem = (path: string) => (path.split('/').at(-1) ?? '').replace(/\.[^.]+$/, '')
  return bins.some((each) => stem(each) === stem(source.path))
}

function loggedSecrets(change: Change): readonly IntegrityFinding[] {
  const found = introduced(change, (source, { kind }) =>
    isTestKind(kind)
      ? []
      : all(source, 'CallExpression').filter(
          (call) =>
            /^(?:console|logger|log|pino|winston)(?:\.\w+)+$/.test(dotted(call.callee)) &&
            call.arguments.some((each) => namesSecret(each)),
        ),
  )
  return found.map(({ source, node }) =>
    findingIn(rules['secret-logged'], source, node.start, {
      message: 'a secret is written to the log',
    }),
  )
}

/** Whether a value that is handed over is a secret by its name; its length or whether it is there is none. */
function namesSecret(node: Node): boolean {
  if (
    is('CallExpression', 'UnaryExpression', 'BinaryExpression', 'ConditionalExpression')(node) &&
    !/^JSON\.stringify$/.test(node.type === 'CallExpression' ? dotted(node.callee) : '')
  )
    return false
  if (node.type === 'Identifier') return isSecretName(node.name)
  if (node.type === 'MemberExpression') return isSecretName(memberName(node))
  return [...below(node)].some(
    (each) =>
      each !== node &&
      is('Identifier', 'MemberExpression')(each) &&
      namesSecret(each) &&
      !isKey(node, each),
  )
}

const isKey = (root: Node, name: Node): boolean =>
  [...below(root)].some(
    (each) =>
      (each.type === 'Property' && each.key === name && each.value !== name && !each.shorthand) ||
      (each.type === 'MemberExpression' && each.object === name),
  )

/** Comments that hold code: lines that follow each other are read together. */
function commentedOut(
  { before, after, kind }: FileChange,
  change: Change,
): readonly IntegrityFinding[] {
  if (after === null || kind === 'generated') return []
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
    if (isTest && isTestKind(kind))
      return [
        findingIn(rules['test-commented-out'], after, block.start, {
          message: 'a test or an assertion stands in a comment',
          severity: wasCode > 0 ? 'fail' : 'warn',
        }),
      ]
    const isLong = block.text.trim().split('\n').length >= 3 && texts.length >= 2
    if (wasCode === 0 && !isLong) return []
    return [
      findingIn(rules['code-commented-out'], after, block.start, {
        message: 'code stands in a comment',
      }),
    ]
  })
}
