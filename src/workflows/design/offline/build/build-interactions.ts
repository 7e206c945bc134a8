import type { Interaction } from '../../../../checks/design/intent.ts'
import { limits } from '../limits.ts'
import type { Facts } from '../read/facts.ts'
import { asSentence, cut } from '../text/plain-text.ts'
import { idsFor } from '../text/names.ts'
import { contentWords, coverage, shared } from '../text/words.ts'
import type { Parts } from './build-components.ts'
import type { DraftComponent, DraftFlow } from './draft.ts'

type Told = {
  readonly trigger: string
  readonly response: string
  readonly states: readonly string[]
  readonly componentIds: readonly string[]
}

/** What happens when: the document's reactions, and what its controls are said to do. */
export function buildInteractions(
  facts: Facts,
  flows: readonly DraftFlow[],
  parts: Parts,
): readonly Interaction[] {
  const id = idsFor('interaction')
  const told = facts.reactions
    .filter(({ trigger }) => trigger !== '')
    .map(({ trigger, response, states }) => ({
      trigger,
      response,
      states: states.slice(0, limits.states),
      componentIds: componentsFor(`${trigger} ${response}`, trigger, flows, parts),
    }))
  const purposes = parts.all.flatMap(purposeOf)
  return [...told, ...purposes]
    .slice(0, limits.interactions)
    .map(({ trigger, response, states, componentIds }) => ({
      id: id(trigger.split(' ').slice(0, 8).join(' ')),
      trigger: cut(trigger),
      response: cut(response),
      componentIds: [...componentIds],
      ...(states.length === 0 ? {} : { states: states.map((state) => cut(state)) }),
    }))
}

function componentsFor(
  text: string,
  trigger: string,
  flows: readonly DraftFlow[],
  parts: Parts,
): readonly string[] {
  const lower = text.toLowerCase().replace(/["“”]/g, '')
  const named = parts.all
    .filter(({ name }) => lower.includes(name.toLowerCase()))
    .map(({ id }) => id)
  if (named.length > 0) return named.slice(0, 4)
  const words = contentWords(trigger)
  let best: readonly string[] = []
  let most = 0
  for (const step of flows.flatMap(({ steps }) => steps)) {
    const own = contentWords(step.action)
    const score = shared(words, own) + coverage(words, own)
    if (score > most && shared(words, own) > 1) [best, most] = [step.componentIds, score]
  }
  return best
}

// "a Confirm button that sends the request" says what pressing it does
function purposeOf(part: DraftComponent): readonly Told[] {
  if (part.type !== 'control' || !/\b(?:button|link|icon)\b/i.test(part.name)) return []
  const told = /\b(?:that|which)\s+([a-z]+s\b.{3,})$/i.exec(part.sentences[0] ?? '')?.[1]
  const aim = /\b(?:button|link|icon)\s+to\s+([a-z]+\b.{3,})$/i.exec(part.sentences[0] ?? '')?.[1]
  const response = told ?? (aim === undefined ? undefined : `Lets the person ${aim}`)
  if (response === undefined) return []
  return [
    {
      trigger: `The ${part.name} is pressed.`,
      response: asSentence(response),
      states: [],
      componentIds: [part.id],
    },
  ]
}
