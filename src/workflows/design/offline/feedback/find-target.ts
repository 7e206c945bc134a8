import type { DesignIntent } from '../../../../checks/design/intent.ts'
import { bare } from '../text/plain-text.ts'
import { kebab, spoken } from '../text/names.ts'
import { contentWords, coverage, singular, stem } from '../text/words.ts'

/** A thing of the intent that a person named. */
export type Target =
  | { readonly kind: 'component'; readonly index: number }
  | { readonly kind: 'entity'; readonly index: number }
  | { readonly kind: 'attribute'; readonly entity: number; readonly attribute: number }
  | { readonly kind: 'flow'; readonly index: number }
  | { readonly kind: 'step'; readonly flow: number; readonly step: number }
  | { readonly kind: 'goal'; readonly index: number }
  | { readonly kind: 'interaction'; readonly index: number }

export type Kind = Target['kind']

type Candidate = { readonly target: Target; readonly names: readonly string[] }

const kindWords: readonly (readonly [Kind, RegExp])[] = [
  ['flow', /\s+(?:user\s+)?(?:flow|journey|scenario|workflow|process|use case)$/i],
  ['entity', /\s+(?:entity|table|record|object|model)$/i],
  ['attribute', /\s+(?:attribute|field|property|column)$/i],
  ['component', /\s+(?:component|element|page|screen|view|button|control|container|panel)$/i],
  ['step', /\s+step$/i],
  ['goal', /\s+goal$/i],
  ['interaction', /\s+interaction$/i],
]
const leading: readonly (readonly [Kind, RegExp])[] = [
  ['flow', /^(?:user\s+)?(?:flow|journey|scenario)\s+/i],
  ['entity', /^(?:entity|table)\s+/i],
  ['attribute', /^(?:attribute|field|property|column)\s+/i],
  ['component', /^(?:component|page|screen|view|button)\s+/i],
  ['step', /^step\s+/i],
  ['goal', /^goal\s+/i],
  ['interaction', /^interaction\s+/i],
]

/** The one thing a phrase means: by id, by name, by its words. Null where it means none or several. */
export function findTarget(
  intent: DesignIntent,
  phrase: string,
  kinds?: readonly Kind[],
): Target | null {
  const said = unquoted(phrase)
  if (said === '') return null
  const allowed = (kind: Kind) => kinds === undefined || kinds.includes(kind)
  const whole = among(
    candidates(intent).filter(({ target }) => allowed(target.kind)),
    said,
  )
  if (whole !== null) return whole
  const owned = attributeOf(intent, said)
  if (owned !== null && allowed('attribute')) return owned
  for (const [kind, word] of [...kindWords, ...leading]) {
    const rest = unquoted(said.replace(word, ''))
    if (rest === said || rest === '' || !allowed(kind)) continue
    const found = among(
      candidates(intent).filter(({ target }) => target.kind === kind),
      rest,
    )
    if (found !== null) return found
  }
  return null
}

