import { join } from 'node:path'
import { check, type CheckRequest, type CheckResult } from '../check/check.ts'
import { gateFor } from '../check/files/criteria.ts'
import { hasOwnRules } from '../check/own-rules.ts'
import type { Workspace } from '../ports/workspace.ts'
import type { Result } from '../model/result.ts'
import { utf8Of } from '../ports/disk.ts'
import { type Change, largest } from './change.ts'
import { type GateVerdict, mostLines } from './session.ts'

/** What the gates said about a change, in words an agent can work with. */
export type GateResult = {
  readonly verdict: GateVerdict
  readonly lines: readonly string[]
}

const isOfProject = /\.[cm]?[jt]sx?$|(?:^|\/)package\.json$/

/** Which checks a change needs: those of loopwright.yaml, or what its files are. */
export async function checksFor(
  workspace: Workspace,
  change: Change,
): Promise<readonly CheckRequest[]> {
  const { checks, task: taskFile } = workspace.config.hooks
  const task = taskFile === undefined ? {} : { task: (await textOf(workspace, taskFile)) ?? '' }
  const since = change.base === null ? {} : { base: change.base }
  if (checks !== undefined)
    return checks.map(({ kind, paths }) => ({
      kind,
      paths,
      ...task,
      ...(kind === 'project' ? since : {}),
    }))
  const hasProject = (await textOf(workspace, 'package.json')) !== null
  const byKind = new Map<CheckRequest['kind'], string[]>()
  if (hasProject && change.paths.some((path) => isOfProject.test(path)))
    byKind.set('project', ['.'])
  for (const path of change.present) {
    const kind = await kindOf(workspace, path)
    if (kind === null || (hasProject && kind === 'code')) continue
    byKind.set(kind, [...(byKind.get(kind) ?? []), path])
  }
  return [...byKind].map(([kind, paths]) => ({
    kind,
    paths,
    ...task,
    ...(kind === 'project' ? since : {}),
  }))
}

/** What a file is checked as, or null where no rules are about it. */
async function kindOf(
  workspace: Workspace,
  path: string,
): Promise<Exclude<CheckRequest['kind'], 'project'> | null> {
  if (/\.html?$/.test(path)) return 'page'
  const text = await textOf(workspace, path)
  if (text === null) return null
  const gate = gateFor(path, text)
  return gate === null && (await hasOwnRules(workspace, path, text)) ? 'text' : gate
}

async function textOf(
  { root, disk }: Pick<Workspace, 'root' | 'disk'>,
  path: string,
): Promise<string | null> {
  const bytes = await disk.readFrom(join(root, path), 0, largest)
  if (bytes === null) return null
  // its beginning says what it is, and its check says that it is too large
  return bytes.length < largest ? utf8Of(bytes) : new TextDecoder().decode(bytes)
}

/** The quick check of one file that was edited. */
export async function checkEdited(workspace: Workspace, path: string): Promise<GateResult | null> {
  const kind = await kindOf(workspace, path)
  if (kind === null || kind === 'page') return null
  return runGate(workspace, [{ kind, paths: [path] }], AbortSignal.timeout(20_000))
}

export async function runGate(
  workspace: Workspace,
  requests: readonly CheckRequest[],
  signal: AbortSignal,
): Promise<GateResult> {
  const results: GateResult[] = []
  for (const request of requests) {
    const work = check(workspace, { ...request, signal })
    results.push(await Promise.race([work.then((done) => resultOf(request, done)), endOf(signal)]))
    if (signal.aborted) break
  }
  const verdicts = results.map(({ verdict }) => verdict)
  const worst = (['broken', 'not_accepted', 'undecided'] as const).find((each) =>
    verdicts.includes(each),
  )
  return { verdict: worst ?? 'accepted', lines: firstOf(results.flatMap(({ lines }) => lines)) }
}

function resultOf({ kind, paths }: CheckRequest, done: Result<CheckResult>): GateResult {
  if (done.ok) return { verdict: done.value.verdict, lines: linesOf(done.value) }
  const { where = `${kind} ${paths.join(' ')}`, what } = done.error
  return { verdict: 'broken', lines: [`${where}: ${what}`] }
}

/** As many as somebody can work with; they are kept, too. */
function firstOf(lines: readonly string[]): readonly string[] {
  const shown = lines.slice(0, mostLines).map((line) => line.slice(0, 400))
  const more = lines.length - shown.length
  return more > 0 ? [...shown, `and ${more} more`] : shown
}

const endOf = (signal: AbortSignal) =>
  new Promise<GateResult>((resolve) => {
    const end = () => resolve({ verdict: 'broken', lines: ['the checks took too long'] })
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
  })

/** One line for each thing that is not as it must be, errors first. */
function linesOf({ subjects }: CheckResult): readonly string[] {
  return subjects.flatMap(({ path, obligations, findings }) => {
    const errors = findings
      .filter(({ severity }) => severity === 'error')
      .map(
        ({ rule, message, path: file, line }) =>
          `${file}${line === undefined ? '' : `:${line}`} ${message} [${rule}]`,
      )
    // the project itself has no name
    const subject = path === '.' ? '' : `${path} `
    const open = obligations
      .filter(({ weight, status }) => weight === 'must' && ['unmet', 'undecided'].includes(status))
      .map(
        ({ statement, status, reason }) =>
          `${subject}${status === 'unmet' ? 'not met' : 'not decided'}: ${statement} (${reason})`,
      )
    return [...errors, ...open]
  })
}
