import { buildPrompt } from '../prompt/build-prompt.ts'
import { deltasFrom } from '../prompt/deltas.ts'
import { chooseGuidelines, placesForLessons } from '../prompt/guidelines.ts'
import type { OrderTree } from '../../../ports/repository.ts'
import type { OrderRun } from '../state.ts'
import type { Outcome, StepBench } from './bench.ts'
import { failedPhase } from '../../../asking/outcome.ts'
import { fenced } from '../../../asking/fenced.ts'
import type { FileTree } from '../../../model/file-tree.ts'
import { scopeMatcher } from '../../../ports/repository-scope.ts'
import type { Order } from '../order.ts'
import { withFollowers } from '../scope.ts'

const phase = 'BRIEF'

/** What the proposer starts from: the base, or the change that is to be reworked. */
async function startingFiles(tree: OrderTree, { setup }: OrderRun) {
  return tree.files(setup.startFrom ?? tree.base)
}

/** BRIEF: who is asked, and what they are told besides the task. Thrown coins are recorded with it. */
export async function brief(bench: StepBench, run: OrderRun): Promise<Outcome> {
  const { order, mostGuidelines } = run.setup
  if (run.base === null) return failedPhase(phase, 'there is no commit to start from', true)
  const routed = await bench.route(run)
  if (!routed.ok) return failedPhase(phase, routed.error, true)
  const tree = await bench.openTree(run.base)
  if (!tree.ok) return failedPhase(phase, tree.error.what)
  const files = await startingFiles(tree.value, run)
  if (!files.ok) return failedPhase(phase, files.error.what)
  const { last, before } = await bench.before(run)
  const deltas = deltasFrom(last, before).slice(0, mostGuidelines)
  const slots = placesForLessons(deltas, mostGuidelines)
  const { proposer, why, bound } = routed.value
  const { template, assignments, taught, promoted } = await bench.teach(
    { ...run, setup: { ...run.setup, ...bound } },
    proposer,
    slots,
  )
  const guidelines = chooseGuidelines(deltas, taught, mostGuidelines)
  const prompt = buildPrompt({
    template: template.text,
    order,
    context: contextOf(order, files.value.files),
    guidelines,
    taught: promoted,
  })
  const hash = await bench.blobs.put(prompt.text)
  return (cost) => ({
    type: 'record-briefing',
    prompt: hash,
    template: { id: template.id, number: template.number, sha256: template.sha256 },
    guidelines: [...guidelines],
    assignments: [...assignments],
    proposer,
    why,
    bound,
    cost,
  })
}

const mostPaths = 400
const charactersPerToken = 4
/** Files are shown whole or not at all, so the estimate is stretched before one is left out. */
const stretch = 4

/** What a proposer should know of the repository: its files by name, and those in scope by content. */
export function contextOf(order: Order, files: FileTree): readonly string[] {
  const paths = [...files.keys()].toSorted()
  const shown = paths.slice(0, mostPaths)
  const more = paths.length - shown.length
  const listing = [...shown, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n')
  return [fenced('repository', listing), ...contentsInScope(order, files)]
}

function contentsInScope(order: Order, files: FileTree): readonly string[] {
  if (order.files_in_scope.length === 0) return []
  const covers = scopeMatcher(withFollowers(order.files_in_scope))
  let left = order.context_budget_estimate * charactersPerToken * stretch
  const texts: string[] = []
  for (const path of [...files.keys()].filter(covers).toSorted()) {
    const text = files.get(path) ?? ''
    if (text.length > left) continue
    left -= text.length
    texts.push(fenced('file', `${path}\n${text}`))
  }
  return texts
}
