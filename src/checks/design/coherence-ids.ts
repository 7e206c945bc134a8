import { type DesignRule, type Seen, intentRule } from './rule.ts'
import { type DesignModel, nameFit } from './design-model.ts'
import { folded } from './near-name.ts'

export type Named = { readonly id: string; readonly path: string; readonly name?: string }

/** Everything that has an id, by what must differ from what. */
export const kinds = ({ intent }: DesignModel): readonly (readonly Named[])[] => [
  intent.components.map(({ id, name }, index) => ({ id, name, path: `/components/${index}` })),
  intent.dataModel.entities.map(({ id, name }, index) => ({
    id,
    name,
    path: `/dataModel/entities/${index}`,
  })),
  intent.userFlows.map(({ id, name }, index) => ({ id, name, path: `/userFlows/${index}` })),
  intent.interactions.map(({ id }, index) => ({ id, path: `/interactions/${index}` })),
  ...intent.userFlows.map(({ steps }, flow) =>
    steps.map(({ id }, index) => ({ id, path: `/userFlows/${flow}/steps/${index}` })),
  ),
]

/** Things that share a key, with at least two to each. */
export function shared<Thing>(
  things: readonly Thing[],
  keyOf: (thing: Thing) => string,
): readonly (readonly Thing[])[] {
  const groups = new Map<string, Thing[]>()
  for (const thing of things) {
    const key = keyOf(thing)
    const group = groups.get(key)
    if (group) group.push(thing)
    else groups.set(key, [thing])
  }
  return [...groups.values()].filter(({ length }) => length > 1)
}

/** The one that an id suits best keeps it; the others took it by mistake. */
const keeper = (group: readonly Named[]): Named | undefined =>
  group.toSorted((left, right) => nameFit(right) - nameFit(left))[0]

const duplicateIds = (model: DesignModel): readonly Seen[] =>
  kinds(model).flatMap((things) =>
    shared(things, ({ id }) => id).flatMap((group) => {
      const kept = keeper(group)
      return group
        .filter((each) => each !== kept)
        .map(({ id, path }) => ({
          path: `${path}/id`,
          message: `the id "${id}" belongs to ${kept?.path ?? ''} already`,
        }))
    }),
  )

const similarIds = (model: DesignModel): readonly Seen[] =>
  kinds(model).flatMap((things) =>
    shared(things, ({ id, path }) => folded(id) || path).flatMap(([kept, ...rest]) =>
      rest
        .filter(({ id }) => id !== kept?.id)
        .map(({ id, path }) => ({
          path: `${path}/id`,
          message: `the id "${id}" differs from "${kept?.id}" only in capitals, hyphens or the spelling of accents`,
        })),
    ),
  )

const duplicateNames = ({ intent, plain }: DesignModel): readonly Seen[] =>
  [
    intent.components.map(({ name, id }, index) => ({
      name,
      id,
      path: `/components/${index}/name`,
    })),
    intent.userFlows.map(({ name, id }, index) => ({ name, id, path: `/userFlows/${index}/name` })),
  ].flatMap((things) =>
    shared(things, ({ name, path }) => plain(name) || path).flatMap((group) => {
      const kept = keeper(group)
      return group
        .filter((each) => each !== kept)
        .map(({ name, path }) => ({
          path,
          message: `"${name}" is the name of ${kept?.path ?? ''} too`,
        }))
    }),
  )

export const idRules: readonly DesignRule[] = [
  intentRule('coherence/duplicate-id', duplicateIds),
  intentRule('coherence/similar-id', similarIds),
  intentRule('coherence/duplicate-name', duplicateNames),
]
