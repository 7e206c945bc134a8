import { z } from 'zod'
import { type Comparison, comparePaired, type Pair } from '../learning/paired.ts'
import { byCodeUnit } from '../model/by-code-unit.ts'
import { counted } from '../model/counted.ts'
import type { PromptVersionRow } from '../model/records-lessons.ts'
import { type OrderRow, OrderStatus } from '../model/records-orders.ts'
import { type AsyncResult, ok, type Result, usageError } from '../model/result.ts'
import type { Records } from '../ports/records.ts'
import { verdictText } from '../workflows/improve/compare/show.ts'
import { basePrompt } from '../workflows/workorder/learning/prompt.ts'

export type PromptComparison = {
  readonly versions: readonly [number, number]
  readonly comparison: Comparison
  /** Orders of each that found no like one with the other. */
  readonly unpaired: readonly [number, number]
}

type PromptSource = Pick<Records, 'promptVersions' | 'ordersWith'>

/**
 * Two versions of the prompt of work orders, by the scores that orders got with them. Orders of one proposer and one band of
 * complexity make pairs, in the order they were done.
 */
export async function comparePrompts(
  records: PromptSource,
  words: readonly [string, string],
): AsyncResult<PromptComparison> {
  const versions = await records.promptVersions(basePrompt)
  const [one, other] = [versionNamed(versions, words[0]), versionNamed(versions, words[1])]
  if (!one.ok) return one
  if (!other.ok) return other
  if (one.value.id === other.value.id)
    return usageError('a prompt is not compared with itself', 'name two versions')
  const orders: OrderRow[] = []
  for (const status of OrderStatus.options) orders.push(...(await records.ordersWith(status)))
  const [a, b] = [outcomesWith(orders, one.value), outcomesWith(orders, other.value)]
  const pairs = [...new Set(a.map(({ like }) => like))].flatMap((like) => pairsOf(a, b, like))
  return ok({
    versions: [one.value.version_number, other.value.version_number],
    comparison: comparePaired(pairs),
    unpaired: [a.length - pairs.length, b.length - pairs.length],
  })
}

function versionNamed(
  versions: readonly PromptVersionRow[],
  word: string,
): Result<PromptVersionRow> {
  const match = versions.find(
    ({ id, version_number, version_tag }) =>
      String(version_number) === word || id === word || version_tag === word,
  )
  return match === undefined
    ? usageError(
        `there is no prompt ${word}`,
        `there are: ${versions.map(({ version_number }) => version_number).join(', ') || 'none yet'}`,
      )
    : ok(match)
}

const Briefed = z.object({
  template: z.object({ id: z.string() }),
  complexity_band: z.string().optional(),
})

type Outcome = { readonly like: string; readonly at: string; readonly score: number }

/** What orders with a version came to. Those that ended without anything to measure have nothing. */
const outcomesWith = (orders: readonly OrderRow[], { id }: PromptVersionRow): readonly Outcome[] =>
  orders
    .flatMap((order) => {
      const briefed = Briefed.safeParse(order.metadata)
      if (!briefed.success || briefed.data.template.id !== id) return []
      const score = order.acceptance_result?.acceptance_score
      const isLost = order.status === 'failed' || order.status === 'needs_rework'
      if (score === undefined && !isLost) return []
      const like = `${order.proposer_id ?? ''} ${briefed.data.complexity_band ?? ''}`
      return [{ like, at: order.updated_at, score: score ?? 0 }]
    })
    .toSorted((one, other) => byCodeUnit(one.at, other.at))

function pairsOf(a: readonly Outcome[], b: readonly Outcome[], like: string): readonly Pair[] {
  const [own, others] = [a, b].map((all) => all.filter((each) => each.like === like))
  return (own ?? []).flatMap(({ score }, index) => {
    const other = others?.[index]
    return other === undefined ? [] : [{ spec: like, a: score, b: other.score }]
  })
}

export function promptComparisonLines({
  versions: [a, b],
  comparison,
  unpaired: [alone, others],
}: PromptComparison): readonly string[] {
  const arms = [`prompt ${a}`, `prompt ${b}`].map((name) => ({ name, setup: '' }))
  const [one, other] = arms
  if (one === undefined || other === undefined) throw new Error('two are compared')
  return [
    verdictText([one, other], comparison, 'work orders'),
    ...(alone + others === 0
      ? []
      : [
          `${counted(alone, 'order')} with ${one.name} and ${counted(others, 'order')} with ${other.name} found no like one: same proposer, same complexity.`,
        ]),
    'No lot was drawn between them: what else changed from one to the other is in the difference, too.',
  ]
}
