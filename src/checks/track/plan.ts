import { type Dag, dagOf } from './plan-dag.ts'
import {
  addDetail,
  type At,
  type Draft,
  idsIn,
  listed,
  type PlanTask,
  shaIn,
  statusOf,
  taskOf,
} from './plan-task.ts'

export type Plan = {
  readonly tasks: readonly PlanTask[]
  readonly dag: Dag | null
  /** Why the DAG that is there cannot be read. */
  readonly dagProblem: string | null
  /** What was found on the way and written down: the items of "Discovered Work". */
  readonly discovered: readonly string[]
}

const heading = /^(#{1,6})\s+(.*?)\s*#*$/
/** A line of a list that is a task. */
export const bullet =
  /^(?<indent>[ \t]*)(?:[-*+•]|\d+[.)])\s+(?<mark>(?:\*\*)?\[.{0,2}\](?:\*\*)?|[✅✓✔☑⬜☐🔲⛔❌🚫🔄🚧⏳]\uFE0F?)\s+(?<text>.*)$/u

const known = new Map<string, Plan>()
const mostKnown = 32

/**
 * Reads a plan as people and agents write it: any bullet, nested, headings, tables, either kind of line end.
 * Every event of a track asks for it, so the newest are remembered.
 */
export function readPlan(text: string): Plan {
  const plan = known.get(text) ?? parsePlan(text)
  known.delete(text)
  known.set(text, plan)
  if (known.size > mostKnown) known.delete(known.keys().next().value ?? '')
  return plan
}

function parsePlan(text: string): Plan {
  const { lines, yaml } = outsideFences(text)
  const tasks: Draft[] = []
  const discovered: string[] = []
  let phase = ''
  let table: readonly string[] | null = null
  for (const [index, raw] of lines.entries()) {
    const line = index + 1
    if (raw.trim().startsWith('|')) {
      const cells = cellsOf(raw)
      if (table === null) table = cells.map((cell) => cell.toLowerCase())
      else tasks.push(...taskOfRow(table, cells, { line, phase, indent: 0 }))
      continue
    }
    table = null
    const title = heading.exec(raw)?.[2]
    const [, mark = '', rest = ''] = /^(\[.{0,2}\]|[✅✓✔⬜☐])\s+(.*)$/u.exec(title ?? '') ?? []
    const status = statusOf(mark)
    if (status !== null) tasks.push(taskOf(rest, status, { line, phase, indent: -1 }))
    else if (title !== undefined) phase = title
    if (title !== undefined) continue
    const item = itemOf(raw, { line, phase })
    if (item !== null) {
      tasks.push(item)
      continue
    }
    if (isDiscovered({ phase }) && /^[-*+•]\s+\S/.test(raw)) discovered.push(raw.slice(1).trim())
    const last = tasks.at(-1)
    if (last === undefined || raw.trim() === '' || last.phase !== phase) continue
    if (last.indent === -1 || /^\s/.test(raw)) addDetail(last, raw)
  }
  const results = tasks.filter(isDiscovered).map(({ title }) => title)
  return { tasks: finished(tasks), ...dagOf(yaml), discovered: [...discovered, ...results] }
}

export const isDiscovered = ({ phase }: { readonly phase: string }): boolean =>
  /discovered work/i.test(phase)

