import { isEmptyTalk } from './wording.ts'
import type { DesignIntent } from './intent.ts'
import { stemsOf } from './prose.ts'

/** An intent without what says nothing, and where each of its parts stands in the whole one. */
export type Substance = {
  readonly intent: DesignIntent
  /** A pointer into this intent, as a pointer into the whole one. */
  readonly pathIn: (path: string) => string
}

/**
 * What an intent says once sentences that fit any feature, and sentences, steps and goals that only repeat
 * another, are left out. Rules that ask whether something is there look at this one too, so that adding
 * words without content never raises a score. Null where nothing was left out.
 */
export function substanceOf(intent: DesignIntent): Substance | null {
  const deedIn = withoutActors(intent)
  const goals = keep(intent.goals, deedIn)
  const interactions = keep(
    intent.interactions,
    ({ trigger, response }) => deedIn(telling(trigger, response)),
    0,
  )
  const steps = intent.userFlows.map((flow) =>
    keep(flow.steps, ({ action, outcome = '' }) => deedIn(telling(action, outcome))),
  )
  const text = <Value extends string | undefined>(value: Value) =>
    value === undefined ? value : said(value)
  const stripped: DesignIntent = {
    ...intent,
    goals: goals.map((at) => said(intent.goals[at] ?? '')),
    userFlows: intent.userFlows.map((flow, index) => ({
      ...flow,
      ...(flow.goal === undefined ? {} : { goal: said(flow.goal) }),
      steps: (steps[index] ?? []).map((at) => {
        const step = flow.steps[at]!
        const outcome = text(step.outcome)
        const { outcome: _, ...rest } = step
        return {
          ...rest,
          action: said(step.action),
          ...(outcome === undefined || isEmptyTalk(outcome) ? {} : { outcome }),
        }
      }),
    })),
    components: intent.components.map((each) => ({ ...each, description: said(each.description) })),
    interactions: interactions.map((at) => {
      const each = intent.interactions[at]!
      return { ...each, trigger: said(each.trigger), response: said(each.response) }
    }),
  }
  if (JSON.stringify(stripped) === JSON.stringify(intent)) return null
  const back = (list: readonly number[] | undefined, at: string) => String(list?.[Number(at)] ?? at)
  return {
    intent: stripped,
    pathIn: (path) =>
      path
        .replace(/^(\/goals\/)(\d+)/, (_, head: string, at: string) => head + back(goals, at))
        .replace(
          /^(\/interactions\/)(\d+)/,
          (_, head: string, at: string) => head + back(interactions, at),
        )
        .replace(
          /^\/userFlows\/(\d+)\/steps\/(\d+)/,
          (_, flow: string, at: string) =>
            `/userFlows/${flow}/steps/${back(steps[Number(flow)], at)}`,
        ),
  }
}

/** Who acts is known from the flow: a step says something by what is done. */
function withoutActors({ userFlows }: DesignIntent): (text: string) => string {
  const actors = new Set(userFlows.flatMap(({ actor = '' }) => stemsOf(actor)))
  return (text) => text.replace(/\p{L}+/gu, (word) => (isActor(actors, word) ? '' : word))
}

const isActor = (actors: ReadonlySet<string>, word: string): boolean =>
  stemsOf(word).some((stem) => actors.has(stem))

/** Of two texts that belong together, those that say something. */
const telling = (...texts: readonly string[]): string =>
  texts
    .map(said)
    .filter((each) => !isEmptyTalk(each))
    .join(' ')

/** The places of what says something; the first stays where nothing does, if there has to be one. */
function keep<Each>(
  list: readonly Each[],
  textOf: (each: Each) => string,
  least: 0 | 1 = 1,
): readonly number[] {
  const holding = new Map<string, Set<string>[]>()
  const keeps = list.flatMap((each, at) => {
    const text = textOf(each)
    // "sees the food" says nothing beside "donates food"
    const own = new Set(stemsOf(text).filter((word) => !isEmptyTalk(word)))
    const isRepeated = earlier(own, holding).some((other) =>
      [...own].every((word) => other.has(word)),
    )
    for (const word of own)
      holding.set(word, [...(holding.get(word) ?? []), own].slice(-mostLooked))
    return isRepeated || isEmptyTalk(text) ? [] : [at]
  })
  return keeps.length > 0 || list.length === 0 || least === 0 ? keeps : [0]
}

/** Those compared with a text; the last of very many that share its words, so that all stays linear. */
const mostLooked = 20

/** Earlier texts that hold the rarest word of this one: only they can hold all of them. */
function earlier(
  own: ReadonlySet<string>,
  holding: ReadonlyMap<string, readonly ReadonlySet<string>[]>,
): readonly ReadonlySet<string>[] {
  let fewest: readonly ReadonlySet<string>[] | null = null
  for (const word of own) {
    const match = holding.get(word) ?? []
    if (fewest === null || match.length < fewest.length) fewest = match
  }
  return fewest ?? []
}

/** A text without its sentences that say nothing, or nothing that another of them does not say. */
function said(text: string): string {
  const sentences = text.split(/(?<=[.!?;])\s+/)
  if (sentences.length < 2) return text
  const at = keep(sentences, (each) => each)
  return at.length === sentences.length ? text : at.map((index) => sentences[index]).join(' ')
}