/** A name without its quotes and article. */
export const unquoted = (phrase: string): string =>
  bare(bare(phrase).replace(/^(?:the|an?|this|that|its|their|our)\s+/i, '')).replace(
    /^["'`“‘]|["'`”’]$/g,
    '',
  )

function candidates(intent: DesignIntent): readonly Candidate[] {
  const { entities } = intent.dataModel
  return [
    ...entities.map(({ id, name }, index): Candidate => ({
      target: { kind: 'entity', index },
      names: [id, name],
    })),
    ...intent.components.map(({ id, name }, index): Candidate => ({
      target: { kind: 'component', index },
      names: [id, name],
    })),
    ...intent.userFlows.map(({ id, name }, index): Candidate => ({
      target: { kind: 'flow', index },
      names: [id, name],
    })),
    ...entities.flatMap(({ id, attributes }, entity) =>
      attributes.map(({ name }, attribute): Candidate => ({
        target: { kind: 'attribute', entity, attribute },
        names: [name, spoken(name), `${id}.${name}`],
      })),
    ),
    ...intent.interactions.map(({ id, trigger }, index): Candidate => ({
      target: { kind: 'interaction', index },
      names: [id, trigger],
    })),
    ...intent.userFlows.flatMap(({ steps }, flow) =>
      steps.map(({ id, action }, step): Candidate => ({
        target: { kind: 'step', flow, step },
        names: [id, action],
      })),
    ),
    ...intent.goals.map((goal, index): Candidate => ({
      target: { kind: 'goal', index },
      names: [goal],
    })),
  ]
}

const same = (text: string): string => kebab(singular(bare(text))) || bare(text).toLowerCase()

function among(all: readonly Candidate[], said: string): Target | null {
  const wanted = same(said)
  const exact = all.filter(({ names }) => names.some((name) => same(name) === wanted))
  if (exact.length > 0) return firstKind(exact)
  const stems = [...said.toLowerCase().matchAll(/[\p{L}\d]+/gu)]
    .map(([word]) => stem(word))
    .sort()
    .join(' ')
  const stemmed = all.filter(({ names }) => names.some((name) => stemsOf(name) === stems))
  if (stemmed.length > 0) return firstKind(stemmed)
  const words = contentWords(said)
  if (words.size === 0) return null
  const near = all.filter(({ names }) =>
    names.some((name) => coverage(words, contentWords(name)) === 1),
  )
  return near.length === 1 || words.size > 1 ? firstKind(near) : null
}

const stemsOf = (name: string): string =>
  [...spoken(name).matchAll(/[\p{L}\d]+/gu)]
    .map(([word]) => stem(word))
    .sort()
    .join(' ')

// an entity, a component and a flow may share a name; two of a kind leave it open which one is meant
function firstKind(found: readonly Candidate[]): Target | null {
  const kind = found[0]?.target.kind
  const own = found.filter(({ target }) => target.kind === kind)
  return own.length === 1 || kind === 'step' ? (own[0]?.target ?? null) : null
}

/** "the phone of the customer", "customer's phone", "customer phone", "customer.phone". */
function attributeOf(intent: DesignIntent, said: string): Target | null {
  const of = /^(.+?)\s+(?:of|in|on|from|for)\s+(.+)$/i.exec(said)
  const possessive = /^(.+?)(?:'s|’s|\.)\s*(.+)$/i.exec(said)
  const pairs = [
    of === null ? [] : [[of[2] ?? '', of[1] ?? ''] as const],
    possessive === null ? [] : [[possessive[1] ?? '', possessive[2] ?? ''] as const],
    splits(said),
  ].flat()
  for (const [owner, name] of pairs) {
    const entity = intent.dataModel.entities.findIndex((each) =>
      [each.id, each.name].some(
        (known) => same(known) === same(unquoted(owner).replace(/\s+entity$/i, '')),
      ),
    )
    const wanted = same(unquoted(name).replace(/\s+(?:attribute|field|property|column)$/i, ''))
    const attribute = intent.dataModel.entities[entity]?.attributes.findIndex(
      ({ name: known }) => same(known) === wanted,
    )
    if (attribute !== undefined && attribute !== -1) return { kind: 'attribute', entity, attribute }
  }
  return null
}

const splits = (said: string): readonly (readonly [string, string])[] => {
  const words = said.split(' ')
  return words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')] as const)
}

/** What a target is called, for a note. */
export function nameOf(intent: DesignIntent, target: Target): string {
  switch (target.kind) {
    case 'component':
      return intent.components[target.index]?.name ?? ''
    case 'entity':
      return intent.dataModel.entities[target.index]?.name ?? ''
    case 'attribute': {
      const entity = intent.dataModel.entities[target.entity]
      return `${entity?.id ?? ''}.${entity?.attributes[target.attribute]?.name ?? ''}`
    }
    case 'flow':
      return intent.userFlows[target.index]?.name ?? ''
    case 'step':
      return intent.userFlows[target.flow]?.steps[target.step]?.action ?? ''
    case 'goal':
      return intent.goals[target.index] ?? ''
    case 'interaction':
      return intent.interactions[target.index]?.trigger ?? ''
  }
}
