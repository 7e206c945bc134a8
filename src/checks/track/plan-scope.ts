import { type Issue, holdsUnless, met, type Part, undecided, unmet } from './evaluation.ts'
import { isDiscovered, type Plan } from './plan.ts'
import type { PlanTask } from './plan-task.ts'
import { nameOf } from './plan-updated.ts'
import {
  contentWords,
  idsOf,
  isRequirementHeading,
  readRequirements,
  type Requirement,
  sameId,
  shareOf,
} from './spec-requirements.ts'

/** A task with all that stands below it. */
export type Unit = {
  readonly task: PlanTask
  readonly text: string
  readonly files: readonly string[]
}

const said = ({ title, acceptance, notes, files }: PlanTask): string =>
  [title, ...acceptance, ...notes, ...files].join('\n')

/** The outermost tasks of a plan, without discovered work and fixes. */
export function unitsOf({ tasks, dag }: Plan): readonly Unit[] {
  return tasks.flatMap((task, index) => {
    if (task.depth > 0 || isDiscovered(task) || /^fix phase\b/i.test(task.phase)) return []
    const next = tasks.findIndex((each, at) => at > index && each.depth === 0)
    const all = [task, ...tasks.slice(index + 1, next === -1 ? undefined : next)]
    const node = dag?.nodes.find(({ id }) => id === task.id)
    return [
      {
        task,
        text: [...all.map(said), node?.name ?? '', ...(node?.files ?? [])].join('\n'),
        files: [...new Set([...all.flatMap(({ files }) => files), ...(node?.files ?? [])])],
      },
    ]
  })
}

const ownWork =
  /^run\b|\b(?:gate|tests?|testing|tdd|coverage|verif\w*|validat\w*|review\w*|audit\w*|docs?|document\w*|readme|changelog|set ?up|scaffold\w*|bootstrap\w*|initiali[sz]e\w*|install\w*|lint\w*|format\w*|clean ?up|deploy\w*|releases?|merge|commits?|smoke|e2e|qa|ci|checkpoint|research|investigat\w*|analy[sz]e\w*|baseline|regressions?|finali[sz]\w*|conductor|manual\w*)\b/i
const ownTypes = /^(?:test|docs|config|chore|verification)/

/** Set-up, tests, documents and verification belong to every plan. */
export const isOwnWork = ({ title, type, phase }: PlanTask): boolean =>
  ownWork.test(title) || ownTypes.test(type ?? '') || ownWork.test(phase)

type Wanted = {
  readonly name: string
  readonly line: number
  readonly id: string | null
  readonly words: ReadonlySet<string>
  /** Of its heading, where it is a section. */
  readonly heading: ReadonlySet<string>
  readonly code: readonly string[]
  /** Whether its absence can be shown; other things are left to a judge. */
  readonly isPlain: boolean
}

/** How something is made, or stays, rather than what is made: no task need speak of it. */
const manner =
  /^(?:[^:]{0,40}:\s+)?(?:\w+ly\s+)?(?:include|exclude|use|using|ensure|adhere|follow|apply|avoid|always|prioriti[sz]e|record|document|define|all|both|this|these|those|it|note)\b|\b(?:must not|should not|shall not|do not|does not|cannot|never|no|exclusions?|without|remains?|preserv\w*|maintain\w*|keep|unchanged|existing|only|consisten\w*)\b/i
const story = /^(?:as an? .*?|[\w ]+:\s*)\bI (?:want|need|can)\b(?: to)?/i

