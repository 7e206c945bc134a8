import { reaches } from '../../loop/score.ts'
import type { PageFacts } from '../../model/page-facts.ts'
import type { PageContract, PageFinding } from '../../checks/page/page-rule.ts'
import type { Place } from '../../checks/page/audit/operator.ts'
import { parsePage } from '../../checks/page/static/html-facts.ts'
import type { Node } from '../../checks/page/static/html-tree.ts'
import type { Clock } from '../../ports/clock.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Browser, SiteFile } from '../../ports/browser.ts'
import {
  type AuditOutcome,
  type AuditReport,
  type AuditTrial,
  countTrials,
  recallOf,
} from '../../views/page/audit.ts'
import {
  auditSite,
  chooseMutants,
  cleanTwin,
  type PlantedMutant,
  siteFiles,
} from './audit-mutants.ts'
import { judgeSite, type PageVerdict } from '../../checks/page/judge-site.ts'
import { matches } from '../../checks/page/selector.ts'

/** A page that the gate is tried on, and how. */
export type AuditOrder = {
  readonly files: ReadonlyMap<string, SiteFile>
  readonly page: string
  readonly contract: PageContract
  readonly seed: number
  readonly count: number
  readonly goal: number
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Goes on though the page itself does not pass. */
  readonly anyway: boolean
  readonly concurrency: number
  readonly onProgress: (done: number, all: number, noticed: number) => void
}

export type AuditRefusal =
  | { readonly type: 'unseen'; readonly reason: string; readonly isOurs: boolean }
  | { readonly type: 'not-clean'; readonly findings: readonly PageFinding[] }
  | { readonly type: 'nothing-to-plant' }

/** Plants defects in a page one at a time and counts how many of them the gate notices. */
export async function auditPage(
  { browser, clock }: { readonly browser: Browser; readonly clock: Clock },
  order: AuditOrder,
): AsyncResult<AuditReport, AuditRefusal> {
  const begun = clock.elapsedMs()
  const site = cleanTwin(auditSite(order.files, order.page))
  const look = (files: ReadonlyMap<string, SiteFile>) =>
    judgeSite(browser, { site: { type: 'files', files }, ...order })
  const clean = await look(siteFiles(site))
  if (clean.type !== 'seen')
    return err({ type: 'unseen', reason: clean.reason, isOurs: clean.type === 'broken' })
  const { findings, mustPassFailures } = clean.judgement
  const errors = findings.filter(({ severity }) => severity === 'error')
  const cleanPasses = errors.length === 0 && mustPassFailures.length === 0
  if (!cleanPasses && !order.anyway) return err({ type: 'not-clean', findings: errors })
  const mutants = chooseMutants(site, order.seed, order.count)
  if (mutants.length === 0) return err({ type: 'nothing-to-plant' })

  const known = new Set(findings.map(keyOf))
  const trials = await inParallel(mutants, order, async (mutant) => {
    const start = clock.elapsedMs()
    const verdict = await look(mutant.files)
    return trialOf(
      mutant,
      { verdict, known, clean: clean.facts, page: order.page },
      clock.elapsedMs() - start,
    )
  })
  const recall = recallOf(countTrials(trials))
  return ok({
    page: order.page,
    seed: order.seed,
    goal: order.goal,
    reached: reaches(recall, order.goal),
    trials,
    standing: findings
      .filter(({ severity }) => severity !== 'info')
      .map(({ ruleId, severity, message }) => ({ rule: ruleId, severity, message })),
    cleanPasses,
    seconds: (clock.elapsedMs() - begun) / 1000,
  })
}

/** Several looks at once, the results in the order of the mutants. */
async function inParallel(
  mutants: readonly PlantedMutant[],
  { concurrency, onProgress, signal }: AuditOrder,
  work: (mutant: PlantedMutant) => Promise<AuditTrial>,
): Promise<readonly AuditTrial[]> {
  const done: (AuditTrial | undefined)[] = mutants.map(() => undefined)
  let next = 0
  const walk = async () => {
    for (let at = next++; at < mutants.length && !signal.aborted; at = next++) {
      const mutant = mutants[at]
      if (mutant === undefined) return
      done[at] = await work(mutant)
      const so = done.filter((trial) => trial !== undefined)
      onProgress(
        so.length,
        mutants.length,
        so.filter(({ outcome }) => outcome === 'noticed').length,
      )
    }
  }
  await Promise.all(Array.from({ length: concurrency }, walk))
  return done.filter((trial) => trial !== undefined)
}

