import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { Tree, Variant } from './cases.ts'
import { clear, stage } from './stage.ts'

const own = resolve(import.meta.dirname, '../../bin/loopwright.mjs')

const Part = z.object({ id: z.string(), status: z.string(), reason: z.string().default('') })
const Report = z.object({
  verdict: z.string(),
  structural: z.object({
    checks: z.array(
      z.object({ id: z.string(), status: z.string(), reason: z.string().default('') }),
    ),
  }),
  evaluators: z.array(
    z.object({
      evaluator: z.string(),
      passes: z.array(
        z.object({ number: z.number(), verdict: z.string(), parts: z.array(Part).default([]) }),
      ),
    }),
  ),
})

export type PassResult = {
  /** `eval-ui-ux 4` or `structural scope`. */
  readonly name: string
  readonly verdict: string
  readonly reasons: readonly string[]
}

export type CaseResult = {
  readonly seconds: number
  readonly exit: number | null
  readonly verdict: string
  readonly passes: readonly PassResult[]
  /** Why there is no report. */
  readonly error?: string
}

export const hasFailed = ({ verdict }: PassResult): boolean => /^(?:fail|unmet)/i.test(verdict)

/** Checks the track of a case through the command line. */
export async function runCase(
  clean: Tree,
  each: Variant,
  seconds: number,
  program = own,
): Promise<CaseResult> {
  const made = stage(clean, each)
  const started = performance.now()
  try {
    const { exit, stdout, stderr } = await check(program, made.track, seconds)
    const result = { seconds: (performance.now() - started) / 1000, exit }
    const report = Report.safeParse(jsonIn(stdout))
    if (!report.success)
      return {
        ...result,
        verdict: 'no report',
        passes: [],
        error: stderr.trim().slice(-500) || z.prettifyError(report.error),
      }
    return { ...result, verdict: report.data.verdict, passes: passesOf(report.data) }
  } finally {
    clear(made)
  }
}

const passesOf = ({ structural, evaluators }: z.output<typeof Report>): readonly PassResult[] => [
  ...structural.checks.map(({ id, status, reason }) => ({
    name: `structural ${id}`,
    verdict: status,
    reasons: [reason],
  })),
  ...evaluators.flatMap(({ evaluator, passes }) =>
    passes.map(({ number, verdict, parts }) => ({
      name: `${evaluator} ${number}`,
      verdict,
      reasons: parts
        .filter(({ status }) => status === 'unmet')
        .map(({ id, reason }) => `${id}: ${reason}`),
    })),
  ),
]

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function check(
  program: string,
  track: string,
  seconds: number,
): Promise<{ readonly exit: number | null; readonly stdout: string; readonly stderr: string }> {
  return new Promise((done, fail) => {
    const child = spawn(
      process.execPath,
      [program, 'check', 'track', track, '--json', '--no-write'],
      {
        cwd: resolve(track, '../../..'),
        timeout: seconds * 1000,
      },
    )
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.on('error', fail)
    child.on('close', (exit) => done({ exit, stdout, stderr }))
  })
}