/** What tasks must take up: items that stand for themselves, and sections below requirements as a whole. */
function wantedOf(requirements: readonly Requirement[]): readonly Wanted[] {
  const isStrong = ({ type, text }: Requirement) => type === 'requirement' && !story.test(text)
  const hasStrong = requirements.some(isStrong)
  const groups = Map.groupBy(requirements, ({ section, id, line, type }) =>
    id !== null || type !== 'requirement' || isRequirementHeading(section) ? `${line}` : section,
  )
  return [...groups.values()].flatMap((items) => {
    const [first] = items
    if (first === undefined) return []
    const isAlone = items.length === 1
    const text = [
      ...(isAlone ? [] : [first.section]),
      ...items.map((each) => [each.text.replace(story, ''), ...each.details].join('\n')),
    ].join('\n')
    return [
      {
        name: isAlone ? first.text : first.section,
        line: first.line,
        id: first.id,
        words: contentWords(text),
        heading: contentWords(isAlone ? '' : first.section),
        code: codeIn(text),
        isPlain:
          (hasStrong ? isStrong(first) : first.type !== 'constraint') && !manner.test(first.text),
      },
    ]
  })
}

const codeIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`\s]{3,})`/g)].map(([, code = '']) => code.toLowerCase())

const isEnglish = (text: string): boolean =>
  (text.match(/\b(?:the|and|of|to|for|with|in|an?|on)\b/gi)?.length ?? 0) * 20 >
  (text.match(/\p{L}+/gu)?.length ?? 0)

const enough = 0.5
const hardly = 0.1

/** Pass 1: what the spec asks for is planned, and what is planned is asked for. */
export function scopeParts({
  spec,
  plan,
}: {
  readonly spec: string
  readonly plan: Plan
}): readonly Part[] {
  const units = unitsOf(plan)
  const about = 'every requirement of the spec is taken up by a task'
  if (units.length === 0)
    return [
      unmet('requirements', about, [
        {
          message: 'plan.md has no tasks',
          path: 'plan.md',
          fix: 'write the plan as a list of tasks: - [ ] Task 1.1: …',
        },
      ]),
    ]
  const parts = requirementParts(spec, units, about)
  // a word in common says little where no requirement could be followed
  const isClear = parts.some(({ status }) => status !== 'undecided')
  return isClear ? [...parts, traceOf(spec, units)] : parts
}

type Coverage = {
  readonly taken: readonly Wanted[]
  readonly absent: readonly Wanted[]
  readonly unclear: readonly Wanted[]
}

