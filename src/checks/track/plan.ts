import { parse } from 'yaml'
import { z } from 'zod'

export type TaskStatus = 'todo' | 'doing' | 'done' | 'blocked'

export type PlanTask = {
  /** As it is numbered: `1.1`, `Fix 2`; the line where it is not. */
  readonly id: string
  readonly title: string
  readonly status: TaskStatus
  /** The commit that is named for it, or for the task around it. */
  readonly sha: string | null
  readonly line: number
  readonly phase: string
  /** How many tasks stand around it. */
  readonly depth: number
  /** Whether tasks stand below it. */
  readonly isGroup: boolean
  readonly type: string | null
  readonly files: readonly string[]
  readonly acceptance: readonly string[]
  readonly dependsOn: readonly string[]
  /** Everything that is written below it, and behind its title. */
  readonly notes: readonly string[]
}

const DagNode = z.object({
  id: z.coerce.string().min(1),
  name: z.string().optional(),
  type: z.string().optional(),
  files: z.array(z.string()).default([]),
  depends_on: z.array(z.coerce.string()).default([]),
})
const DagGroup = z.object({
  id: z.coerce.string().optional(),
  tasks: z.array(z.coerce.string()).default([]),
  conflict_free: z.boolean().optional(),
  shared_resources: z.array(z.string()).default([]),
  coordination_strategy: z.string().nullish(),
})
const Dag = z.object({
  nodes: z.array(DagNode).default([]),
  parallel_groups: z.array(DagGroup).default([]),
})
export type Dag = z.output<typeof Dag>

export type Plan = {
  readonly tasks: readonly PlanTask[]
  readonly dag: Dag | null
  /** Why the DAG that is there cannot be read. */
  readonly dagProblem: string | null
  /** What was found on the way and written down: the items of "Discovered Work". */
  readonly discovered: readonly string[]
  readonly lines: readonly string[]
}

const statusOf = (mark: string): TaskStatus =>
  mark === ' ' || mark === ''
    ? 'todo'
    : mark === '!'
      ? 'blocked'
      : /[xX✓✔✅]/u.test(mark)
        ? 'done'
        : 'doing'

const bullet =
  /^(?<indent>[ \t]*)(?:[-*+•]|\d+[.)])\s+(?:\*\*)?\[(?<mark>[ xX~!✓✔/-])?\](?:\*\*)?\s+(?<text>.*)$/u
const heading = /^(#{1,6})\s+(.*?)\s*#*$/
const detail =
  /^[ \t]*(?:[-*+•]\s+)?\*{0,2}(type|files?|acceptance(?: criteria)?|depends?(?: on)?|deps|dependencies)\*{0,2}\s*:\*{0,2}\s*(.*)$/i
const number =
  /^(?:\*\*)?(?:(?:Task|Fix|Step)\s+)?([A-Z]{0,3}\d+(?:\.\d+)*)(?:\*\*)?\s*[:.)–—-]\s*/i

