import type { Component, DesignIntent, FlowStep } from '../../../../checks/design/intent.ts'
import { asSentence, capitalised, cut, uncapitalised } from '../text/plain-text.ts'
import { spoken } from '../text/names.ts'
import { sentences } from '../text/sentences.ts'
import { contentWords, coverage, shared } from '../text/words.ts'

type Use = { readonly step: FlowStep; readonly flow: string; readonly actor: string }

/** Says of a component what the rest of the design knows: what it holds, shows and takes, and which step uses it. */
export function describedByUse(intent: DesignIntent, component: Component): string {
  const holder = intent.components.find(({ children }) => children?.includes(component.id))
  const uses = usesOf(intent, component)
  const used = using(component, uses, holder) || flowsOf(component, uses)
  const parts = [holding(intent, component), showing(intent, component), used]
  const told = parts.filter((part) => part !== '')
  if (told.length > 0) return cut(told.slice(0, 2).join(' '), 400)
  return holder === undefined ? '' : besides(intent, component, holder)
}

const usesOf = (intent: DesignIntent, { id }: Component): readonly Use[] =>
  intent.userFlows.flatMap(({ name, actor, steps }) =>
    steps
      .filter(({ componentIds }) => componentIds.includes(id))
      .map((step) => ({ step, flow: name, actor: actor ?? '' })),
  )

function holding(intent: DesignIntent, { children }: Component): string {
  const names = (children ?? []).flatMap(
    (id) => intent.components.find((each) => each.id === id)?.name ?? [],
  )
  return names.length === 0 ? '' : `Holds ${listed(names.slice(0, 6).map(theName))}.`
}

function showing(intent: DesignIntent, { type, binds, name }: Component): string {
  const byEntity = new Map<string, string[]>()
  for (const bind of binds ?? []) {
    const [entity = '', attribute = ''] = bind.split('.')
    const known = byEntity.get(entity)
    if (known) known.push(spoken(attribute))
    else byEntity.set(entity, [spoken(attribute)])
  }
  const named = (id: string) =>
    uncapitalised(intent.dataModel.entities.find((each) => each.id === id)?.name ?? spoken(id))
  const texts = [...byEntity].map(
    ([entity, attributes]) => `the ${listed(attributes.slice(0, 5))} of the ${named(entity)}`,
  )
  if (texts.length === 0) return ''
  const verb =
    type === 'control' && !/\b(?:filter|search|menu)\b/i.test(name)
      ? 'Takes'
      : type === 'control'
        ? 'Narrows by'
        : 'Shows'
  return `${verb} ${listed(texts.slice(0, 3))}.`
}

/** The sentence of a step that speaks of the component, and what comes of it. */
function using(component: Component, uses: readonly Use[], holder: Component | undefined): string {
  const words = contentWords(component.name)
  const own = (text: string) => coverage(words, contentWords(text)) === 1
  for (const { step } of uses) {
    const outcome = sentences(step.outcome ?? '')
    if (own(step.action))
      return `${placed(asSentence(step.action), holder)} ${outcome[0] ?? ''}`.trim()
    const told = outcome.find(own)
    if (told !== undefined) return asSentence(told)
  }
  if (component.type === 'view') return ''
  const [first] = uses
    .map(({ step }) => ({ step, score: shared(words, contentWords(step.action)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  if (first === undefined) return ''
  return `${placed(asSentence(first.step.action), holder)} ${sentences(first.step.outcome ?? '')[0] ?? ''}`.trim()
}

function placed(action: string, holder: Component | undefined): string {
  const isNamed = holder === undefined || action.toLowerCase().includes(holder.name.toLowerCase())
  return isNamed || !/^the\s/i.test(action)
    ? action
    : `On ${theName(holder.name)}, ${uncapitalised(action)}`
}

/** "the booking page", but "My claims page" in quotes. */
export const theName = (name: string): string =>
  /^(?:my|your|our|all|what|who|see|the)\b/i.test(name) ? `"${name}"` : `the ${uncapitalised(name)}`

function flowsOf({ type }: Component, uses: readonly Use[]): string {
  const flows = [...new Set(uses.map(({ flow }) => flow))].slice(0, 3).map((flow) => `"${flow}"`)
  if (flows.length === 0) return ''
  const actors = [...new Set(uses.map(({ actor }) => actor).filter((actor) => actor !== ''))].slice(
    0,
    2,
  )
  const who = actors.length === 0 ? '' : ` by the ${listed(actors.map(uncapitalised))}`
  return type === 'view' ? `Opened${who} for ${listed(flows)}.` : `Used${who} for ${listed(flows)}.`
}

// nothing uses it: then at least where it stands, and beside what
function besides(intent: DesignIntent, component: Component, holder: Component): string {
  const others = (holder.children ?? []).filter((id) => id !== component.id)
  const names = others
    .flatMap((id) => intent.components.find((each) => each.id === id)?.name ?? [])
    .slice(0, 2)
  const beside = names.length === 0 ? '' : `, beside ${listed(names.map(theName))}`
  return `Stands on ${theName(holder.name)}${beside}.`
}

/** "a, b and c". */
export const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1) ?? ''}`

/** The sentences a text and its additions make together, none of them twice. */
export function joinedTexts(text: string, more: string): string {
  const own = sentences(text).map(asSentence)
  const added = sentences(more).filter(
    (sentence) => !own.some((known) => known.toLowerCase() === sentence.toLowerCase()),
  )
  return cut(capitalised([...own, ...added].join(' ')), 400)
}
