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
  let [passed, skipped] = [0, 0]
  for (const suite of parsed.data.testResults) {
    const path = pathOf(places, suite.name)
    for (const one of suite.assertionResults) {
      const message = one.failureMessages?.[0] ?? ''
      if (one.status === 'passed') passed++
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
  return { passed, failed: failures.length, skipped, failures }
}

const MochaReport = z.object({
  stats: z.object({ passes: z.number(), failures: z.number(), pending: z.number() }),
  failures: z.array(
    z.object({
      fullTitle: z.string(),
      file: z.string().nullish(),
      err: z.object({ message: z.string().nullish(), stack: z.string().nullish() }).nullish(),
    }),
  ),
})

export function readMochaReport(value: unknown, places: Places): TestReport | null {
  const parsed = MochaReport.safeParse(value)
  if (!parsed.success) return null
  const { stats, failures } = parsed.data
  return {
    passed: stats.passes,
    failed: stats.failures,
    skipped: stats.pending,
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
  let [passed, skipped] = [0, 0]
  for (const [, attributes = '', , body = ''] of xml.matchAll(
    /<testcase\b([^>]*?)(\/>|>([\s\S]*?)<\/testcase>)/g,
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
    else passed++
  }
  return { passed, failed: failures.length, skipped, failures }
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

const firstLine = (text: string): string =>
  (withoutColours(text).trim().split('\n')[0] ?? '').slice(0, 300)

export const mergedReports = (reports: readonly TestReport[]): TestReport => ({
  passed: reports.reduce((sum, { passed }) => sum + passed, 0),
  failed: reports.reduce((sum, { failed }) => sum + failed, 0),
  skipped: reports.reduce((sum, { skipped }) => sum + skipped, 0),
  failures: reports.flatMap(({ failures }) => failures),
})

const number = (pattern: RegExp, text: string): number | null => {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? null : Number(found)
}

/** Counts in the summary that runners print last; single words such as "failed" mean nothing. */
export function readTestText(output: string): Omit<TestReport, 'failures'> | null {
  const tap = number(/^# pass (\d+)/m, output)
  if (tap !== null)
    return {
      passed: tap,
      failed: number(/^# fail (\d+)/m, output) ?? 0,
      skipped: number(/^# skip(?:ped)? (\d+)/m, output) ?? 0,
    }
  const summary = output.match(/^\s*Tests:?\s+.*\d+ (?:passed|failed|total).*$/gm)?.at(-1)
  if (summary !== undefined)
    return {
      passed: number(/(\d+) passed/, summary) ?? 0,
      failed: number(/(\d+) failed/, summary) ?? 0,
      skipped: number(/(\d+) (?:skipped|pending)/, summary) ?? 0,
    }
  const passing = number(/^\s*(\d+) passing\b/m, output)
  const failing = number(/^\s*(\d+) failing\b/m, output)
  if (passing === null && failing === null) return null
  return {
    passed: passing ?? 0,
    failed: failing ?? 0,
    skipped: number(/^\s*(\d+) pending\b/m, output) ?? 0,
  }
}

export const saysNoTests = (output: string): boolean =>
  /\bno test(?:s| files| suites)? (?:were |was )?found\b|No test files found|No tests found/i.test(
    output,
  )