/** 3.21: `<!-- abc1234 -->` and `<!-- commit: abc1234 -->`; behind a title also `(abc1234)`, `[abc1234]`. */
export function shaIn(text: string): string | null {
  const comment = /<!--\s*(?:commit|sha)?\s*:?\s*([0-9a-f]{7,40})\b[\s\S]*?-->/i.exec(text)?.[1]
  const behind = /[([`](?:commit|sha)?:?\s*([0-9a-f]{7,40})[)\]`]\s*$/i.exec(text)?.[1]
  const cell = /^\s*`?([0-9a-f]{7,40})`?\s*$/i.exec(text)?.[1]
  const sha = comment ?? behind ?? cell ?? null
  // a number of seven digits is not a commit
  return sha !== null && (comment !== undefined || /[a-f]/i.test(sha) || sha.length === 40)
    ? sha.toLowerCase()
    : null
}

type Draft = { -readonly [Key in keyof PlanTask]: PlanTask[Key] } & {
  indent: number
  open: 'files' | 'acceptance' | null
}

/** Reads a plan as people and agents write it: any bullet, nested, tables, either kind of line end. */
export function readPlan(text: string): Plan {
  const lines = text.split(/\r?\n/)
  const tasks: Draft[] = []
  const discovered: string[] = []
  const yaml: string[] = []
  let phase = ''
  let fence: string | null = null
  let table: readonly string[] | null = null
  for (const [index, raw] of lines.entries()) {
    const opens = /^\s*(`{3,}|~{3,})\s*(\w*)/.exec(raw)
    if (opens !== null) {
      fence = fence === null ? (opens[2] ?? '').toLowerCase() : null
      continue
    }
    if (fence !== null) {
      if (fence === 'yaml' || fence === 'yml') yaml.push(raw)
      continue
    }
    const title = heading.exec(raw)
    if (title !== null) {
      phase = title[2] ?? ''
      table = null
      continue
    }
    if (/^\s*\|/.test(raw)) {
      const cells = cellsOf(raw)
      if (table === null) table = cells.map((cell) => cell.toLowerCase())
      else if (!cells.every((cell) => /^:?-+:?$/.test(cell)))
        tasks.push(...taskOfRow(table, cells, { line: index + 1, phase }))
      continue
    }
    table = null
    const item = bullet.exec(raw)?.groups
    if (item !== undefined) {
      const indent = (item['indent'] ?? '').replaceAll('\t', '    ').length
      tasks.push(
        taskOf(item['text'] ?? '', statusOf(item['mark'] ?? ''), {
          indent,
          line: index + 1,
          phase,
          around: tasks,
        }),
      )
      continue
    }
    const isDiscovered = /discovered work/i.test(phase)
    if (isDiscovered && /^\s*[-*+•]\s+\S/.test(raw)) discovered.push(raw.trim().slice(1).trim())
    const last = tasks.at(-1)
    if (last === undefined || raw.trim() === '' || last.phase !== phase) continue
    if (/^\s/.test(raw)) addDetail(last, raw)
    else last.open = null
  }
  return {
    tasks: finished(tasks),
    ...dagOf(yaml.join('\n')),
    discovered: [
      ...discovered,
      ...tasks.filter(({ phase: at }) => /discovered work/i.test(at)).map(({ title }) => title),
    ],
    lines,
  }
}

const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

type At = { readonly line: number; readonly phase: string }

function taskOf(
  text: string,
  status: TaskStatus,
  {
    indent,
    line,
    phase,
    around,
  }: At & { readonly indent: number; readonly around: readonly Draft[] },
): Draft {
  const plain = text.replaceAll(/<!--[\s\S]*?-->/g, ' ').trim()
  const id = number.exec(plain)?.[1]
  const comment = [...text.matchAll(/<!--([\s\S]*?)-->/g)].map(([, inside = '']) => inside.trim())
  const depends = comment
    .flatMap((each) => /\bdeps?(?:ends on)?\s*:\s*([^;]*)/i.exec(each)?.[1] ?? [])
    .flatMap(idsIn)
  const parents = around.filter((each) => each.phase === phase && each.indent < indent)
  return {
    id: id ?? `line ${line}`,
    title: plain
      .replace(number, '')
      .replace(/\s*[([`](?:commit|sha)?:?\s*[0-9a-f]{7,40}[)\]`]\s*$/i, '')
      .replaceAll('**', '')
      .trim(),
    status,
    sha: shaIn(text),
    line,
    phase,
    depth: parents.length === 0 ? 0 : depthAbove(around, indent, phase) + 1,
    isGroup: false,
    type: null,
    files: filesIn(plain),
    acceptance: [],
    dependsOn: depends,
    notes: [plain, ...comment],
    indent,
    open: null,
  }
}

function depthAbove(around: readonly Draft[], indent: number, phase: string): number {
  const above = around.findLast((each) => each.phase === phase && each.indent < indent)
  return above === undefined ? -1 : above.depth
}

const idsIn = (text: string): readonly string[] =>
  /^\s*(?:none|-|n\/a)?\s*$/i.test(text) ? [] : (text.match(/[A-Z]{0,3}\d+(?:\.\d+)*/gi) ?? [])

/** Paths in a text: in backticks or with a folder and an ending. */
const filesIn = (text: string): readonly string[] => {
  const ticked = [...text.matchAll(/`([^`\s]+)`/g)].map(([, inside = '']) => inside)
  const plain = text.match(/(?<![\w/:.])(?:[\w@.()[\]-]+\/)+[\w@.()[\]*-]+\.\w{1,8}\b/g) ?? []
  return [
    ...new Set([
      ...ticked.filter((each) => /^[^()=;:'"]*(?:\/|\.[a-z]\w{0,7}$)/i.test(each)),
      ...plain,
    ]),
  ]
}

function addDetail(task: Draft, raw: string): void {
  const [, key = '', value = ''] = detail.exec(raw) ?? []
  const text = raw.replace(/^\s*[-*+•]\s+/, '').trim()
  task.notes = [...task.notes, text]
  task.sha ??= /\b(?:commit|sha)\b/i.test(raw)
    ? (/\b([0-9a-f]{7,40})\b/i.exec(raw)?.[1]?.toLowerCase() ?? null)
    : null
  const name = key.toLowerCase()
  if (name.startsWith('file')) {
    task.files = [...task.files, ...listed(value)]
    task.open = value.trim() === '' ? 'files' : null
  } else if (name.startsWith('acceptance')) {
    if (value.trim() !== '') task.acceptance = [...task.acceptance, value.trim()]
    task.open = value.trim() === '' ? 'acceptance' : null
  } else if (name === 'type') task.type = value.trim().toLowerCase()
  else if (name.startsWith('dep')) task.dependsOn = [...task.dependsOn, ...idsIn(value)]
  else if (task.open === 'files') task.files = [...task.files, ...listed(text)]
  else if (task.open === 'acceptance') task.acceptance = [...task.acceptance, text]
  else task.files = [...new Set([...task.files, ...filesIn(text)])]
}

const listed = (text: string): readonly string[] =>
  text
    .split(/[,\s]+/)
    .map((each) => each.replaceAll(/^[`"'([]+|[`"'\]):;,]+$/g, ''))
    .filter((each) => /[/.*]/.test(each) && !/^[.*]+$/.test(each))

/** A row of a table with a task in it: a column of marks or states makes it one. */
function taskOfRow(
  head: readonly string[],
  cells: readonly string[],
  { line, phase }: At,
): readonly Draft[] {
  const column = (pattern: RegExp) => cells[head.findIndex((name) => pattern.test(name))]
  const state =
    column(/^(?:status|state|done|✓|\[ ?\])$/) ?? cells.find((cell) => /^\[[ xX~!]?\]/.test(cell))
  if (state === undefined) return []
  const title = column(/task|title|name|description|what/) ?? ''
  const mark =
    /^\[(.)?\]/u.exec(state)?.[1] ??
    (/^(?:done|complete[d]?|yes|✅|✓|✔|x)\b|^[✅✓✔]/iu.test(state)
      ? 'x'
      : /progress|doing|~/i.test(state)
        ? '~'
        : /block|skip|!/i.test(state)
          ? '!'
          : ' ')
  const id = column(/^(?:id|#|no\.?|task ?(?:id|#|no))$/)
  const sha = cells.map(shaIn).find((each) => each !== null) ?? null
  return [
    {
      ...taskOf(title, statusOf(mark), { indent: 0, line, phase, around: [] }),
      ...(id === undefined || id === '' ? {} : { id }),
      sha,
      files:
        listed(column(/files?/) ?? '').length > 0
          ? listed(column(/files?/) ?? '')
          : filesIn(cells.join(' ')),
      acceptance: [column(/acceptance/) ?? ''].filter((each) => each !== ''),
      dependsOn: idsIn(column(/^dep/) ?? ''),
      notes: cells,
    },
  ]
}

/** Tasks below a task share its commit, and it theirs. */
function finished(drafts: readonly Draft[]): readonly PlanTask[] {
  return drafts.map(({ indent: _indent, open: _open, ...task }, index) => {
    const below = drafts.slice(index + 1)
    const end = below.findIndex(({ depth, phase }) => depth <= task.depth || phase !== task.phase)
    const own = end === -1 ? below : below.slice(0, end)
    const above = drafts
      .slice(0, index)
      .findLast(({ depth, phase }) => depth < task.depth && phase === task.phase)
    const allDone =
      own.length > 0 && own.every(({ sha, status }) => sha !== null || status !== 'done')
    const inherited = above?.sha ?? (allDone ? own.find(({ sha }) => sha !== null)?.sha : null)
    return { ...task, sha: task.sha ?? inherited ?? null, isGroup: own.length > 0 }
  })
}

function dagOf(yaml: string): Pick<Plan, 'dag' | 'dagProblem'> {
  if (!/^\s*(?:dag|nodes)\s*:/m.test(yaml)) return { dag: null, dagProblem: null }
  try {
    const value: unknown = parse(yaml)
    const inside = typeof value === 'object' && value !== null && 'dag' in value ? value.dag : value
    const dag = Dag.safeParse(inside)
    return dag.success
      ? { dag: dag.data, dagProblem: null }
      : { dag: null, dagProblem: z.prettifyError(dag.error) }
  } catch (error) {
    return { dag: null, dagProblem: error instanceof Error ? error.message : String(error) }
  }
}