/** The lines that are no code and no comment of several lines; numbers stay. */
export function outsideFences(text: string): {
  readonly lines: readonly string[]
  readonly yaml: string
} {
  const yaml: string[] = []
  let fence: { readonly marks: string; readonly language: string } | null = null
  const lines = text
    .replaceAll(/<!--[\s\S]*?-->/g, (match) =>
      match.includes('\n') ? match.replaceAll(/[^\n]/g, '') : match,
    )
    .split(/\r?\n/)
    .map((raw) => {
      const [, marks = '', language = ''] = /^\s*(`{3,}|~{3,})\s*(\w*)/.exec(raw) ?? []
      if (fence === null) {
        if (marks === '') return raw
        fence = { marks, language: language.toLowerCase() }
        return ''
      }
      if (marks.startsWith(fence.marks) && language === '') fence = null
      else if (/^ya?ml$/.test(fence.language)) yaml.push(raw)
      return ''
    })
  return { lines, yaml: yaml.join('\n') }
}

function itemOf(raw: string, at: Omit<At, 'indent'>): Draft | null {
  const { indent = '', mark = '', text = '' } = bullet.exec(raw)?.groups ?? {}
  const status = statusOf(mark)
  return status === null
    ? null
    : taskOf(text, status, { ...at, indent: indent.replaceAll('\t', '    ').length })
}

export const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replaceAll(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

const taskNumber = /^(?:task\s+)?([A-Z]{0,3}\d+(?:\.\d+)*)$/i

/** Which cell of a row is the title: "Task" may also be the number beside one. */
export function titleAt(head: readonly string[], cells: readonly string[]): number {
  const task = head.findIndex((name) => name.startsWith('task'))
  return task !== -1 && !taskNumber.test(cells[task] ?? '')
    ? task
    : head.findIndex((name) => /^(?:title|name|description|summary|what)/.test(name))
}

/** A row is a task where it has a title, and a mark, a state, or what only tables of tasks have. */
function taskOfRow(head: readonly string[], cells: readonly string[], at: At): readonly Draft[] {
  const column = (pattern: RegExp) => cells[head.findIndex((name) => pattern.test(name))] ?? ''
  const [, mark = '', title = ''] =
    /^(\[.{0,2}\]|[✅✓✔⬜☐])?\s*(.*)$/u.exec(cells[titleAt(head, cells)] ?? '') ?? []
  const number = column(/^(?:id|#|no\.?|nr\.?|task ?(?:id|#|no\.?))$/)
  const id = number || (taskNumber.exec(column(/^task/))?.[1] ?? '')
  const sha = cells
    .map((cell) => shaIn(cell) ?? /^`?([0-9a-f]{7,40})`?$/i.exec(cell)?.[1]?.toLowerCase() ?? null)
    .find((each) => each !== null)
  const stateColumn = /^(?:status|state|done|progress)/
  const state = cells.find((cell) => /^\[.{0,2}\]$/u.test(cell)) ?? column(stateColumn)
  const isTask =
    !head.some((name) => stateColumn.test(name)) &&
    (id !== '' || head.some((name) => name.startsWith('task'))) &&
    head.some((name) => /^(?:files?|commit|sha|acceptance|dep)/.test(name))
  const status =
    statusOf(state) ??
    statusOf(mark || (state.split(' ')[0] ?? '')) ??
    (isTask ? (sha === undefined ? 'todo' : 'done') : null)
  if (status === null || !/\w/.test(title)) return []
  const task = taskOf(title, status, at)
  return [
    {
      ...task,
      ...(id === '' ? {} : { id }),
      sha: sha ?? null,
      files: [...new Set([...task.files, ...listed(column(/^files?/))])],
      acceptance: [column(/^acceptance/)].filter((each) => each !== ''),
      dependsOn: idsIn(column(/^dep/)),
      notes: [...task.notes, ...cells],
    },
  ]
}

/** Completed tasks below a task share its commit, and it theirs. */
function finished(drafts: readonly Draft[]): readonly PlanTask[] {
  const depths: number[] = []
  for (const [index, { indent, phase }] of drafts.entries()) {
    const above = drafts.findLastIndex(
      (each, at) => at < index && each.phase === phase && each.indent < indent,
    )
    depths.push(above === -1 || drafts[above]?.indent === -1 ? 0 : (depths[above] ?? 0) + 1)
  }
  return drafts.map(({ indent: _indent, open: _open, ...task }, index) => {
    const isNamed = task.id !== '' && drafts.findIndex(({ id }) => id === task.id) === index
    const depth = depths[index] ?? 0
    const rest = drafts.slice(index + 1)
    const end = rest.findIndex(
      ({ phase }, at) => phase !== task.phase || (depths[index + 1 + at] ?? 0) <= depth,
    )
    const below = end === -1 ? rest : rest.slice(0, end)
    const above = drafts.findLast(
      (each, at) => at < index && each.phase === task.phase && (depths[at] ?? 0) < depth,
    )
    const shared = above?.sha ?? below.find(({ sha }) => sha !== null)?.sha ?? null
    return {
      ...task,
      id: isNamed ? task.id : `#${index + 1}`,
      depth,
      sha: task.sha ?? (task.status === 'done' ? shared : null),
      isGroup: below.length > 0,
    }
  })
}
