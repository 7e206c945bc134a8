import { z } from 'zod'
import type { TestFailure } from './measurement.ts'
import { withoutColours } from './plain-text.ts'
import { pathOf, type Places } from './read-diagnostics.ts'

/** What a runner's own report says. */
export type TestReport = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: readonly TestFailure[]
  readonly passes: readonly string[]
}

const JestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string().default(''),
      status: z.string().default(''),
      message: z.string().nullish(),
      assertionResults: z
        .array(
          z.object({
            fullName: z.string().nullish(),
            title: z.string().default(''),
            status: z.string(),
            location: z.object({ line: z.number() }).nullish(),
            failureMessages: z.array(z.string()).nullish(),
          }),
        )
        .default([]),
    }),
  ),
})

/** The JSON report of vitest and jest, which is the same. */
export function readJestReport(value: unknown, places: Places): TestReport | null {
  const parsed = JestReport.safeParse(value)
  if (!parsed.success) return null
  const failures: TestFailure[] = []
  const passes: string[] = []
  let skipped = 0
  for (const suite of ownOnes(parsed.data.testResults, places, ({ name }) => name)) {
    const path = pathOf(places, suite.name)
    for (const one of suite.assertionResults) {
      const message = one.failureMessages?.[0] ?? ''
      if (one.status === 'passed') passes.push(one.fullName ?? one.title)
      else if (one.status === 'failed')
        failures.push({
          name: one.fullName ?? one.title,
          path,
          line: one.location?.line ?? lineIn(message, suite.name),
          message: firstLine(message),
        })
      else skipped++
    }
    // a file that could not even be loaded has no tests to blame
    if (
      suite.status === 'failed' &&
      !suite.assertionResults.some(({ status }) => status === 'failed')
    )
      failures.push({
        name: `${path ?? suite.name} (the file itself)`,
        path,
        line: lineIn(suite.message ?? '', suite.name),
        message: firstLine(suite.message ?? 'it could not be loaded'),
      })
  }
  return { passed: passes.length, failed: failures.length, skipped, failures, passes }
}

/** Tests that a build copied somewhere else are not those of the project, which are there themselves. */
function ownOnes<Item>(
  items: readonly Item[],
  places: Places,
  fileOf: (item: Item) => string,
): readonly Item[] {
  const own = new Set(
    items.flatMap((item) => (pathOf(places, fileOf(item)) === null ? [] : [stemOf(fileOf(item))])),
  )
  return items.filter((item) => {
    const file = fileOf(item)
    const isCopy = file !== '' && pathOf(places, file) === null && own.has(stemOf(file))
    return !isCopy
  })
}

const stemOf = (file: string): string =>
  (file.split('/').at(-1) ?? '').replace(/\.[cm]?[jt]sx?$/, '')

const MochaTest = z.object({
  fullTitle: z.string(),
  file: z.string().nullish(),
  err: z.object({ message: z.string().nullish(), stack: z.string().nullish() }).nullish(),
})
const MochaReport = z.object({
  stats: z.object({ passes: z.number(), failures: z.number(), pending: z.number() }),
  failures: z.array(MochaTest),
  passes: z.array(MochaTest).default([]),
})

export function readMochaReport(value: unknown, places: Places): TestReport | null {
  const parsed = MochaReport.safeParse(value)
  if (!parsed.success) return null
  const { stats } = parsed.data
  const all = [...parsed.data.failures, ...parsed.data.passes]
  const tests = ownOnes(all, places, ({ file }) => file ?? '')
  const failures = parsed.data.failures.filter((each) => tests.includes(each))
  const passes = parsed.data.passes.filter((each) => tests.includes(each))
  return {
    passed: parsed.data.passes.length === 0 ? stats.passes : passes.length,
    failed: failures.length,
    skipped: stats.pending,
    passes: passes.map(({ fullTitle }) => fullTitle),
    failures: failures.map(({ fullTitle, file, err }) => ({
      name: fullTitle,
      path: pathOf(places, file ?? ''),
      line: lineIn(err?.stack ?? '', file ?? ''),
      message: firstLine(err?.message ?? ''),
    })),
  }
}

/** JUnit XML, as `node --test` writes it. Suites may be nested; only cases count. */
export function readJunitReport(xml: string, places: Places): TestReport | null {
  if (!xml.includes('<testsuites')) return null
  const failures: TestFailure[] = []
  const passes: string[] = []
  let skipped = 0
  const cases = [...xml.matchAll(/<testcase\b([^>]*?)(\/>|>([\s\S]*?)<\/testcase>)/g)]
  for (const [, attributes = '', , body = ''] of ownOnes(cases, places, ([, each = '']) =>
    attribute(each, 'file'),
  )) {
    const [, message = ''] = /<(?:failure|error)\b[^>]*\bmessage="([^"]*)"/.exec(body) ?? []
    if (/<(?:failure|error)\b/.test(body)) {
      const file = attribute(attributes, 'file')
      failures.push({
        name: attribute(attributes, 'name'),
        path: pathOf(places, file),
        line: lineIn(unescaped(body), file),
        message: firstLine(unescaped(message)),
      })
    } else if (/<skipped\b/.test(body)) skipped++
    else passes.push(attribute(attributes, 'name'))
  }
  return { passed: passes.length, failed: failures.length, skipped, failures, passes }
}

