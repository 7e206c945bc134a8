import { join } from 'node:path'
import { check, type CheckRequest, type CheckResult } from '../check/check.ts'
import { gateFor } from '../check/files/criteria.ts'
import { hasOwnRules } from '../check/own-rules.ts'
import type { Workspace } from '../ports/workspace.ts'
import { utf8Of } from '../ports/disk.ts'
import type { Change } from './change.ts'
import type { GateVerdict } from './session.ts'

/** What the gates said about a change, in words an agent can work with. */
export type GateResult = {
  readonly verdict: GateVerdict
  readonly lines: readonly string[]
  /** What was checked, such as `openapi api.yaml`. */
  readonly checked: readonly string[]
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
  const bytes = await disk.read(join(root, path))
  return bytes === null ? null : utf8Of(bytes)
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
  const checked = requests.map(({ kind, paths }) => `${kind} ${paths.join(' ')}`)
  const results: GateResult[] = []
  for (const request of requests) {
    const result = await Promise.race([check(workspace, { ...request, signal }), endOf(signal)])
    if (result === 'late')
      results.push({ verdict: 'broken', lines: ['the checks took too long'], checked })
    else if (!result.ok) results.push({ verdict: 'broken', lines: [result.error.what], checked })
    else results.push({ verdict: result.value.verdict, lines: linesOf(result.value), checked })
    if (signal.aborted) break
  }
  const verdicts = results.map(({ verdict }) => verdict)
  const worst = (['broken', 'not_accepted', 'undecided'] as const).find((each) =>
    verdicts.includes(each),
  )
  return { verdict: worst ?? 'accepted', lines: results.flatMap(({ lines }) => lines), checked }
}

const endOf = (signal: AbortSignal) =>
  new Promise<'late'>((resolve) => {
    if (signal.aborted) resolve('late')
    signal.addEventListener('abort', () => resolve('late'), { once: true })
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
    const open = obligations
      .filter(({ weight, status }) => weight === 'must' && ['unmet', 'undecided'].includes(status))
      .map(
        ({ statement, status, reason }) =>
          `${path} ${status === 'unmet' ? 'not met' : 'not decided'}: ${statement} (${reason})`,
      )
    return [...errors, ...open]
  })
}
