import { htmlHead } from '../html-head.ts'
import type { JudgedRule } from '../findings.ts'
import { xml } from '../junit.ts'
import { plotSvg } from '../plot-svg.ts'
import type { Report } from './report.ts'
import { describeCheck, expectation, subjectOf } from './decided.ts'
import { pageStyle } from './html-style.ts'
import { allowedIn, obligationsAsHtml } from '../verdict.ts'
import {
  distanceText,
  factsOf,
  iterationCells,
  iterationHead,
  pointsOf,
  versionCells,
  versionHead,
} from './parts.ts'

/** A report as one page: no scripts, nothing from elsewhere, light and dark, readable aloud. */
export function reportHtml(report: Report): string {
  const { run, evaluations } = report
  const last = evaluations.at(-1)
  return [
    htmlHead(`${run.alias}: ${run.status}`, pageStyle),
    '<body>',
    '<header>',
    `<p class="kind">Loopwright report</p>`,
    `<h1>${xml(run.alias)} <span class="status ${run.status === 'completed' ? 'pass' : run.status === 'failed' ? 'fail' : 'warn'}">${run.status}</span></h1>`,
    `<p class="task">${text(run.task)}</p>`,
    '</header>',
    '<main>',
    ...(run.obligations === undefined || run.obligations.length === 0
      ? []
      : [obligationsAsHtml(run.obligations, { allowed: allowedIn(run) })]),
    '<section aria-labelledby="result"><h2 id="result">Result</h2><dl>',
    ...factsOf(report).map(([name, value]) => `<div><dt>${name}</dt><dd>${text(value)}</dd></div>`),
    '</dl></section>',
    ...list('distance', 'Distance to success', distanceText(report)),
    ...(evaluations.length === 0
      ? []
      : [
          '<section aria-labelledby="scores"><h2 id="scores">Score over evaluations</h2>',
          `<figure>${plotSvg(pointsOf(report))}<figcaption>Circle: passed; square: not passed; dashed: the threshold of the phase. 2B is iteration 2, phase B. The table below holds the same numbers.</figcaption></figure>`,
          tableOf('The evaluations, one a row', iterationHead, evaluations.map(iterationCells)),
          '</section>',
        ]),
    ...(last === undefined
      ? []
      : [
          `<section aria-labelledby="rules"><h2 id="rules">Rules</h2>`,
          `<p>Iteration ${last.iteration}, phase ${last.phase}, artifact <code>${last.artifact.slice(0, 8)}</code>.</p>`,
          ruleTable(last.rules),
          '</section>',
        ]),
    ...recordSections(report),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** What was kept on the way: versions, checks, people, trouble, and the artifact where it was asked for. */
function recordSections(report: Report): readonly string[] {
  const { artifact } = report
  return [
    ...tableSection('versions', 'Versions', versionHead, report.versions.map(versionCells)),
    ...tableSection(
      'checks',
      'Prepared checks',
      ['rule', 'kind', 'expects', 'what'],
      report.checks.map((check) => [
        check.rule_id,
        describeCheck(check, report.preparer),
        expectation(check),
        subjectOf(check),
      ]),
    ),
    ...tableSection(
      'people',
      'Confirmed by',
      ['when', 'who', 'answer', 'question', 'saw'],
      report.confirmations.map(({ at, by, option, gate, shown }) => [
        at,
        by,
        option,
        gate,
        shown.slice(0, 8),
      ]),
    ),
    ...list(
      'trouble',
      'Trouble on the way',
      report.errors.map(
        ({ at, phase, attempt, error }) => `${at} ${phase}, attempt ${attempt}: ${error}`,
      ),
    ),
    ...(artifact === null
      ? []
      : [
          `<section aria-labelledby="artifact"><h2 id="artifact">Artifact</h2><pre tabindex="0" role="region" aria-labelledby="artifact"><code>${text(artifact)}</code></pre></section>`,
        ]),
  ]
}

// line breaks are text here, not attribute values
const text = (value: string) => xml(value).replaceAll('&#10;', '\n')

function tableSection(
  id: string,
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  if (rows.length === 0) return []
  return [
    `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>`,
    tableOf(title, head, rows),
    '</section>',
  ]
}

/** A wide table scrolls inside its own box, which the keyboard can reach. */
function tableOf(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const body = rows.map(
    ([first = '', ...rest]) =>
      `<tr><th scope="row">${text(first)}</th>${rest.map((cell) => `<td${tone(cell)}>${text(cell)}</td>`).join('')}</tr>`,
  )
  return [
    `<div class="scroll" tabindex="0" role="region" aria-label="${xml(caption)}"><table><caption>${xml(caption)}</caption>`,
    `<thead><tr>${head.map((name) => `<th scope="col">${name === '' ? 'marks' : name}</th>`).join('')}</tr></thead>`,
    `<tbody>${body.join('\n')}</tbody></table></div>`,
  ].join('\n')
}

const tone = (cell: string) =>
  cell === 'PASS' ? ' class="pass"' : cell === 'FAIL' ? ' class="fail"' : ''

const tones: Record<JudgedRule['verdict'], readonly [tone: string, word: string]> = {
  pass: ['pass', '✓ pass'],
  fail: ['fail', '✗ fail'],
  warn: ['warn', '! warn'],
  na: ['muted', '– n/a'],
  undecided: ['muted', '? undecided'],
  error: ['fail', '✗ check broke'],
}

function ruleTable(rules: readonly JudgedRule[]): string {
  const rows = rules.map((rule) => {
    const [name, word] = tones[rule.verdict]
    return `<tr><th scope="row">${xml(rule.id)}<br><span class="muted">${text(rule.description)}</span></th><td class="${name}">${word}</td><td>${rule.severity}, ${rule.weight}</td><td>${text(rule.decidedBy)}</td><td>${text(rule.details)}</td></tr>`
  })
  return [
    '<div class="scroll" tabindex="0" role="region" aria-label="Verdict on each rule"><table><caption>Verdict on each rule</caption>',
    '<thead><tr><th scope="col">rule</th><th scope="col">verdict</th><th scope="col">severity, weight</th><th scope="col">decided by</th><th scope="col">details</th></tr></thead>',
    `<tbody>${rows.join('\n')}</tbody></table></div>`,
  ].join('\n')
}

const list = (id: string, title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0
    ? []
    : [
        `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2><ul>`,
        ...lines.map((line) => `<li>${text(line)}</li>`),
        '</ul></section>',
      ]
