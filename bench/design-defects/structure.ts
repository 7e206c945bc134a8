import type { DesignIntent } from '../../src/checks/design/intent.ts'
import type { Planter, Random } from './plant.ts'
import { pick, textAt } from './plant.ts'

/** A slip of the fingers: a letter lost, doubled, swapped or struck beside. */
export function typo(word: string, random: Random): string {
  if (word.length < 3) return `${word}${pick(['0', 'x', word.at(-1)!], random)}`
  const at = 1 + Math.floor(random() * (word.length - 2))
  const slips = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word[at]! + word.slice(at),
    word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2),
    word.slice(0, at) + (word[at] === 'e' ? 'r' : 'e') + word.slice(at + 1),
  ].filter((slip) => slip !== word)
  return pick(slips, random)
}

type Named = { id: string; name?: string }
type ListOf = (intent: DesignIntent) => Named[]

const both = (list: string, key: string, indexes: readonly number[]): readonly string[] =>
  indexes.flatMap((index) => [`${list}/${index}/${key}`, `${list}/${index}`, `${list}/${index}/id`])

function two(length: number, random: Random): readonly [number, number] {
  const later = 1 + Math.floor(random() * (length - 1))
  return [Math.floor(random() * later), later]
}

const shared = (intent: DesignIntent, listOf: ListOf, key: 'id' | 'name', text: string): boolean =>
  text !== '' && listOf(intent).filter((one) => one[key] === text).length > 1

/** Gives one entry of a list the id or the name of another. */
export const sameAs = (list: string, key: 'id' | 'name', listOf: ListOf): Planter => ({
  plant(intent, random) {
    const entries = listOf(intent)
    if (entries.length < 2) return null
    const [first, later] = two(entries.length, random)
    const text = entries[first]![key]
    if (text === undefined) return null
    entries[later]![key] = text
    return { intent, pointers: both(list, key, [later, first]) }
  },
  holds: (intent, at) => shared(intent, listOf, key, textAt(intent, at)),
})

/** Writes one entry of a list twice, id and all. */
export const doubled = (list: string, listOf: ListOf): Planter => ({
  plant(intent, random) {
    const entries = listOf(intent)
    const first = Math.floor(random() * entries.length)
    const last = entries.push(structuredClone(entries[first]!)) - 1
    return {
      intent,
      pointers: [...both(list, 'id', [last, first]), ...both(list, 'name', [last, first])],
    }
  },
  holds: (intent, at) => shared(intent, listOf, 'id', textAt(intent, at)),
})

/** Tells an entry of a list again under another id and, where it has one, another name. */
export const repeated = (list: string, listOf: ListOf, key: 'name' | null): Planter => ({
  plant(intent, random) {
    const entries = listOf(intent)
    const first = Math.floor(random() * entries.length)
    const copy = structuredClone(entries[first]!)
    copy.id = `${copy.id}-2`
    if (key !== null) copy.name = `${copy.name} once more`
    const last = entries.push(copy) - 1
    const inside = key === 'name' ? ['name', 'steps'] : ['trigger', 'response']
    return {
      intent,
      pointers: [last, first].flatMap((index) => [
        `${list}/${index}`,
        ...inside.map((name) => `${list}/${index}/${name}`),
        ...(key === 'name' ? [`${list}/${index}/steps/0`, `${list}/${index}/steps/0/action`] : []),
      ]),
    }
  },
  holds: (intent, at) => {
    const entries = listOf(intent)
    const index = Number(at.split('/').at(-1))
    const told = (one: Named | undefined) => JSON.stringify({ ...one, id: '', name: '' })
    return entries.filter((one) => told(one) === told(entries[index])).length > 1
  },
})
