import { isDiscovered } from '../../checks/track/plan.ts'
import { pathsIn } from '../../checks/track/plan-task.ts'
import {
  contentWords,
  readRequirements,
  type Requirement,
  shareOf,
} from '../../checks/track/spec-requirements.ts'
import { oneLine, type Plain, taskFor, type Wish } from './draft-task.ts'
import { type Phase, writePlan } from './write-plan.ts'

export type DraftInput = {
  readonly trackId: string
  readonly spec: string
  readonly title: string
  /** Of the project. */
  readonly files: readonly string[]
}

/** Drafts plan.md from what a spec asks for; null where it has nothing that can be read as requirements. */
export function draftPlan(
  input: DraftInput,
): { readonly plan: string; readonly notes: readonly string[] } | null {
  const all = readRequirements(input.spec)
  const main = ['requirement', 'criterion', 'constraint'].find((type) =>
    all.some((each) => each.type === type),
  )
  const asked = inOrder(all.filter((each) => each.type === main && subjectOf(each) === null))
  const owned = new Map(
    all.filter((each) => !asked.includes(each)).map((each) => [each, ownerOf(each, asked)]),
  )
  const free = [...owned].filter(([, owner]) => owner === null).map(([each]) => each)
  const wanted = [...asked, ...bySubject(free)]
  if (wanted.length === 0) return null
  const phases = phasesOf(
    wanted.map((each) => ({
      requirement: each,
      criteria: [...owned].filter(([, owner]) => owner === each).map(([one]) => one),
    })),
    input.files,
  )
  const left = free.filter((each) => subjectOf(each) === null)
  const tasks = phases.flatMap((phase) => phase.tasks)
  const last = verification(phases, left)
  const unknown = tasks.filter(({ files }) => files.length === 0)
  return {
    plan: writePlan(input, [...phases, last]),
    notes: [
      `${tasks.length} tasks are drafted from the requirements of spec.md, in its words; nothing was added`,
      ...(unknown.length === 0
        ? []
        : [`the spec names no files for ${unknown.map(({ id }) => id).join(', ')}`]),
      ...tasks
        .filter(({ isLarge }) => isLarge)
        .map(
          ({ id, line }) =>
            `task ${id} may be large: split it if spec.md:${line} does not fit into a session`,
        ),
      ...(left.length === 0
        ? []
        : [
            `${left.length} criteria belong to no single task; task ${last.tasks[0]?.id} verifies them`,
          ]),
    ],
  }
}

const said = ({ text, details }: Requirement): string => [text, ...details].join('\n')
const creates = (text: string): string | undefined =>
  /^(?:create|scaffold|generate)\b/i.test(text) ? pathsIn(text)[0] : undefined

/** Whoever creates a file comes before those that speak of it. */
function inOrder(requirements: readonly Requirement[]): readonly Requirement[] {
  return requirements.reduce<readonly Requirement[]>((before, each) => {
    const file = creates(each.text)
    const at =
      file === undefined ? -1 : before.findIndex((one) => pathsIn(said(one)).includes(file))
    const section = before[at]?.section
    return section === undefined ? [...before, each] : before.toSpliced(at, 0, { ...each, section })
  }, [])
}

/** The function or the part of an API that a criterion is about: `quote("basic", 1)`, `GET /api/orders`. */
const subjectOf = ({ text, type }: Requirement): string | null =>
  type === 'criterion'
    ? (/^`(\w+)\(|^`?(?:GET|POST|PUT|PATCH|DELETE)\s+((?:\/[\w-]+){1,2})/
        .exec(text)
        ?.slice(1)
        .find((each) => each !== undefined) ?? null)
    : null

/** Criteria of one subject are one thing to make. */
const bySubject = (criteria: readonly Requirement[]): readonly Requirement[] =>
  [...Map.groupBy(criteria, subjectOf)].flatMap(([subject, [first, ...others]]) =>
    subject === null || first === undefined
      ? []
      : [
          {
            ...first,
            text: `Make \`${subject}\` meet its criteria`,
            details: [first, ...others].flatMap(({ text, details }) => [text, ...details]),
          },
        ],
  )

/** The requirement that a criterion speaks of most, where it clearly does. */
function ownerOf(criterion: Requirement, wanted: readonly Requirement[]): Requirement | null {
  const words = contentWords(criterion.text)
  const [best, next] = wanted
    .map((each) => ({ each, share: shareOf(words, contentWords(said(each))) }))
    .toSorted((one, other) => other.share - one.share)
  return best === undefined || best.share < 0.5 || best.share === next?.share ? null : best.each
}

const mostAtOnce = 5

/** A phase a section. Tasks follow each other; those whose files are known and differ go side by side. */
function phasesOf(wishes: readonly Wish[], project: readonly string[]): readonly Phase[] {
  let groups = 0
  let above: readonly string[] = []
  return sectionsOf(wishes).map((members, at) => {
    const name = members[0]?.requirement.section ?? ''
    const plain = members.map((wish, index) => taskFor(wish, `${at + 1}.${index + 1}`, project))
    const tasks = runsOf(plain).flatMap((run) => {
      const group = run.length > 1 ? `pg-${++groups}` : null
      const made = run.map((task) => ({ ...task, phase: at + 1, group, dependsOn: above }))
      above = run.map(({ id }) => id)
      return made
    })
    return { name: name === '' || isDiscovered({ phase: name }) ? 'Requirements' : name, tasks }
  })
}

/** Neighbours of one section; a name that comes back later is another phase. */
const sectionsOf = (wishes: readonly Wish[]): readonly (readonly Wish[])[] =>
  wishes.reduce<readonly (readonly Wish[])[]>((runs, wish) => {
    const run = runs.at(-1)
    return run?.[0]?.requirement.section === wish.requirement.section
      ? [...runs.slice(0, -1), [...run, wish]]
      : [...runs, [wish]]
  }, [])

/** Neighbours whose files are known and disjoint. */
function runsOf(tasks: readonly Plain[]): readonly (readonly Plain[])[] {
  return tasks.reduce<readonly (readonly Plain[])[]>((runs, task) => {
    const run = runs.at(-1) ?? []
    const isApart =
      run.length > 0 &&
      run.length < mostAtOnce &&
      task.files.length > 0 &&
      run.every(
        ({ files }) => files.length > 0 && files.every((file) => !task.files.includes(file)),
      )
    return isApart ? [...runs.slice(0, -1), [...run, task]] : [...runs, [task]]
  }, [])
}

function verification(phases: readonly Phase[], left: readonly Requirement[]): Phase {
  const last = phases.at(-1)?.tasks ?? []
  const group = last.at(-1)?.group ?? null
  const before = group === null ? last.slice(-1) : last.filter((task) => task.group === group)
  const phase = phases.length + 1
  return {
    name: 'Verification',
    tasks: [
      {
        id: `${phase}.1`,
        title: 'Verify the whole against the spec',
        type: 'test',
        acceptance: [
          ...left.flatMap((each) => [each.text, ...each.details]).map(oneLine),
          'the acceptance of every task above holds',
        ],
        files: [],
        dependsOn: before.map(({ id }) => id),
        group: null,
        phase,
        line: 0,
        isLarge: false,
      },
    ],
  }
}
