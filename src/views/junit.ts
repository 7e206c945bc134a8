import type { RuleVerdict } from './findings.ts'

export type Suite = {
  readonly name: string
  readonly seconds: number
  readonly properties: Readonly<Record<string, string | number | boolean>>
  readonly cases: readonly {
    readonly name: string
    readonly className: string
    readonly file?: string
    readonly verdict: RuleVerdict
    readonly severity: string
    readonly message: string
    readonly text: string
  }[]
}

/** JUnit XML: failures for what the artifact misses, errors for checks that broke, skipped for the rest. */
export function junit(suites: readonly Suite[]): string {
  const all = suites.flatMap(({ cases }) => cases)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="loopwright" ${counts(all)} time="${time(suites.reduce((sum, { seconds }) => sum + seconds, 0))}">`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
    '',
  ].join('\n')
}

type Case = Suite['cases'][number]

const suiteLines = ({ name, seconds, properties, cases }: Suite): readonly string[] => [
  `  <testsuite name="${xml(name)}" ${counts(cases)} time="${time(seconds)}">`,
  '    <properties>',
  ...Object.entries(properties).map(
    ([key, value]) => `      <property name="${xml(key)}" value="${xml(String(value))}"/>`,
  ),
  '    </properties>',
  ...cases.flatMap(caseLines),
  '  </testsuite>',
]

function caseLines(one: Case): readonly string[] {
  const { name, className, file, verdict, severity, message, text } = one
  const head = `    <testcase name="${xml(name)}" classname="${xml(className)}"${file === undefined ? '' : ` file="${xml(file)}"`}`
  if (verdict === 'pass') return [`${head}/>`]
  const tag = tagOf(verdict)
  const inside =
    tag === 'skipped'
      ? `<skipped message="${xml(message)}"/>`
      : `<${tag} type="${verdict === 'error' ? 'check-error' : severity}" message="${xml(message)}">${xml(text)}</${tag}>`
  return [`${head}>`, `      ${inside}`, '    </testcase>']
}

const tagOf = (verdict: RuleVerdict) =>
  verdict === 'error'
    ? 'error'
    : verdict === 'na' || verdict === 'undecided'
      ? 'skipped'
      : 'failure'

function counts(cases: readonly Case[]): string {
  const of = (tag: string) =>
    cases.filter(({ verdict }) => verdict !== 'pass' && tagOf(verdict) === tag).length
  return `tests="${cases.length}" failures="${of('failure')}" errors="${of('error')}" skipped="${of('skipped')}"`
}

const time = (seconds: number) => seconds.toFixed(3)

/** Escapes for text and attributes; what XML 1.0 cannot hold at all is replaced. */
export const xml = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- XML forbids exactly these
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