/** What tasks take up, what they do not speak of, and what cannot be told by its words. */
function coverageOf(wanted: readonly Wanted[], units: readonly Unit[], spec: string): Coverage {
  const texts = units.map(({ task, text }) => ({
    words: contentWords(`${text}\n${task.phase}`),
    text: text.toLowerCase(),
    ids: new Set(idsOf(text)),
  }))
  const all = new Set(texts.flatMap(({ words }) => [...words]))
  const isNamed = ({ id }: Wanted) => id !== null && texts.some(({ ids }) => ids.has(sameId(id)))
  const isTaken = (each: Wanted) =>
    isNamed(each) ||
    texts.some(
      ({ words, text }) =>
        shareOf(each.words, words) >= enough ||
        shareOf(each.heading, words) === 1 ||
        each.code.some((code) => text.includes(code)),
    )
  const withIds = wanted.filter(({ id }) => id !== null)
  const namesIds = withIds.length > 1 && withIds.filter(isNamed).length * 2 >= withIds.length
  const subject = contentWords(/^#\s.*/m.exec(spec)?.[0] ?? '')
  const isTopic = (word: string) =>
    subject.has(word) || wanted.filter(({ words }) => words.has(word)).length * 2 > wanted.length
  // an item with an id stands for itself; others may say how the rest is made
  const isUnheard = ({ words, id }: Wanted) => {
    const own = new Set([...words].filter((word) => id === null || !isTopic(word)))
    return own.size > 1 && shareOf(own, all) <= hardly
  }
  const taken = wanted.filter(isTaken)
  // where most of it is said in other or in fewer words, nothing is shown by the absence of words
  const isComparable =
    taken.length * 2 >= wanted.filter(({ isPlain }) => isPlain).length &&
    all.size * 2 >= new Set(wanted.flatMap(({ words }) => [...words])).size
  const rest = wanted.filter((each) => !taken.includes(each))
  const isAbsent = (each: Wanted) =>
    isComparable && each.isPlain && (isUnheard(each) || (namesIds && each.id !== null))
  return {
    taken: isComparable ? taken : [],
    absent: rest.filter(isAbsent),
    unclear: rest.filter((each) => !isAbsent(each)),
  }
}

/** Of 241 real plans none has so little in common with its spec; three of four that belong to another have. */
function isOfAnother(
  spec: string,
  requirements: readonly Requirement[],
  units: readonly Unit[],
): boolean {
  const texts = units.map(({ text }) => contentWords(text))
  const best = requirements.map(({ text }) =>
    Math.max(...texts.map((words) => shareOf(contentWords(text), words))),
  )
  const all = new Set(texts.flatMap((words) => [...words]))
  return (
    requirements.length > 2 &&
    best.reduce((sum, share) => sum + share, 0) < best.length * 0.1 &&
    shareOf(all, contentWords(spec)) < 0.3 &&
    [spec, units.map(({ text }) => text).join('\n')].every(isEnglish)
  )
}

function requirementParts(spec: string, units: readonly Unit[], about: string): readonly Part[] {
  const id = 'requirements'
  const requirements = readRequirements(spec)
  if (isOfAnother(spec, requirements, units))
    return [
      unmet(id, about, [
        {
          message:
            'plan.md and spec.md have hardly a word in common: it is the plan of something else',
          path: 'plan.md',
          fix: 'plan what the spec asks for',
        },
      ]),
    ]
  const wanted = wantedOf(requirements)
  const { taken, absent, unclear } = coverageOf(wanted, units, spec)
  const reason =
    wanted.length === 0
      ? 'the spec has no requirements in a form that can be read: lists, tables or ids'
      : `${unclear.length} of ${wanted.length} are not said in the words of a task: ${unclear
          .slice(0, 5)
          .map(({ name, line }) => `"${short(name)}" (spec.md:${line})`)
          .join(', ')}`
  const issues = absent.map((each): Issue => ({
    message: `no task takes up ${each.id === null ? '' : `${each.id} `}"${short(each.name)}"`,
    path: 'spec.md',
    line: each.line,
    fix: `add a task for "${short(each.name)}", or take it out of the spec`,
  }))
  const message = `${taken.length} of ${wanted.length} requirements are taken up by a task`
  return [
    ...(issues.length > 0 ? [unmet(id, about, issues)] : []),
    ...(issues.length === 0 && taken.length > 0 ? [met(id, about, message)] : []),
    ...(unclear.length > 0 || taken.length + issues.length === 0
      ? [undecided(`${id}-unclear`, about, reason)]
      : []),
  ]
}

export const short = (text: string): string =>
  text.length <= 80 ? text : `${text.slice(0, 80).replace(/\s+\S*$/, '')} …`

/** Tasks that speak of nothing in the spec. */
function traceOf(spec: string, units: readonly Unit[]): Part {
  const words = contentWords(spec)
  const about = 'every task traces to the spec'
  const strange = units.filter(({ task, text }) => {
    const own = contentWords(text)
    return !isOwnWork(task) && own.size > 4 && shareOf(own, words) === 0 && idsOf(text).length === 0
  })
  if (strange.length * 2 > units.length)
    return undecided('tasks-trace', about, 'plan and spec have hardly a word in common')
  return holdsUnless('tasks-trace', about, {
    issues: strange.map(({ task }) => ({
      message: `${nameOf(task)} speaks of nothing in the spec`,
      path: 'plan.md',
      line: task.line,
      fix: `take ${nameOf(task)} out, or add to the spec what asks for it`,
    })),
    reason: `all ${units.length} tasks speak of something in the spec or of the project itself`,
  })
}
