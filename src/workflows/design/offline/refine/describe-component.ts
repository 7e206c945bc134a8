import type { Component, DesignIntent, FlowStep } from '../../../../checks/design/intent.ts'
import { asSentence, capitalised, cut, uncapitalised } from '../text/plain-text.ts'
import { spoken } from '../text/names.ts'
import { sentences } from '../text/sentences.ts'
import { contentWords, shared } from '../text/words.ts'

type Use = { readonly step: FlowStep; readonly flow: string; readonly actor: string }

/** Says of a component what the rest of the design knows: what it holds, shows and takes, and which step uses it. */
export function describedByUse(intent: DesignIntent, component: Component): string {
  const holder = intent.components.find(({ children }) => children?.includes(component.id))
  const uses = usesOf(intent, component)
  const parts = [
    holding(intent, component),
    showing(intent, component),
    using(component, uses, holder),
    flowsOf(component, uses),
  ]
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
  return names.length === 0
    ? ''
    : `Holds ${listed(names.slice(0, 6).map((name) => `the ${uncapitalised(name)}`))}.`
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

/** The step that speaks of the component most, as it is told, and what comes of it. */
function using(component: Component, uses: readonly Use[], holder: Component | undefined): string {
  const words = contentWords(component.name)
  const telling = uses
    .map((use) => ({ use, score: shared(words, contentWords(use.step.action)) }))
    .sort((a, b) => b.score - a.score)[0]
  if (telling === undefined) return ''
  const { step } = telling.use
  if (component.type === 'view' && telling.score === 0) return ''
  const action = asSentence(step.action)
  const place =
    holder === undefined ||
    action.toLowerCase().includes(holder.name.toLowerCase()) ||
    !/^the\s/i.test(action)
      ? action
      : `On the ${uncapitalised(holder.name)}, ${uncapitalised(action)}`
  const [outcome = ''] = sentences(step.outcome ?? '')
  return `${place} ${outcome === '' ? '' : asSentence(outcome)}`.trim()
}

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
  const beside =
    names.length === 0
      ? ''
      : `, beside ${listed(names.map((name) => `the ${uncapitalised(name)}`))}`
  return `Stands on the ${uncapitalised(holder.name)}${beside}.`
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
