import { z } from 'zod'

const path = z.string().min(1)
const line = z.int().positive()
const count = z.int().nonnegative()

/** A compiler's or linter's word about a place. */
export const Diagnostic = z.object({
  path: path.nullable(),
  line: line.nullable(),
  column: line.nullable(),
  severity: z.enum(['error', 'warning']),
  /** The rule or error code, such as `TS2304` or `no-unused-vars`. */
  code: z.string().nullable(),
  message: z.string(),
})
export type Diagnostic = z.infer<typeof Diagnostic>

/** One source file as the parser saw it. */
export const MeasuredFile = z.object({
  path,
  lines: count,
  /** Lines on which something runs, for files that no coverage tool loaded. */
  executable_lines: count,
  is_test: z.boolean(),
  functions: z.array(z.object({ name: z.string(), line, complexity: z.int().positive() })),
  todos: z.array(z.object({ line, text: z.string() })),
  parse_errors: z.array(z.object({ line, message: z.string() })),
})
export type MeasuredFile = z.infer<typeof MeasuredFile>

/** One command as it was run. A time-out is tried again with more time and is never read as a failure. */
export const CommandRun = z.object({
  purpose: z.enum(['build', 'test', 'lint']),
  /** As a person would type it. */
  shown: z.string(),
  attempts: z.array(
    z.object({
      exit: z.int().nullable(),
      stopped: z.enum(['time', 'memory', 'processes', 'output', 'cancelled']).nullable(),
      seconds: z.number().nonnegative(),
      limit_seconds: z.number().positive(),
    }),
  ),
  /** It failed and was run once more, to tell what fails from what is flaky. */
  repeated: z.boolean(),
  /** The end of what it said, for a reader. */
  tail: z.string(),
})
export type CommandRun = z.infer<typeof CommandRun>

/**
 * `stopped`: it ran out of time or memory each time. `not_run`: a program or package it needs is not
 * installed. Both mean that nothing is known.
 */
export const BuildMeasure = z.object({
  state: z.enum(['passed', 'failed', 'stopped', 'not_run', 'unknown']),
  /** What decided: the project's command, a type check, or that all sources parse. */
  decided_by: z.enum(['command', 'type-check', 'parse', 'nothing']),
  errors: z.array(Diagnostic),
})
export type BuildMeasure = z.infer<typeof BuildMeasure>

export const TestFailure = z.object({
  name: z.string(),
  path: path.nullable(),
  line: line.nullable(),
  message: z.string(),
})
export type TestFailure = z.infer<typeof TestFailure>

/** `none`: no test ran, which is not a pass. */
export const TestMeasure = z.object({
  state: z.enum(['passed', 'failed', 'none', 'stopped', 'not_run']),
  /** Who counted: the runner's own report, its text, or nobody but the exit code. */
  decided_by: z.enum(['report', 'text', 'exit-code', 'nothing']),
  passed: count.nullable(),
  failed: count.nullable(),
  skipped: count.nullable(),
  failures: z.array(TestFailure),
  /** Tests that failed in one of two runs of the same code. */
  flaky: z.array(z.string()),
  /** Titles of tests that passed, where the runner names them; measurements of earlier versions do not tell. */
  passes: z.array(z.string()).default([]),
})
export type TestMeasure = z.infer<typeof TestMeasure>

/** `unknown` is not zero: no tool said anything about coverage. It scores as no coverage all the same. */
export const CoverageMeasure = z.object({
  confidence: z.enum(['measured', 'parsed-from-text', 'unknown']),
  percent: z.number().min(0).max(100).nullable(),
  /** Covered and all lines (statements where a tool counts no lines) by file, where the report has them. */
  files: z.array(
    z.object({
      path,
      covered: count,
      total: count,
      /** Lines that never ran, where the report tells. */
      missed: z.array(line).optional(),
      /** Lines on which a branch begins that never ran, although something else there may have. */
      untaken: z.array(line).optional(),
    }),
  ),
  source: z.string(),
})
export type CoverageMeasure = z.infer<typeof CoverageMeasure>

export const LintMeasure = z.object({
  state: z.enum(['measured', 'parsed-from-text', 'exit-code', 'stopped', 'not_run', 'unknown']),
  errors: count,
  warnings: count,
  diagnostics: z.array(Diagnostic),
})
export type LintMeasure = z.infer<typeof LintMeasure>

export const Measurement = z.object({
  version: z.literal(1),
  /** The hash of the tree and of the packages it was measured with. */
  tree: z.string(),
  sandbox: z.enum(['bwrap', 'none', 'refused']),
  seconds: z.number().nonnegative(),
  files: z.array(MeasuredFile),
  build: BuildMeasure,
  tests: TestMeasure,
  coverage: CoverageMeasure,
  lint: LintMeasure,
  commands: z.array(CommandRun),
  /** Scripts of package.json that would harm a machine without walls, and those that do nothing. */
  scripts: z.array(
    z.object({ script: z.string(), line: line.nullable(), problem: z.string(), text: z.string() }),
  ),
  /** What a reader should know about how it was measured. */
  notes: z.array(z.string()),
})
export type Measurement = z.infer<typeof Measurement>
