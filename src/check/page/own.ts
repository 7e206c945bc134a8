import { createHash } from 'node:crypto'
import type { PageVerdict } from '../../checks/page/judge-site.ts'
import type { JudgedPage, ShownFinding, ShownRule } from '../../model/page-report.ts'
import { type AsyncResult, ok } from '../../model/result.ts'
import { verdictOf } from '../../obligations/verdict.ts'
import type { Site } from '../../ports/browser.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { OwnJudged } from '../../rules/own/judged.ts'
import { decideByPerson } from '../files/exam.ts'
import { askOwnRulesAbout } from '../own-rules.ts'

type Looked = {
  readonly site: Site
  readonly page: string
  readonly verdict: PageVerdict
  readonly order: {
    readonly only: readonly string[]
    readonly decided?: Parameters<typeof decideByPerson>[1]
    readonly signal: AbortSignal
  }
}

/** What findings of a user's own rules are shown beside the dimensions of a page. */
const dimension = 'Your own rules'

/** Lays what the user's own rules say of the source of a page over what the gate said. */
export async function withOwnPageRules(
  workspace: Pick<Workspace, 'ownRules' | 'config'>,
  judged: JudgedPage,
  { site, page, verdict, order }: Looked,
): AsyncResult<JudgedPage> {
  const text = sourceOf(site, page, verdict)
  const own = await askOwnRulesAbout(workspace, {
    kind: 'page',
    path: judged.path,
    text: text ?? '',
    sha256: createHash('sha256')
      .update(text ?? '')
      .digest('hex'),
    only: order.only,
    signal: order.signal,
  })
  if (!own.ok || own.value.length === 0) return own.ok ? ok(judged) : own
  const said = text === null ? own.value.map(unseen) : own.value
  const all = [...judged.obligations, ...said.map(({ obligation }) => obligation)]
  const obligations = order.decided === undefined ? all : decideByPerson(all, order.decided)
  const verdictNow = verdictOf(obligations)
  return ok({
    ...judged,
    obligations,
    verdict: verdictNow,
    passed: verdictNow.verdict === 'accepted',
    rules: [...judged.rules, ...said.map(asRule)],
    findings: [...judged.findings, ...said.flatMap((each) => findingsOf(each, page))],
  })
}

/** The page as it is written: of a server, as it sent it. */
function sourceOf(site: Site, page: string, verdict: PageVerdict): string | null {
  const known =
    site.type === 'files'
      ? site.files.get(page)?.bytes
      : verdict.type === 'seen'
        ? verdict.facts.sources?.find(({ contentType }) => contentType.includes('html'))?.bytes
        : undefined
  return known === undefined ? null : new TextDecoder().decode(known)
}

/** Nobody saw the source, so nothing is known. */
const unseen = (own: OwnJudged): OwnJudged => ({
  ...own,
  findings: [],
  broken: 'the source of the page was not seen',
  obligation: {
    ...own.obligation,
    status: 'undecided',
    reason: 'the source of the page was not seen',
    evidence: [],
  },
})

function asRule({ rule, findings, broken, severity }: OwnJudged): ShownRule {
  return {
    id: rule.id,
    dimension,
    about: rule.about,
    mustPass: severity === 'error',
    better: typeof rule.passes === 'string' ? rule.passes : null,
    verdict: findings.length > 0 ? 'fail' : broken === null ? 'pass' : 'not-checked',
    reason: findings[0]?.message ?? broken ?? rule.about,
  }
}

const findingsOf = (
  { rule, severity, findings }: OwnJudged,
  page: string,
): readonly ShownFinding[] =>
  findings.map(({ message, place: { selector, line = 1 } }) => ({
    ruleId: rule.id,
    dimension,
    severity,
    message,
    ...(selector === undefined ? {} : { selector }),
    file: page,
    line,
    shots: [],
  }))
