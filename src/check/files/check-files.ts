import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Workspace } from '../../ports/workspace.ts'
import { applyFixes } from '../../checks/apply-fixes.ts'
import type { CheckRun } from '../../checks/run-checks.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import { verdictOf } from '../../obligations/verdict.ts'
import { combine } from '../../workflows/reflex/steps/evaluate.ts'
import { notItsFormat } from './artifact-format.ts'
import { type CheckOptions, criteriaForFile } from './criteria.ts'
import { asCounted, decideByPerson, obligationsOfFile } from './exam.ts'
import { type Bench, openBench, scoreOf } from './judge.ts'
import { unjudged, withOwnRules } from './own.ts'
import { asWritten, type CheckedFile, type ReadFile, readToJudge } from './read.ts'
import { replaceFile } from '../../engine/user-files.ts'

type Order = CheckOptions & { readonly fix: boolean; readonly stdin: () => Promise<Uint8Array> }

/** Reads all files before any is judged, so that a wrong name is told at once. */
export async function readFiles(
  workspace: Pick<Workspace, 'cwd' | 'root'>,
  names: readonly string[],
  { kind, stdin }: Order,
): AsyncResult<readonly ReadFile[]> {
  const files: ReadFile[] = []
  const wanted = await expand(workspace, names)
  if (!wanted.ok) return wanted
  for (const name of wanted.value) {
    const file = await readToJudge(workspace, name, { folders: kind === 'docs', stdin })
    if (!file.ok) return file
    files.push(file.value)
  }
  return ok(files)
}

/** Patterns are expanded here too, since not every shell does it; one that matches nothing is told. */
async function expand(
  workspace: Pick<Workspace, 'cwd'>,
  names: readonly string[],
): AsyncResult<ReadonlySet<string>> {
  const results = new Set<string>()
  for (const name of names) {
    if (!name.includes('*') || existsSync(resolve(workspace.cwd, name))) {
      results.add(name)
      continue
    }
    const matches: string[] = []
    for await (const match of glob(name, { cwd: workspace.cwd })) matches.push(match)
    if (matches.length === 0)
      return err({ exit: 2, what: 'no file matches the pattern', where: name })
    for (const match of matches.toSorted()) results.add(match)
  }
  return ok(results)
}

/** Whether a folder is meant where files could stand as well. */
export const isFolder = (cwd: string, word: string): Promise<boolean> =>
  stat(resolve(cwd, word)).then(
    (stats) => stats.isDirectory(),
    () => false,
  )

/** Runs the gates on one file. Agents are asked only where a reader or judge is bound; nothing is written. */
export async function checkFile(
  workspace: Workspace,
  file: ReadFile,
  order: Order,
): AsyncResult<CheckedFile> {
  const checked = await checkByGates(workspace, file, order)
  if (!checked.ok) return checked
  const whole = await withOwnRules(workspace, checked.value, order)
  if (whole.ok && order.kind === 'text' && whole.value.judged.rules.length === 0)
    return usageError(
      'no rule of your own looks at this file',
      'write one: loopwright rules new <id>   or see: loopwright rules list',
      file.path,
    )
  return whole
}

async function checkByGates(
  workspace: Workspace,
  file: ReadFile,
  order: Order,
): AsyncResult<CheckedFile> {
  if (order.kind === 'text') return ok(unjudged(file))
  if (order.kind === 'design') {
    const { checkDesign } = await import('./check-design.ts')
    return ok(await checkDesign(workspace, file, order))
  }
  const foreign = order.kind === 'openapi' ? notItsFormat(file.path, file.text) : null
  if (foreign !== null)
    return err({
      exit: 1,
      what: foreign,
      where: file.path,
      todo: 'write it in the format of its name',
    })
  const begun = workspace.clock.elapsedMs()
  const chosen = await criteriaForFile(order, file)
  if (!chosen.ok) return chosen
  const { type, criteria } = chosen.value
  const bench = await openBench(workspace, { file, type, criteria, options: order })
  const fixed = order.fix ? await fixFile(bench, file.text) : { text: file.text, rules: [] }
  const judged = scoreOf({ criteria, options: order, file }, await bench.run(fixed.text))
  const bytes = asWritten(file, fixed.text)
  const changed = fixed.text !== file.text
  const sha256 = changed ? createHash('sha256').update(bytes).digest('hex') : file.sha256
  const result = await obligationsOfFile(workspace, order, {
    file,
    text: fixed.text,
    type,
    ...judged,
    sha256,
  })
  const obligations = order.decided === undefined ? result : decideByPerson(result, order.decided)
  return ok({
    judged: {
      path: file.path,
      sha256,
      text: fixed.text,
      type,
      criteria: criteria.name,
      level: order.level,
      ...judged,
      rules: asCounted(judged.rules, obligations),
      obligations,
      passed: verdictOf(obligations).verdict === 'accepted',
      seconds: (workspace.clock.elapsedMs() - begun) / 1000,
      fixed: fixed.rules,
    },
    repair:
      changed && file.absolute !== null
        ? { absolute: file.absolute, before: file.text, after: fixed.text, bytes }
        : null,
  })
}

/** Writes beside and renames over, through links and with the mode the file had. */
export async function writeRepair({
  absolute,
  bytes,
}: NonNullable<CheckedFile['repair']>): Promise<void> {
  const target = await realpath(absolute)
  const { mode } = await stat(target)
  await replaceFile(target, bytes, mode & 0o777)
}

type Fixed = { readonly text: string; readonly rules: readonly string[] }

/** Rule by rule: a repair is kept if its rule has fewer findings and no other rule that held is lost. */
async function fixFile({ rules, run }: Bench, text: string): Promise<Fixed> {
  const holding = (runs: readonly CheckRun[]) =>
    new Set(rules.filter((rule) => holds(combine(rule, runs))).map(({ id }) => id))
  let now = text
  let runs = await run(now)
  const fixed: string[] = []
  for (const { id } of rules) {
    const own = runs.filter(({ check }) => check.rule_id === id)
    if (!own.some(({ outcome }) => outcome.findings.some(({ fix }) => fix !== undefined))) continue
    const candidate = await applyFixes(now, (each) => run(each, new Set([id])))
    if (candidate === now) continue
    const after = await run(candidate)
    const before = holding(runs)
    const stored = holding(after)
    if ([...before].some((rule) => !stored.has(rule)) || findings(after) >= findings(runs)) continue
    now = candidate
    runs = after
    fixed.push(id)
  }
  return { text: now, rules: fixed }
}

const findings = (runs: readonly CheckRun[]) =>
  runs.reduce((sum, { outcome }) => sum + outcome.findings.length, 0)

const holds = (combined: ReturnType<typeof combine>) =>
  combined.type === 'open' || combined.result.verdict === 'pass' || combined.result.verdict === 'na'
