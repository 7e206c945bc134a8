import { canonical } from './canonical.ts'
import { isAsked, type Change, type TextChange } from './change.ts'
import { kindOfFile } from './file-kind.ts'
import type { IntegrityFinding } from './finding.ts'
import { functionPairs, type Named } from './functions.ts'
import { introduced } from './introduced.ts'
import { dotted, literalOf } from './names.ts'
import { findingGone, findingIn, rulesOf, type Family } from './rule.ts'
import { all, below, is, isScriptPath, lineAt, type Node, type Typed } from './source.ts'
import { tokensOf } from './tokens.ts'

const rules = rulesOf('completeness', {
  'await-voided': [
    'warn',
    'A call that was awaited is let go',
    'The code goes on before the work is done, and nobody hears that it failed.',
    'Await the call as before.',
  ],
  'error-made-plain': [
    'warn',
    'An error lost its kind',
    'Callers can no longer tell it from any other error.',
    'Throw the kind of error that was thrown before.',
  ],
  'report-left': [
    'warn',
    'A report about the work lies in the project',
    'It tells of one day and is wrong on the next.',
    'Take it out; the history says what was done.',
  ],
  'function-copied': [
    'warn',
    'A new function is the copy of another',
    'Two copies have to be mended twice, and one will be forgotten.',
    'Use the function that is there.',
  ],
  'debug-text-left': [
    'warn',
    'A line for debugging is written out',
    'It fills the output of the program.',
    'Take it out.',
  ],
})

export const quietTurns: Family = { family: 'leftovers', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return [
    ...functionPairs(change).kept.flatMap(({ before, after }) =>
      canonical(before.node) === canonical(after.node)
        ? []
        : [...voided(before, after), ...plainErrors(before, after, change)],
    ),
    ...change.texts.flatMap(reports),
    ...copies(change),
    ...debugTexts(change),
  ]
}

function voided(before: Named, after: Named): readonly IntegrityFinding[] {
  const awaited = new Set(
    [...below(before.node)]
      .filter(is('AwaitExpression'))
      .map(({ argument }) => canonical(argument)),
  )
  return [...below(after.node)]
    .filter(is('UnaryExpression'))
    .filter(({ operator, argument }) => operator === 'void' && awaited.has(canonical(argument)))
    .map((node) =>
      findingIn(rules['await-voided'], after.source, node.start, {
        message: `${after.short} no longer waits for this call`,
      }),
    )
}

const thrownIn = ({ node }: Named): readonly Typed<'NewExpression'>[] =>
  [...below(node)].flatMap((each) =>
    each.type === 'ThrowStatement' && each.argument.type === 'NewExpression' ? [each.argument] : [],
  )

/** A kind of error that is thrown once less while a plain Error is thrown once more. */
function plainErrors(before: Named, after: Named, change: Change): readonly IntegrityFinding[] {
  const [was, now] = [thrownIn(before), thrownIn(after)]
  const count = (list: typeof was, kind: string) =>
    list.filter(({ callee }) => dotted(callee) === kind).length
  const lost = was
    .map(({ callee }) => dotted(callee))
    .find((kind) => kind !== 'Error' && count(was, kind) > count(now, kind))
  if (lost === undefined || was.length !== now.length) return []
  if (count(now, 'Error') <= count(was, 'Error')) return []
  const old = new Set(was.map(canonical))
  const plain = now.find(({ callee }) => dotted(callee) === 'Error')
  const fresh = now.find((each) => dotted(each.callee) === 'Error' && !old.has(canonical(each)))
  const place = fresh ?? plain
  return place === undefined || isAsked(change.asked.exports, lost, after.short)
    ? []
    : [
        findingIn(rules['error-made-plain'], after.source, place.start, {
          message: `${after.short} throws an Error where it threw a ${lost}`,
        }),
      ]
}

const reportName =
  /(?:^|\/)(?:[A-Z]+[-_])*(?:SUMMARY|REPORT|FINDINGS|WALKTHROUGH|HANDOFF|PROGRESS|COMPLETED?|CHANGES[-_]MADE|IMPLEMENTATION|REFACTOR(?:ING)?|FIXES|NOTES[-_]FOR)(?:[-_][A-Z]+)*\.(?:md|txt)$/

function reports({ path, before, after }: TextChange): readonly IntegrityFinding[] {
  return before === null && after !== null && reportName.test(path)
    ? [
        findingGone(
          rules['report-left'],
          { path, line: 1 },
          { message: `${path} tells of the work`, evidence: after.split('\n')[0] ?? '' },
        ),
      ]
    : []
}

/** Smaller functions are alike by chance; larger ones are compared with names exchanged elsewhere. */
const fewestTokens = 28
const mostTokens = 50
const fewestOfSameName = 12

const joined = (text: string): string =>
  tokensOf(text)
    .map(({ text: token }) => token)
    .join(' ')

type Small = {
  readonly item: Named
  readonly body: Pick<Node, 'start' | 'end'>
  readonly text: string
}

function copies(change: Change): readonly IntegrityFinding[] {
  const small = functionPairs(change).fresh.flatMap((item): readonly Small[] => {
    const { body } = item.node
    if (body === null || kindOfFile(item.source.path) !== 'source') return []
    const tokens = tokensOf(item.source.text.slice(body.start, body.end))
    const isBlock = body.type === 'BlockStatement' && body.body.length >= 2
    const isSmall = tokens.length >= fewestTokens && tokens.length < mostTokens && isBlock
    const text = tokens.map((token) => token.text).join(' ')
    if (isSmall) return [{ item, body, text }]
    // the name and the words of a tiny function together are no chance
    const whole = tokensOf(item.source.text.slice(item.declared.start, item.declared.end))
    const isTiny = tokens.length >= fewestOfSameName && tokens.length < mostTokens
    return isTiny && item.declared.type === 'VariableDeclarator'
      ? [{ item, body: item.declared, text: whole.map((token) => token.text).join(' ') }]
      : []
  })
  if (small.length === 0) return []
  const others = [...change.after].filter(
    ([path]) => isScriptPath(path) && kindOfFile(path) === 'source',
  )
  return small.flatMap(({ item, body, text }) => {
    const from = others.find(([path, whole]) =>
      joined(path === item.source.path ? cut(whole, body) : whole).includes(text),
    )
    return from === undefined
      ? []
      : [
          findingIn(rules['function-copied'], item.source, item.node.start, {
            message: `${item.short} does what a function of ${from[0]} does, word for word`,
          }),
        ]
  })
}

const cut = (text: string, { start, end }: Pick<Node, 'start' | 'end'>): string =>
  text.slice(0, start) + text.slice(end)

function debugTexts(change: Change): readonly IntegrityFinding[] {
  return introduced(change, (source, { kind }) =>
    kind === 'source'
      ? all(source, 'CallExpression').filter(
          (call) =>
            /^process\.(?:stdout|stderr)\.write$/.test(dotted(call.callee)) &&
            /^\s*\[?(?:debug|dbg|xxx|here|trace|got here)\b/i.test(startOf(call.arguments[0])),
        )
      : [],
  ).map(({ source, node }) =>
    findingIn(rules['debug-text-left'], source, node.start, {
      message: `line ${lineAt(source.text, node.start)} writes out a text for debugging`,
    }),
  )
}

/** The first words of a text, with or without values in it. */
const startOf = (node: Node | undefined): string =>
  node?.type === 'TemplateLiteral'
    ? (node.quasis[0]?.value.raw ?? '')
    : node?.type === 'BinaryExpression'
      ? startOf(node.left)
      : (literalOf(node) ?? '')
