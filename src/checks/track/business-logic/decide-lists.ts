import type { Obligation } from '../../../model/obligation.ts'
import type { TrackFacts } from '../facts.ts'
import { readTrackCode } from '../track-code.ts'
import { setsIn } from './code-sets.ts'
import { statesIn } from './code-states.ts'
import { documentSets } from './document-sets.ts'
import { documentedStates, takesAway } from './documented-states.ts'
import { type DocumentLine, documentLines, productLines } from './lines.ts'
import { isSameSet } from './product-sets.ts'
import { specific } from './spec-changes.ts'
import { changedSet, changesOf } from './spec-sets.ts'
import { wordsOf } from './words.ts'

/** What a line of the spec says of a list, and what the code has at one place. */
type Found = {
  readonly said: string
  readonly isRight: boolean
  readonly text: string
  readonly where: string
}

/** Decides what the spec adds to lists and states, and takes out, by those of the code. */
export async function decideLists(
  facts: TrackFacts,
  obligations: readonly Obligation[],
): Promise<readonly Obligation[]> {
  const spec = documentLines('spec.md', facts.spec)
  const open = new Set(
    obligations
      .filter(({ status, decided_by: by }) => status === 'undecided' && by !== 'person')
      .map(({ source }) => source.line),
  )
  const lines = spec.filter(({ line }) => open.has(line))
  if (lines.length === 0) return obligations
  const result = await findLists(facts, spec)
  return obligations.map((each) => {
    const { text = '' } = lines.find(({ line }) => line === each.source.line) ?? {}
    const own = result.get(each.source.line ?? 0) ?? []
    const reported = new Set(own.flatMap(({ said }) => wordsOf(said)))
    const isWhole = specific(text.replace(takesAway, '')).every((word) => reported.has(word))
    if (each.status !== 'undecided' || text === '' || own.length === 0 || !isWhole) return each
    const wrong = own.filter(({ isRight }) => !isRight)
    const evidence = (wrong.length > 0 ? wrong : own).map(({ text: shown, where }) => ({
      text: shown,
      where,
    }))
    return {
      ...each,
      decided_by: 'check',
      status: wrong.length > 0 ? 'unmet' : 'met',
      reason: evidence.map(({ text: shown, where }) => `${shown} (${where})`).join(', '),
      evidence,
    }
  })
}

async function findLists(
  facts: TrackFacts,
  spec: readonly DocumentLine[],
): Promise<ReadonlyMap<number, readonly Found[]>> {
  const sources = (await readTrackCode(facts)).sources('source', 'script', 'types')
  const machines = sources.flatMap(statesIn).filter(({ form }) => form === 'table')
  const sets = sources.flatMap(setsIn)
  const known = new Set(machines.flatMap(({ states }) => [...states]))
  const ofSets = documentSets(productLines(facts.documents)).flatMap((own) => {
    const changes = changesOf(own, spec)
    const same = sets.filter(
      (set) => isSameSet(own, set) || isSameSet(changedSet(own, changes), set),
    )
    return changes.flatMap(({ type, key, label, line, said }) =>
      same.map(({ items, source, line: at }) => {
        const has = items.includes(key)
        return {
          line,
          said,
          isRight: has === (type === 'added'),
          text: `the code has ${has ? '' : 'no '}${label}`,
          where: `${source.path}:${at}`,
        }
      }),
    )
  })
  const ofStates = spec.flatMap((each) =>
    documentedStates([each], known).flatMap(({ edges }) =>
      edges.flatMap(({ from, to, line }) => {
        const isAway = takesAway.test(`${each.text} ${each.headings.at(-1) ?? ''}`)
        return machines
          .filter(({ states }) => states.has(from) && (isAway || states.has(to)))
          .map(({ edges: own, source, line: at }) => {
            const has = own.some((edge) => edge.from === from && edge.to === to)
            return {
              line,
              said: `${from} ${to}`,
              isRight: has !== isAway,
              text: `${from} ${has ? 'may' : 'cannot'} become ${to}`,
              where: `${source.path}:${at}`,
            }
          })
      }),
    ),
  )
  return Map.groupBy([...ofSets, ...ofStates], ({ line }) => line)
}
