import type { Fact } from './facts.ts'
import { textOf } from './look.ts'

/** Something that encloses settings, one of several that are alike: a service, a server block, an item of a list. */
export type Home = {
  readonly id: string
  /** The same for all that are alike. */
  readonly kind: string
  /** Its settings, and the keys that lead to each within it. */
  readonly own: readonly { readonly fact: Fact; readonly key: string }[]
}

const joined = (parts: readonly (string | number)[]): string => parts.join('\u0000')

/** Where a setting stands, outermost first, and how many of its keys lead there. */
function placesOf({ path, document, blocks }: Fact) {
  if (blocks !== undefined)
    return blocks.map((_, at) => ({
      id: joined(blocks.slice(0, at + 1)),
      kind: joined([...blocks.slice(0, at), path[at]?.split(' ')[0] ?? '']),
      depth: at + 1,
    }))
  return [
    { id: `${document}`, kind: 'document', depth: 0 },
    ...path.slice(0, -1).flatMap((key, at) => {
      const id = joined([document, ...path.slice(0, at + 1)])
      const kind = joined([document, ...path.slice(0, at), '*'])
      // the first keys of a file are its parts, not several of one kind
      return at === 0 && !/^\d/.test(key) ? [] : [{ id, kind, depth: at + 1 }]
    }),
  ]
}

/** All homes that have others like them: at least two, each of which shares a key with another. */
export function homesIn(facts: readonly Fact[]): readonly Home[] {
  return groupsOf(facts).flatMap((homes) => {
    const alike = alikeOf(homes)
    return alike.length > 1 ? alike : []
  })
}

/** What can be named in several homes of one kind, of which at least two are alike. */
export const kindsOfHomes = (facts: readonly Fact[]): readonly (readonly Home[])[] =>
  groupsOf(facts).filter((homes) => alikeOf(homes).length > 1)

function groupsOf(facts: readonly Fact[]): readonly (readonly Home[])[] {
  const set = facts.flatMap((fact) => placesOf(fact).map((place) => ({ ...place, fact })))
  return [...Map.groupBy(set, ({ kind }) => kind)].map(([kind, group]) =>
    [...Map.groupBy(group, ({ id }) => id)].map(([id, members]): Home => {
      const own = members.map(({ fact, depth }) => ({ fact, key: joined(fact.path.slice(depth)) }))
      return { id, kind, own }
    }),
  )
}

function alikeOf(homes: readonly Home[]): readonly Home[] {
  const keys = homes.map(({ own }) => new Set(own.map(({ key }) => key).filter(isName)))
  return homes.filter((_, at) =>
    keys.some((other, index) => index !== at && [...other].some((key) => keys[at]?.has(key))),
  )
}

export const identity =
  /^(?:name|id|host|hostname|server_name|title|alert|record|job_name|package-ecosystem)$/

/** What a home is called: the key it stands under, what stands behind the word of a block, what identifies it. */
export function namesOf({ own }: Home): readonly string[] {
  const [first] = own
  const label = first?.fact.path.at(-1 - (first.key.split('\u0000').length || 1)) ?? ''
  const words = first?.fact.blocks === undefined ? [label] : label.split(' ').slice(1)
  const called = own.flatMap(({ fact, key }) =>
    identity.test(key) || key === joined(['metadata', 'name']) ? textOf(fact).split(/\s+/) : [],
  )
  return [...new Set([...words, ...called])].filter((name) => name !== '' && !/^\d+$/.test(name))
}

const isName = (key: string): boolean => !/^\d/.test(key)
