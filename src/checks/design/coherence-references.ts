import { type DesignRule, type Seen, intentRule } from './rule.ts'
import type { IntentFix } from './critique.ts'
import type { DesignModel } from './design-model.ts'
import { nearby } from './near-name.ts'

type Known = { readonly ids: ReadonlyMap<string, number>; readonly noun: string }
/** A list of ids in the intent, where it stands, and how many of them must remain. */
type References = {
  readonly path: string
  readonly ids: readonly string[] | undefined
  readonly least: number
}

/** Ids that name nothing. One that is nearly right is corrected; an optional one may be dropped. */
function unknownIn(lists: readonly References[], { ids, noun }: Known): readonly Seen[] {
  const near = nearby([...ids.keys()])
  return lists.flatMap(({ path, ids: named, least }) => {
    if (named === undefined) return []
    const own = new Set(named)
    const unknown = named.flatMap((id, index) => (ids.has(id) ? [] : [index]))
    return unknown.map((index): Seen => {
      const id = named[index] ?? ''
      const place = `${path}/${index}`
      const meant = near(id)
      const message = `no ${noun} has the id "${id}"${meant === null ? '' : `; "${meant}" is the nearest`}`
      const spare = named.length - unknown.length >= least
      const fix = repair(place, { id, meant: own.has(meant ?? '') ? null : meant, spare })
      return { path: place, message, ...(fix && { fix }) }
    })
  })
}

type Slip = { readonly id: string; readonly meant: string | null; readonly spare: boolean }

function repair(path: string, { id, meant, spare }: Slip): IntentFix | null {
  if (meant !== null)
    return {
      title: `name "${meant}" instead of "${id}"`,
      edits: [{ op: 'replace', path, value: meant }],
    }
  return spare
    ? { title: `drop "${id}", which names nothing`, edits: [{ op: 'remove', path }] }
    : null
}

const stepLists = (
  { intent }: DesignModel,
  key: 'componentIds' | 'entityIds',
): readonly References[] =>
  intent.userFlows.flatMap(({ steps }, flow) =>
    steps.map((step, index) => ({
      path: `/userFlows/${flow}/steps/${index}/${key}`,
      ids: step[key],
      least: key === 'componentIds' ? 1 : 0,
    })),
  )

const components = ({ componentAt }: DesignModel): Known => ({
  ids: componentAt,
  noun: 'component',
})

function unknownBindings(model: DesignModel): readonly Seen[] {
  const { intent, entityAt, attributeAt } = model
  const nearEntity = nearby([...entityAt.keys()])
  const spellings = new Map<number, (word: string) => string | null>()
  const nearAttribute = (entity: number, word: string) => {
    const known = spellings.get(entity) ?? nearby([...(attributeAt[entity]?.keys() ?? [])])
    spellings.set(entity, known)
    return known(word)
  }
  return intent.components.flatMap(({ binds }, index) =>
    (binds ?? []).flatMap((bind, place): readonly Seen[] => {
      const path = `/components/${index}/binds/${place}`
      const { entity, attribute, rest } = partsOf(bind, entityAt)
      const at = entityAt.get(entity)
      if (attribute === '')
        return [{ path, message: `"${bind}" is not written as entity.attribute` }]
      if (at === undefined) {
        const meant = nearEntity(entity)
        const id = meant === null ? undefined : entityAt.get(meant)
        const known = id !== undefined && attributeAt[id]?.has(attribute)
        const hint = meant === null ? '' : `; "${meant}" is the nearest`
        const fix = known
          ? rebound(path, bind, `${meant}.${attribute}${rest}`)
          : unbound(path, bind)
        return [{ path, message: `no entity has the id "${entity}"${hint}`, fix }]
      }
      if (attributeAt[at]?.has(attribute) && rest === '') return []
      if (attributeAt[at]?.has(attribute))
        return [
          {
            path,
            message: `"${bind}" goes deeper than entity.attribute`,
            fix: rebound(path, bind, `${entity}.${attribute}`),
          },
        ]
      const meant = nearAttribute(at, attribute)
      const hint = meant === null ? '' : `; "${meant}" is the nearest`
      const fix =
        meant === null ? unbound(path, bind) : rebound(path, bind, `${entity}.${meant}${rest}`)
      return [
        { path, message: `the entity "${entity}" has no attribute "${attribute}"${hint}`, fix },
      ]
    }),
  )
}

/** Entity, attribute, and what a path goes on to through the attribute. Ids may hold dots themselves. */
function partsOf(bind: string, entities: ReadonlyMap<string, number>) {
  const first = bind.indexOf('.')
  if (first === -1) return { entity: bind, attribute: '', rest: '' }
  const last = bind.lastIndexOf('.')
  const cut = last !== first && entities.has(bind.slice(0, last)) ? last : first
  const [attribute = '', ...rest] = bind.slice(cut + 1).split('.')
  return {
    entity: bind.slice(0, cut),
    attribute,
    rest: rest.length === 0 ? '' : `.${rest.join('.')}`,
  }
}

const rebound = (path: string, from: string, to: string): IntentFix => ({
  title: `bind "${to}" instead of "${from}"`,
  edits: [{ op: 'replace', path, value: to }],
})
const unbound = (path: string, bind: string): IntentFix => ({
  title: `drop the binding "${bind}", which names nothing`,
  edits: [{ op: 'remove', path }],
})

export const referenceRules: readonly DesignRule[] = [
  intentRule('coherence/unknown-component', (model) =>
    unknownIn(
      [
        ...stepLists(model, 'componentIds'),
        ...model.intent.interactions.map(({ componentIds }, index) => ({
          path: `/interactions/${index}/componentIds`,
          ids: componentIds,
          least: 1,
        })),
      ],
      components(model),
    ),
  ),
  intentRule('coherence/unknown-entity', (model) =>
    unknownIn(stepLists(model, 'entityIds'), { ids: model.entityAt, noun: 'entity' }),
  ),
  intentRule('coherence/unknown-child', (model) =>
    unknownIn(
      model.intent.components.map(({ children }, index) => ({
        path: `/components/${index}/children`,
        ids: children,
        least: 0,
      })),
      components(model),
    ),
  ),
  intentRule('coherence/unknown-binding', unknownBindings),
]
