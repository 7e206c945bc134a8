import { limits } from '../limits.ts'
import type { Facts, FlowFact, Reaction, StepFact, Story } from '../read/facts.ts'
import { asSentence, bare, capitalised, cut, uncapitalised } from '../text/plain-text.ts'
import { title } from '../text/names.ts'
import { theActor, theirs, toldOf } from '../text/person.ts'
import { contentWords, coverage, shared, singular } from '../text/words.ts'
import type { DraftFlow, DraftStep } from './draft.ts'

type Known = DraftFlow & { readonly words: Set<string>; readonly nameWords: ReadonlySet<string> }

/** The flows: those the document tells, one for each story that none of them tells, and what the system does. */
export function buildFlows(facts: Facts): readonly DraftFlow[] {
  const flows: Known[] = []
  for (const fact of facts.flows) mergeFlow(flows, fact)
  for (const story of facts.stories) placeStory(flows, story)
  for (const reaction of facts.reactions) if (!reaction.inFlow) placeReaction(flows, reaction)
  const actors = [...facts.actors, ...facts.stories.map(({ actor }) => actor)]
  for (const flow of flows) flow.actor ||= actorIn(flow, actors)
  return flows
}

function mergeFlow(flows: Known[], fact: FlowFact, isWish = false): Known | null {
  const same = flows.find(({ name }) => name.toLowerCase() === fact.name.toLowerCase())
  if (same !== undefined) {
    addSteps(same, fact.steps)
    return same
  }
  if (flows.length >= limits.flows || fact.name === '') return null
  const flow: Known = {
    name: fact.name,
    actor: fact.actor === '' ? '' : roleName(fact.actor),
    goal: fact.goal,
    isWish,
    steps: [],
    words: new Set(contentWords(fact.name)),
    nameWords: contentWords(fact.name),
  }
  addSteps(flow, fact.steps)
  flows.push(flow)
  return flow
}

function addSteps(flow: Known, steps: readonly StepFact[]): void {
  for (const { action, outcome } of steps) {
    if (flow.steps.length >= limits.steps || bare(action) === '') continue
    if (flow.steps.some((step) => step.action === action && step.outcome === outcome)) continue
    flow.steps.push(stepOf(action, outcome))
    for (const word of contentWords(`${action} ${outcome}`)) flow.words.add(word)
  }
}

const stepOf = (action: string, outcome: string): DraftStep => ({
  action: cut(asSentence(action)),
  outcome: cut(outcome),
  componentIds: [],
  entityIds: [],
})

/** A story gives its actor and benefit to the flows that tell it, or becomes a flow of its own. */
function placeStory(flows: Known[], story: Story): void {
  const actor = roleName(story.actor)
  const goal =
    story.benefit === ''
      ? ''
      : asSentence(toldOf(capitalised(theActor(story.actor)), story.benefit))
  const words = contentWords(`${story.name} ${story.action}`)
  const telling = flows.filter((flow) => tells(flow, story, words))
  for (const flow of telling) {
    flow.actor ||= actor
    flow.goal ||= goal
    addSteps(flow, story.steps)
  }
  if (telling.length > 0) return
  // with two verbs, "can" keeps both right
  const can = /\b(?:and|or)\b/i.test(story.action) ? 'can ' : ''
  const action = toldOf(
    capitalised(theActor(story.actor)),
    `I ${can}${uncapitalised(story.action)}`,
  )
  const steps = [{ action, outcome: '' }, ...story.steps]
  mergeFlow(
    flows,
    {
      name: title(story.name || theirs(firstClause(story.action))),
      actor,
      goal,
      steps,
    },
    story.name === '',
  )
}

function tells(flow: Known, story: Story, words: ReadonlySet<string>): boolean {
  if (flow.actor !== '' && roleName(story.actor).toLowerCase() !== flow.actor.toLowerCase())
    return false
  if (story.name !== '' && flow.name.toLowerCase() === story.name.toLowerCase()) return true
  const inName = coverage(flow.nameWords, words)
  return (
    inName >= 0.6 &&
    shared(flow.nameWords, words) >= Math.min(2, words.size) &&
    coverage(words, flow.words) >= 0.4
  )
}

const firstClause = (action: string): string => {
  if (action.split(' ').length <= 9) return action
  const clause = bare(
    action.split(/[,;(]|\s(?:and then|and|so that|without|because|when|if)\s/i)[0] ?? action,
  )
  return clause.split(' ').length >= 2 ? clause : action
}

const roleName = (actor: string): string =>
  capitalised(singular(actor.replace(/^(?:an?|the)\s+/i, '')))

function placeReaction(flows: Known[], reaction: Reaction): void {
  const flow = flowFor(flows, reaction)
  const trigger = withoutWhen(reaction.trigger)
  const during = reaction.states
    .filter((state) => !reaction.trigger.toLowerCase().includes(bare(state).toLowerCase()))
    .map((state) => ` ${state}`)
    .join('')
  const step: StepFact =
    trigger === ''
      ? { action: reaction.response, outcome: during.trim() }
      : { action: trigger, outcome: `${reaction.response}${during}` }
  if (flow === null) {
    mergeFlow(flows, {
      name: title(reaction.topic || 'System responses'),
      actor: '',
      goal: '',
      steps: [step],
    })
    return
  }
  const near = nearest(flow, trigger === '' ? reaction.response : trigger)
  if (near === null) addSteps(flow, [step])
  else
    near.outcome = cut(
      `${near.outcome} ${trigger === '' ? reaction.response : step.outcome}`.trim(),
    )
}

function flowFor(flows: readonly Known[], { trigger, response, topic }: Reaction): Known | null {
  const named =
    topic === ''
      ? undefined
      : flows.find(({ name }) => name.toLowerCase() === title(topic).toLowerCase())
  if (named !== undefined) return named
  const words = contentWords(trigger === '' ? response : trigger)
  let best: Known | null = null
  let most = 0
  for (const flow of flows) {
    const score = shared(words, flow.words) + shared(words, flow.nameWords)
    if (shared(words, flow.words) < 2 || coverage(words, flow.words) < 0.5 || score <= most)
      continue
    best = flow
    most = score
  }
  return best
}

function nearest(flow: Known, text: string): DraftStep | null {
  const words = contentWords(text)
  const step = flow.steps.find((known) => coverage(words, contentWords(known.action)) >= 0.75)
  return step === undefined || step.outcome.length > 300 ? null : step
}

const withoutWhen = (trigger: string): string =>
  capitalised(trigger.replace(/^(?:when(?:ever)?|once|as soon as|every time|each time)\s+/i, ''))

/** Whoever is named first in the steps. */
function actorIn(flow: DraftFlow, actors: readonly string[]): string {
  const text = flow.steps
    .map(({ action }) => action)
    .join(' ')
    .toLowerCase()
  let best = ''
  let first = Number.POSITIVE_INFINITY
  for (const actor of actors) {
    const name = singular(actor.toLowerCase()).replace(/[^\p{L}\d ]/gu, '.')
    const at = name === '' ? -1 : text.search(new RegExp(`(?<!\\p{L})${name}s?(?!\\p{L})`, 'u'))
    if (at !== -1 && at < first) [best, first] = [actor, at]
  }
  return best === '' ? '' : roleName(best)
}