const attribute = (attributes: string, name: string): string =>
  unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replace(/&#(?:x([\da-f]+)|(\d+));/gi, (whole, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .replaceAll('&amp;', '&')

/** The line of the test's own file that a stack names first. */
function lineIn(stack: string, file: string): number | null {
  const name = file.replace(/^.*\//, '')
  if (name === '') return null
  const at = stack.indexOf(`${name}:`)
  const line = at < 0 ? 0 : Number.parseInt(stack.slice(at + name.length + 1), 10)
  return line > 0 ? line : null
}

/** With the next one, where the first only says what comes: "Expected values to be strictly equal:". */
function firstLine(text: string): string {
  const [first = '', next = ''] = withoutColours(text)
    .split('\n')
    .flatMap((line) => line.trim() || [])
  return (first.endsWith(':') ? `${first} ${next}` : first).slice(0, 300)
}

export const mergedReports = (reports: readonly TestReport[]): TestReport => ({
  passed: reports.reduce((sum, { passed }) => sum + passed, 0),
  failed: reports.reduce((sum, { failed }) => sum + failed, 0),
  skipped: reports.reduce((sum, { skipped }) => sum + skipped, 0),
  failures: reports.flatMap(({ failures }) => failures),
  passes: reports.flatMap(({ passes }) => passes),
})

/** The summaries that runners print last; a monorepo prints one for each package. */
const summaries: readonly RegExp[] = [
  // node --test, tape and what else speaks TAP, also in the words of node's own reporter
  /^[#ℹ] pass +\d+(?:\n[#ℹ].*)*/gm,
  // vitest, jest
  /^\s*Tests:?\s+.*\d+ (?:passed|failed|total).*$/gm,
  // mocha
  /^\s*\d+ (?:passing|failing)\b.*(?:\n\s*\d+ (?:failing|pending)\b.*)*/gm,
  // ava
  /^\s*\d+ tests? (?:passed|failed)\b.*(?:\n\s*\d+ tests? (?:passed|failed|skipped)\b.*)*/gm,
  // tap
  /^# \{ total: \d+.*\}$/gm,
  // uvu
  /^\s*Total:\s+\d+\n\s*Passed:\s+\d+.*(?:\n\s*Skipped:\s+\d+)?/gm,
  // jasmine
  /^\d+ specs?, \d+ failures?.*$/gm,
  // bun
  /^ *\d+ pass\n(?: *\d+ (?:skip|todo)\n)* *\d+ fail\b/gm,
  // playwright
  /^\s*(?:\d+ failed\b[\s\S]{0,4000}?)?^\s*\d+ passed \([\d.]+m?s\).*$/gm,
]

const counts = {
  specs: /^(\d+) specs?\b/,
  passed: /\bpass(?:ed)?(?:: *| +)(\d+)|(\d+) (?:tests? )?pass(?:ed|ing)?\b/i,
  failed: /\bfail(?:: *| +)(\d+)|(\d+) (?:tests? )?fail(?:ed|ing|ures?)?\b/i,
  skipped: /\bskip(?:ped)?(?:: *| +)(\d+)|(\d+) (?:tests? )?(?:skipped|pending|skip|todo)\b/i,
}

/** Counts in the summaries; single words such as "failed" mean nothing. */
export function readTestText(
  output: string,
): Pick<TestReport, 'passed' | 'failed' | 'skipped'> | null {
  const hit = summaries.map((summary) => output.match(summary)).find((match) => match !== null)
  if (hit === undefined || hit === null) return null
  // only one runner prints `Tests  3 passed` twice: as it goes along
  const sum = (pattern: RegExp): number =>
    [...new Set(hit)].reduce((all, text) => {
      const [, before, behind] = pattern.exec(text) ?? []
      return all + Number(before ?? behind ?? 0)
    }, 0)
  const failed = sum(counts.failed)
  // jasmine tells all and those that failed
  const passed = sum(counts.passed) + Math.max(0, sum(counts.specs) - failed)
  return { passed, failed, skipped: sum(counts.skipped) }
}

export const saysNoTests = (output: string): boolean =>
  /\bno test(?:s| files| suites)? (?:were |was )?found\b|No test files found|No tests found/i.test(
    output,
  )