/** Lines move when something is planted above, so they tell nothing. */
const keyOf = ({ ruleId, place, message }: PageFinding): string =>
  [ruleId, place.selector ?? '', place.file ?? '', message].join(' ')

type Seen = {
  readonly verdict: PageVerdict
  readonly known: ReadonlySet<string>
  readonly clean: PageFacts
  readonly page: string
}

async function trialOf(mutant: PlantedMutant, observed: Seen, ms: number): Promise<AuditTrial> {
  const { operator, place } = mutant
  const about = {
    operator: operator.id,
    class: operator.class,
    dimension: operator.dimension,
    planted: [...place.selectors.slice(0, 3), ...place.files],
    ms: Math.round(ms),
  }
  const { verdict } = observed
  if (verdict.type === 'broken' || verdict.type === 'refused')
    return { ...about, outcome: 'missed', rules: [], said: [`the look failed: ${verdict.reason}`] }
  const fresh = verdict.judgement.findings.filter(
    (finding) => finding.severity !== 'info' && !observed.known.has(keyOf(finding)),
  )
  const nodes = await nodesOf(mutant, observed.page)
  const wanted: readonly string[] = [operator.dimension, ...(operator.alsoIn ?? [])]
  const there = fresh.filter(
    (finding) => fitsClass(mutant, finding) && isNear(finding, place, nodes),
  )
  const right = there.filter(({ dimension }) => wanted.includes(dimension))
  const outcome: AuditOutcome =
    right.length > 0
      ? 'noticed'
      : fresh.length > 0
        ? 'other'
        : looksTheSame(mutant, verdict, observed.clean)
          ? 'without-effect'
          : 'missed'
  return {
    ...about,
    outcome,
    rules: [...new Set(right.map(({ ruleId }) => ruleId))],
    said: right.length > 0 ? [] : fresh.map(sayingOf),
  }
}

const sayingOf = ({ ruleId, dimension, place, message }: PageFinding): string =>
  `${ruleId} [${dimension}] ${place.selector ?? place.file ?? ''}: ${message}`

/** A pale colour may also break another rule of its dimension; that is not what was asked. */
const fitsClass = ({ operator }: PlantedMutant, { ruleId, message }: PageFinding): boolean =>
  operator.class !== 'contrast' || /contrast/i.test(`${ruleId} ${message}`)

async function nodesOf({ files }: PlantedMutant, page: string): Promise<readonly Node[]> {
  const html = new TextDecoder().decode(files.get(page)?.bytes ?? new Uint8Array())
  return (await parsePage(page, html)).nodes
}

/** The planted place, or one step from it. A finding without any place speaks of the whole page. */
function isNear({ place: at }: PageFinding, place: Place, nodes: readonly Node[]): boolean {
  if (at.file !== undefined && place.files.some((file) => isInFile(at.file ?? '', at.line, file)))
    return true
  const selector = at.selector ?? (at.file === undefined ? 'html' : null)
  const match = selector === null ? undefined : nodes.find((node) => isMeant(node, selector))
  if (match === undefined) return false
  const goals = place.selectors.flatMap((goal) =>
    nodes.filter(({ element }) => matches(element, goal)),
  )
  return goals.some(
    (goal) =>
      goal === match ||
      goal.parent === match ||
      (match.parent === goal && !['html', 'body', 'main'].includes(goal.tag)),
  )
}

const isMeant = (node: Node, selector: string): boolean =>
  node.selector === selector || matches(node.element, selector)

function isInFile(message: string, line: number | undefined, file: string): boolean {
  const [, path = file, first, last] = /^(.*?):(\d+)-(\d+)$/.exec(file) ?? []
  if (message !== path && !message.endsWith(`/${path}`)) return false
  if (first === undefined || line === undefined) return true
  return line >= Number(first) - 1 && line <= Number(last) + 1
}

/** What should show and leaves both pictures as they were was planted where nothing shows. */
function looksTheSame(
  { operator }: PlantedMutant,
  verdict: PageVerdict,
  clean: PageFacts,
): boolean {
  if (verdict.type !== 'seen') return false
  if (operator.class !== 'contrast' && operator.class !== 'mobile') return false
  const pictures = ({ screenshots }: PageFacts) => screenshots.map(({ hash }) => hash).join(' ')
  return pictures(verdict.facts) === pictures(clean)
}
