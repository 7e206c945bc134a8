import { holdsUnless, type Issue, notApplicable, type Part } from './evaluation.ts'
import type { Plan } from './plan.ts'
import { isOwnWork, type Unit } from './plan-scope.ts'
import { nameOf } from './plan-updated.ts'
import { contentWords } from './spec-requirements.ts'

export type OtherTrack = {
  readonly id: string
  readonly isComplete: boolean
  readonly tasks: readonly { readonly title: string; readonly files: readonly string[] }[]
}

const creates = /^(?:create|scaffold|generate|introduce|add|write|build|implement)\b/i
const createsFile =
  /^(?:create|scaffold|generate)\s+(?:(?:an?|the|new|module|file|component|service|class|script|hook|page)\s+)*(?:[\w -]*\()?`?([\w@./[\]-]+)/i
const namesNothing =
  /^(?:conductor - )?(?:user manual verification|run|verify|write (?:unit |integration )?tests?)\b/i
const normal = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Files that a task makes: named in a title that creates, or marked as new. */
const createdBy = (
  { title, files }: { readonly title: string; readonly files: readonly string[] },
  planText = '',
): readonly string[] =>
  files.filter(
    (file) =>
      createsFile.exec(title)?.[1] === file ||
      [`${file}\` (new`, `${file} (new`].some((mark) => planText.includes(mark)),
  )

/** Pass 2: nothing is planned twice. */
export function overlapOf(
  units: readonly Unit[],
  { others, planText }: { readonly others: readonly OtherTrack[]; readonly planText: string },
): Part {
  const id = 'overlap'
  const about = 'nothing is planned that a complete track has made'
  const complete = others.filter(({ isComplete }) => isComplete)
  if (complete.length === 0) return notApplicable(id, about, 'no other track is complete')
  const issues = complete.flatMap((track) =>
    units.flatMap(({ task, files }): readonly Issue[] => {
      const isSame =
        contentWords(task.title).size > 2 &&
        !isOwnWork(task) &&
        !namesNothing.test(task.title) &&
        track.tasks.some(({ title }) => normal(title) === normal(task.title))
      const made = track.tasks.flatMap((each) => createdBy(each))
      const again = createdBy({ title: task.title, files }, planText).filter((file) =>
        made.includes(file),
      )
      const at = {
        path: 'plan.md',
        line: task.line,
        fix: `take ${nameOf(task)} out, or say what it adds to ${track.id}`,
      }
      return [
        ...(isSame
          ? [{ ...at, message: `${nameOf(task)} was done in the track ${track.id}` }]
          : []),
        ...(again.length > 0
          ? [
              {
                ...at,
                message: `${nameOf(task)} creates ${again.join(', ')}, which the track ${track.id} created`,
              },
            ]
          : []),
      ]
    }),
  )
  const shared = complete.filter((track) =>
    track.tasks.some((each) =>
      each.files.some((file) => units.some(({ files }) => files.includes(file))),
    ),
  )
  return holdsUnless(id, about, {
    issues,
    reason: `no task repeats one of ${complete.length} complete tracks${shared.length === 0 ? '' : `; files of ${shared.map((each) => each.id).join(', ')} are changed again`}`,
  })
}

/** Whoever uses a file comes after the task that creates it. */
export function fileOrder(
  units: readonly Unit[],
  { plan, planText }: { readonly plan: Plan; readonly planText: string },
): Part {
  const needs = (id: string, visited: ReadonlySet<string> = new Set()): ReadonlySet<string> =>
    visited.has(id)
      ? visited
      : [
          ...(plan.tasks.find((task) => task.id === id)?.dependsOn ?? []),
          ...(plan.dag?.nodes.find((node) => node.id === id)?.depends_on ?? []),
        ].reduce<ReadonlySet<string>>((all, each) => needs(each, all), new Set([...visited, id]))
  const issues = units.flatMap((unit, index) =>
    units.slice(index + 1).flatMap((later): readonly Issue[] => {
      const made = createdBy({ title: later.task.title, files: later.files }, planText)
      const used = made.filter((file) => unit.files.includes(file))
      const isFine =
        used.length === 0 ||
        isOwnWork(unit.task) ||
        creates.test(unit.task.title) ||
        needs(unit.task.id).has(later.task.id)
      return isFine
        ? []
        : [
            {
              message: `${nameOf(unit.task)} uses ${used.join(', ')}, which ${nameOf(later.task)} creates later`,
              path: 'plan.md',
              line: unit.task.line,
              fix: `let ${nameOf(unit.task)} depend on ${nameOf(later.task)}, or move it behind`,
            },
          ]
    }),
  )
  return holdsUnless('file-order', 'no task uses a file that a later task creates', {
    issues,
    reason: 'no task uses a file that a later one creates',
  })
}
