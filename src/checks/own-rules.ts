import type { FileTree } from '../model/file-tree.ts'
import type { Finding } from '../model/finding.ts'
import type { Obligation } from '../model/obligation.ts'
import { holdsRules, isAboutRules } from '../model/own-rule.ts'
import type { Powers } from '../model/power.ts'
import type { OwnRules, OwnVerdict } from '../ports/own-rules.ts'
import { judgedOf, type OwnJudged } from '../rules/own/judged.ts'
import { looksAt } from '../rules/own/look.ts'
import { kindOfText } from './file-kinds.ts'
import type { IntegrityFinding } from './integrity/rule.ts'

type TreesToAsk = {
  /** Null where a whole project is judged. */
  readonly before: FileTree | null
  readonly after: FileTree
  readonly paths: readonly string[]
  /** What comes before these paths to make them paths from the workspace. */
  readonly prefix?: string
  readonly powers: Powers
  /** The hash of what is judged. */
  readonly subject: string
  readonly signal: AbortSignal
}

/** A user's rules about the files of a project, or about a change of it: what stood there before is not its fault. */
async function askOwnRules(own: OwnRules, trees: TreesToAsk): Promise<readonly OwnJudged[]> {
  if (own.rules.length === 0) return []
  const { before, after, paths, powers, subject, signal } = trees
  const verdicts: OwnVerdict[] = []
  for (const path of before === null ? after.keys() : paths) {
    const text = after.get(path)
    if (text === undefined || isAboutRules(`${trees.prefix ?? ''}${path}`)) continue
    const now = await askAbout(own, { ...trees, path, text })
    const old = before?.get(path)
    const known =
      old === undefined || now.every(({ findings }) => findings.length === 0)
        ? []
        : await askAbout(own, { ...trees, path, text: old })
    verdicts.push(...now.map((each) => without(each, known)))
  }
  if (before !== null) {
    const files = paths.map((path) => ({
      path: `${trees.prefix ?? ''}${path}`,
      before: before.get(path) ?? null,
      after: after.get(path) ?? null,
    }))
    const asked = own.rules.filter((rule) => looksAt(rule, { kind: 'change', path: '' }))
    const said = await own.ask(asked, { kind: 'change', files }, signal)
    verdicts.push(...said.map((each) => placed(each, (path) => unprefixed(path, trees.prefix))))
  }
  return judgedOf(verdicts, { powers, subject })
}

const unprefixed = (path: string | undefined, prefix = '') =>
  path?.startsWith(prefix) ? path.slice(prefix.length) : path

const placed = (verdict: OwnVerdict, path: (own: string | undefined) => string | undefined) => ({
  ...verdict,
  findings: verdict.findings.map((finding): Finding => {
    const { path: own, ...place } = finding.place
    const at = path(own)
    return { ...finding, place: at === undefined ? place : { ...place, path: at } }
  }),
})

type Text = TreesToAsk & { readonly path: string; readonly text: string }

async function askAbout(
  own: OwnRules,
  { path, text, prefix = '', signal }: Text,
): Promise<readonly OwnVerdict[]> {
  const file = { kind: kindOfText(path, text), path: `${prefix}${path}`, text }
  const asked = own.rules.filter((rule) => looksAt(rule, file))
  if (asked.length === 0) return []
  return (await own.ask(asked, file, signal)).map((each) => placed(each, () => path))
}

/** What a rule found besides what it found before the change, as often as it did. */
function without(verdict: OwnVerdict, known: readonly OwnVerdict[]): OwnVerdict {
  const keyOf = ({ message, evidence = '' }: Finding) => `${message}\0${evidence}`
  const old = known.find(({ rule }) => rule === verdict.rule)?.findings.map(keyOf) ?? []
  const findings = verdict.findings.filter((finding) => {
    const at = old.indexOf(keyOf(finding))
    if (at >= 0) old.splice(at, 1)
    return at < 0
  })
  return { ...verdict, findings }
}

/** A change of the rules that work is held to is for a person to judge. */
function rulesKept({
  before,
  after,
  paths,
  prefix = '',
  subject,
}: TreesToAsk): readonly Obligation[] {
  const touched = paths.filter((path) => holdsRules(`${prefix}${path}`))
  // rules that are new hold work to more, not to less
  const lost = touched.filter((path) => {
    const [old, now] = [before?.get(path), after.get(path)]
    return old !== undefined && !(now ?? '').includes(old.trim())
  })
  const [first] = lost
  if (before === null || first === undefined) return []
  const text = `the change alters ${lost.join(', ')}: a person must say whether that was meant`
  return [
    {
      id: 'rules.kept',
      statement: 'the rules that work is held to stay as they are',
      source: { kind: 'workflow', text: 'whoever works does not change what the work is held to' },
      weight: 'must',
      decided_by: 'person',
      status: 'undecided',
      reason: text,
      evidence: [],
      subject,
    },
  ]
}

type JudgedCode = Pick<TreesToAsk, 'paths'> & {
  readonly own?: { readonly rules: OwnRules; readonly prefix?: string }
  readonly before: { readonly tree: FileTree } | null
  readonly after: { readonly tree: FileTree; readonly measured: { readonly tree: string } }
  readonly powers?: Powers
  readonly onProgress: (what: string) => void
}

/** What the user's own rules say, as findings beside those of the change, and what is owed for it. */
export async function ownRulesAbout(
  { own, before, after, paths, powers = {}, onProgress }: JudgedCode,
  signal: AbortSignal,
): Promise<{
  readonly findings: readonly IntegrityFinding[]
  readonly obligations: readonly Obligation[]
}> {
  if (own === undefined) return { findings: [], obligations: [] }
  onProgress('asking your own rules')
  const trees = {
    before: before?.tree ?? null,
    after: after.tree,
    paths,
    ...(own.prefix === undefined ? {} : { prefix: own.prefix }),
    powers,
    subject: after.measured.tree,
    signal,
  }
  const judged = await askOwnRules(own.rules, trees)
  const findings = judged.flatMap(({ rule, severity, findings: result }) =>
    result.map((finding) => ({
      ...finding,
      rule: rule.id,
      severity,
      dimension: 'completeness' as const,
    })),
  )
  return {
    findings,
    obligations: [...judged.map(({ obligation }) => obligation), ...rulesKept(trees)],
  }
}
