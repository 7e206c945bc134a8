import type { Rule, RuleEntry } from '../../rules/rule.ts'
import type { Dimension, IntentFix } from './critique.ts'
import type { DesignModel } from './design-model.ts'
import type { NodeKind, NodeOf } from './nodes.ts'
import type { Prose } from './prose.ts'
import texts from './rules.json' with { type: 'json' }

export type Seen = { readonly path: string; readonly message: string; readonly fix?: IntentFix }

export type DesignEntry = RuleEntry & { readonly dimension: Dimension }
export type DesignRule = DesignEntry & Rule<(model: DesignModel) => readonly Seen[]>

type RuleId = keyof typeof texts

const dimensions: Readonly<Record<string, Dimension>> = {
  completeness: 'completeness',
  coherence: 'coherence',
  framework: 'frameworkAgnosticism',
  data: 'dataModelIntegrity',
}

/** Looks at the whole intent. */
export function intentRule(id: RuleId, run: DesignRule['run']): DesignRule {
  const { about, bad, better, ...rest } = texts[id]
  return {
    id,
    dimension: dimensions[id.slice(0, id.indexOf('/'))] ?? 'clarity',
    severity: 'severity' in rest ? 'error' : 'warning',
    about,
    example: { bad, better },
    run,
  }
}

/** Looks at one text at a time. */
export const textRule = (
  id: RuleId,
  read: (prose: Prose, model: DesignModel) => readonly Seen[],
): DesignRule => intentRule(id, (model) => model.proses.flatMap((prose) => read(prose, model)))

/** Looks at one thing of a kind at a time, and says what is wrong with it or with one of its keys. */
export const nodeRule = <Kind extends NodeKind>(
  id: RuleId,
  at: readonly [kind: Kind, key?: keyof NodeOf<Kind> & string],
  look: (value: NodeOf<Kind>, model: DesignModel) => string | null,
): DesignRule =>
  intentRule(id, (model) =>
    model.nodes[at[0]].flatMap(({ path, value }) => {
      const message = look(value, model)
      if (message === null) return []
      return [{ path: at[1] === undefined ? path : `${path}/${at[1]}`, message }]
    }),
  )

/** Things that share a key, with at least two to each. */
export const shared = <Thing>(
  things: readonly Thing[],
  keyOf: (thing: Thing) => string,
): readonly (readonly Thing[])[] =>
  [...Map.groupBy(things, keyOf).values()].filter(({ length }) => length > 1)

type Placed = { readonly path: string }

/** Of things that share a key the one that fits best keeps it; something is said of each of the others. */
export const repeated = <Thing extends Placed>(
  things: readonly Thing[],
  keyOf: (thing: Thing) => string,
  say: (thing: Thing, kept: Thing) => (Omit<Seen, 'path'> & Partial<Placed>) | null,
  fitOf: (thing: Thing) => number = () => 0,
): readonly Seen[] =>
  shared(things, (thing) => keyOf(thing) || thing.path).flatMap((group) => {
    const stored = group.toSorted((one, other) => fitOf(other) - fitOf(one))[0]!
    return group.flatMap((thing) => {
      const said = thing === stored ? null : say(thing, stored)
      return said === null ? [] : [{ path: thing.path, ...said }]
    })
  })

export const removing = (title: string, path: string): IntentFix => ({
  title,
  edits: [{ op: 'remove', path }],
})

export const replacing = (title: string, path: string, value: unknown): IntentFix => ({
  title,
  edits: [{ op: 'replace', path, value }],
})
