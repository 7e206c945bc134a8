import { type Issue, met, type Part, undecided, unmet } from './evaluation.ts'
import { isDocumented } from './plan-task.ts'
import { isOwnWork, type Unit } from './plan-scope.ts'
import { nameOf } from './plan-updated.ts'
import { contentWords } from './spec-requirements.ts'

const vague =
  /\b(?:misc(?:ellaneous)?|stuff|things|tbd|tba|todo|various|etc|whatever|and so on|somehow|other)\b/gi
const empty =
  /^(?:fix|fixes|improve|improvements?|clean|polish|rest|others?|bugs?|changes?|final|finish|handle|update)$/i
/** What such a title lists are things to make, not what a thing has. */
const makes = /^(?:create|build|implement|add|write|make|develop|design)\b/i
const mostFiles = 12
const mostParts = 4
const beside =
  /(?:\.|_|\b)(?:test|spec|stories|snap)s?\b|\.(?:svg|png|jpe?g|webp|ico|woff2?|json|md)$/i

/** Pass 4: each task is specific, says when it is done and what it touches, and fits into a session. */
export function qualityParts(units: readonly Unit[], listsFiles: boolean): readonly Part[] {
  const own = units.filter(({ task }) => !isOwnWork(task) && !isDocumented(task))
  const hasDetail = ({ task, files }: Unit) =>
    task.isGroup || task.acceptance.length > 0 || files.length > 0 || task.notes.length > 0
  const isVague = (unit: Unit) => {
    const { title } = unit.task
    const rest = contentWords(title.replaceAll(vague, ''))
    return (
      (rest.size === 0 || (rest.size < 2 && (title.search(vague) !== -1 || empty.test(title)))) &&
      !hasDetail(unit)
    )
  }
  return [
    judged('specific', 'every task says what is made', {
      issues: units
        .filter(isVague)
        .map(issue('does not say what is made', 'say what it makes and of what')),
      reason: 'every task says what is made',
    }),
    said('acceptance', 'every task says when it is done', own, {
      has: ({ task, text }) =>
        task.acceptance.length > 0 ||
        task.isGroup ||
        /\baccept|\bdone when\b|\bverif|\bensure\b/i.test(text),
      isContract: ({ task }) => task.acceptance.length > 0,
      missing: 'has no acceptance',
      fix: 'add a line "Acceptance: …"',
      isExcused: !listsFiles && units.every(({ task }) => task.type === null),
    }),
    said('files', 'every task names its files or its type', own, {
      has: ({ task, files }) => files.length > 0 || task.type !== null || task.isGroup,
      isContract: ({ task, files }) => (listsFiles && files.length > 0) || task.type !== null,
      missing: 'names neither files nor a type',
      fix: 'add lines "Files: …" and "Type: …"',
      isExcused: true,
    }),
    judged('size', 'every task fits into a session', {
      issues: own.filter(isLarge).map(issue('is too large for a session', 'split it')),
      reason: `no task has more than ${mostFiles} files or lists more than ${mostParts} things to make`,
    }),
  ]
}

const issue =
  (what: string, fix: string) =>
  ({ task }: Unit): Issue => ({
    message: `${nameOf(task)} ${what}`,
    path: 'plan.md',
    line: task.line,
    fix: `${nameOf(task)}: ${fix}`,
  })

const judged = (
  id: string,
  about: string,
  { issues, reason }: { readonly issues: readonly Issue[]; readonly reason: string },
): Part => (issues.length > 0 ? unmet(id, about, issues) : met(id, about, reason))

function isLarge({ task, files }: Unit): boolean {
  const sources = files.filter((file) => !beside.test(file))
  const title = task.title.replaceAll(/\([^)]*\)|`[^`]*`|"[^"]*"|\s[–—-]\s.*|:\s.*/g, '')
  const parts = title
    .split(/,\s*(?:and\s+)?|\s+and\s+|\s+&\s+|;\s*/)
    .filter((part) => /\w/.test(part))
  return (
    sources.length > mostFiles ||
    (files.length === 0 && !task.isGroup && makes.test(title) && parts.length > mostParts)
  )
}

type Asked = {
  readonly has: (unit: Unit) => boolean
  /** As the format of plans has it. */
  readonly isContract: (unit: Unit) => boolean
  readonly missing: string
  readonly fix: string
  readonly isExcused: boolean
}

/** Where most tasks have it, those without are named; a plan that has it nowhere is told once. */
function said(id: string, about: string, units: readonly Unit[], asked: Asked): Part {
  const without = units.filter((unit) => !asked.has(unit))
  const count = units.filter(asked.isContract).length
  if (without.length === 0)
    return met(id, about, `${count} of ${units.length} tasks say it in a line of their own`)
  if (count * 2 >= units.length)
    return unmet(id, about, without.map(issue(asked.missing, asked.fix)))
  const message = `${without.length} of ${units.length} tasks: each ${asked.missing}`
  return asked.isExcused
    ? undecided(id, about, message)
    : unmet(id, about, [{ message, path: 'plan.md', fix: `${asked.fix} to each task` }])
}
