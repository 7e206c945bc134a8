import type { Obligation, Verdict } from '../model/obligation.ts'
import type { ExitCode } from '../model/problem.ts'
import { type AsyncResult, ok } from '../model/result.ts'
import { exitOfVerdict, verdictOf } from '../obligations/verdict.ts'
import type { Workspace } from '../ports/workspace.ts'
import type { CheckKind } from './files/criteria.ts'

/** What is checked: files of a kind, the folder of a project, or pages. */
export type CheckRequest = {
  readonly kind: Exclude<CheckKind, 'artifact'> | 'project' | 'page'
  /** Paths from the folder of the workspace; a page may also be an address on this machine. */
  readonly paths: readonly string[]
  /** What was asked for. Without it only general rules are asked. */
  readonly task?: string
  /** What a design is made for. */
  readonly requirements?: string
  /** The commit or folder that a project is a change of. */
  readonly base?: string
  readonly signal?: AbortSignal
}

export type CheckResult = {
  readonly verdict: Verdict['verdict']
  readonly exit: ExitCode
  readonly subjects: readonly {
    readonly path: string
    readonly verdict: Verdict['verdict']
    readonly obligations: readonly Obligation[]
    readonly findings: readonly CheckFinding[]
  }[]
}

export type CheckFinding = {
  readonly rule: string
  /** Which part of the rule speaks, where it has parts with powers of their own. */
  readonly part?: string
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
  readonly path: string
  readonly line?: number
}

/** Holds what exists against the gates and against what was asked. Nothing is written. */
export async function check(workspace: Workspace, request: CheckRequest): AsyncResult<CheckResult> {
  const subjects = await subjectsOf(workspace, request)
  if (!subjects.ok) return subjects
  const verdicts = subjects.value.map(({ verdict }) => verdict)
  const verdict =
    (['not_accepted', 'undecided'] as const).find((each) => verdicts.includes(each)) ?? 'accepted'
  return ok({ verdict, exit: exitOfVerdict[verdict], subjects: subjects.value })
}

type Subjects = CheckResult['subjects']

async function subjectsOf(workspace: Workspace, request: CheckRequest): AsyncResult<Subjects> {
  const { kind } = request
  if (kind === 'project') return projectsOf(workspace, request)
  return kind === 'page' ? pagesOf(workspace, request) : filesOf(workspace, { ...request, kind })
}

const never = new AbortController().signal

async function filesOf(
  workspace: Workspace,
  { kind, paths, task = '', requirements }: CheckRequest & { readonly kind: CheckKind },
): AsyncResult<Subjects> {
  const { checkFile, readFiles } = await import('./files/check-files.ts')
  const { levelOf } = await import('../views/findings.ts')
  const order = {
    kind,
    task,
    level: 'B' as const,
    fix: false,
    stdin: () => Promise.resolve(new Uint8Array()),
    ...(requirements === undefined ? {} : { requirements }),
  }
  const files = await readFiles(workspace, paths, order)
  if (!files.ok) return files
  const subjects: Subjects[number][] = []
  for (const file of files.value) {
    const checked = await checkFile(workspace, file, order)
    if (!checked.ok) return checked
    const { path, rules, obligations = [] } = checked.value.judged
    const severities = { error: 'error', warning: 'warning', note: 'info' } as const
    subjects.push({
      path,
      verdict: verdictOf(obligations).verdict,
      obligations,
      findings: rules.flatMap(({ id, severity, findings }) =>
        findings.map(({ message, rule: part, place: { line } }) => ({
          rule: id,
          ...(part === undefined ? {} : { part }),
          severity: severities[levelOf[severity]],
          message,
          path,
          ...(line === undefined ? {} : { line }),
        })),
      ),
    })
  }
  return ok(subjects)
}

async function projectsOf(
  workspace: Workspace,
  { paths, task = '', base, signal = never }: CheckRequest,
): AsyncResult<Subjects> {
  const { checkCode } = await import('./code/check-code.ts')
  const subjects: Subjects[number][] = []
  for (const folder of paths) {
    const checked = await checkCode(workspace, {
      folder,
      ...(base === undefined ? {} : { base }),
      mutationSeconds: 0,
      commands: {},
      asked: { task },
      only: [],
      signal,
      onProgress: () => undefined,
    })
    if (!checked.ok) return checked
    const { path, verdict, obligations, findings } = checked.value
    subjects.push({
      path,
      verdict: verdict.verdict,
      obligations,
      findings: findings.map(({ rule, severity, message, path: file, line }) => ({
        rule,
        severity,
        message,
        path: file ?? path,
        ...(line === null ? {} : { line }),
      })),
    })
  }
  return ok(subjects)
}

async function pagesOf(
  workspace: Workspace,
  { paths, task = '', signal = never }: CheckRequest,
): AsyncResult<Subjects> {
  const { checkPages } = await import('./page/check-page.ts')
  const checked = await checkPages(workspace, {
    targets: paths,
    contract: {},
    texts: { task, criteria: '' },
    threshold: null,
    fix: false,
    isStatic: false,
    failFast: false,
    allPages: false,
    only: [],
    timeoutMs: 60_000,
    signal,
    onProgress: () => undefined,
  })
  if (!checked.ok) return checked
  return ok(
    checked.value.report.pages.map(({ path, verdict, obligations, findings, prefix }) => ({
      path,
      verdict: verdict.verdict,
      obligations,
      findings: findings.map(({ ruleId, severity, message, file, line }) => ({
        rule: ruleId,
        severity,
        message,
        path: file === undefined ? path : `${prefix}${file}`,
        ...(line === undefined ? {} : { line }),
      })),
    })),
  )
}
