export type TaskStatus = 'todo' | 'doing' | 'done' | 'blocked'

export type PlanTask = {
  /** As it is numbered: `1.1`, `F2`; `#3` for the third of all where it has no number of its own. */
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
  /** What is written behind its title and below it, a note a line. */
  readonly notes: readonly string[]
}

export type Draft = { -readonly [Key in keyof PlanTask]: PlanTask[Key] } & {
  readonly indent: number
  /** The detail that deeper lines go on with. */
  open: { readonly key: string; readonly indent: number } | null
}

const marks: readonly (readonly [RegExp, TaskStatus])[] = [
  [/^(?:\[[xX✓✔✅☑]\]|✅|✓|✔|☑️?|done|completed?|yes)$/iu, 'done'],
  [/^(?:\[[~/>🔄🚧⏳-]\]|🔄|🚧|⏳|doing|in[ -]progress|started|wip)$/iu, 'doing'],
  [/^(?:\[[!⛔❌🚫]\]|⛔|❌|🚫|blocked|skipped)$/iu, 'blocked'],
  [/^(?:\[ ?\]|⬜|☐|🔲|todo|to do|open|pending|not started|no)$/iu, 'todo'],
]

/** What a mark says: `[x]`, `✅`, "in progress"; null where it is none. */
export const statusOf = (mark: string): TaskStatus | null =>
  marks.find(([pattern]) => pattern.test(mark.replaceAll('**', '').trim()))?.[1] ?? null

const numbered =
  /^(?:(?:Task|Fix|Step)\s+([A-Z]{0,3}\d+(?:\.\d+)*)\s*[:.)–—-]*\s*|(?:Task|Fix|Step)\s*:\s*|([A-Z]{0,3}\d+(?:\.\d+)+)\s*[:)–—-]?\s+|([A-Z]{0,3}\d+)\s*[:.)]\s+)/i
export const shaBehind =
  /\s*(?:[([`]{1,2}(?:commit|sha)?:?\s*`?([0-9a-f]{7,40})[)\]`]{1,3}|(?<=\s)((?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}))\s*$/i

/** 3.21: `<!-- abc1234 -->` and `<!-- commit: abc1234 -->`; behind a title also `abc1234`, in brackets, in code, or in both. */
export function shaIn(text: string): string | null {
  const comment = /<!--\s*(?:(?:commit|sha)\s*:\s*)?([0-9a-f]{7,40})\b[\s\S]*?-->/i.exec(text)?.[1]
  const [, marked, bare] = shaBehind.exec(text) ?? []
  return (comment ?? marked ?? bare ?? null)?.toLowerCase() ?? null
}

export type At = { readonly line: number; readonly phase: string; readonly indent: number }

export function taskOf(text: string, status: TaskStatus, { line, phase, indent }: At): Draft {
  const comments = [...text.matchAll(/<!--([\s\S]*?)-->/g)].map(([, inside = '']) => inside.trim())
  const plain = text
    .replaceAll(/<!--[\s\S]*?-->/g, ' ')
    .replaceAll('**', '')
    .trim()
  const [, first, second, third] = numbered.exec(plain) ?? []
  return {
    id: first ?? second ?? third ?? '',
    title: plain
      .replace(numbered, '')
      .replace(shaIn(plain) === null ? /$^/ : shaBehind, '')
      .trim(),
    status,
    sha: shaIn(text),
    line,
    phase,
    depth: 0,
    isGroup: false,
    type: null,
    files: pathsIn(plain),
    acceptance: [],
    dependsOn: comments.flatMap((each) => idsIn(/\bdep\w*\s*:\s*([^;]*)/i.exec(each)?.[1] ?? '')),
    notes: [...behindDash(plain), ...comments],
    indent,
    open: null,
  }
}

/** "Title — blocked: no credentials", "Title (Deferred: next quarter)": a note in the title's own line. */
const behindDash = (text: string): readonly string[] =>
  text
    .split(/\s[–—-]\s|[([]|;\s/)
    .slice(1)
    .map((part) => part.replace(/[)\]]\s*$/, '').trim())

export const idsIn = (text: string): readonly string[] =>
  text.replaceAll(/parallel.*$/gi, '').match(/\b[A-Z]{0,3}\d+(?:\.\d+)*\b/gi) ?? []

/** Paths in backticks, or with a folder and an ending. */
export function pathsIn(text: string): readonly string[] {
  const ticked = [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, inside = '']) => inside)
    .filter(
      (each) => /^[^()=;:'"<>]*(?:\/[\w.*-]+|\w\.[a-z]\w{0,7})$/i.test(each) && !/^[/@]/.test(each),
    )
  const plain = text.match(/(?<![\w/:.`])(?:[\w@.()[\]-]+\/)+[\w@.()[\]*-]+\.\w{1,8}\b/g) ?? []
  // a bracket that is closed behind the path is none of it
  const bare = plain.map((each) => each.replace(/^[([](?![^/]*[)\]])/, ''))
  return [...new Set([...ticked, ...bare])]
}

const detail = /^(\s*)(?:[-*+•]\s+)?\*{0,2}([A-Za-z][\w ]{1,30}?)\*{0,2}\s*:\*{0,2}\s*(.*)$/

/** What such a line names is no commit of the task. */
const prose = /^(?:acceptance.*|issue|blocked|deferred)$/i

/** Takes in a line that stands below a task. */
export function addDetail(task: Draft, raw: string): void {
  const indent = raw.length - raw.trimStart().length
  const [, , key = '', value = ''] = detail.exec(raw) ?? []
  const text = raw.replace(/^\s*[-*+•]\s+/, '').trim()
  const isContinued = task.open !== null && indent > task.open.indent
  if (!isContinued) task.open = key === '' ? null : { key: key.toLowerCase(), indent }
  const name = task.open?.key ?? ''
  const said = isContinued ? text : value
  if (!prose.test(name)) task.sha ??= shaIn(raw) ?? shaOf(raw)
  if (/^files?$/.test(name)) task.files = [...new Set([...task.files, ...listed(said)])]
  else if (name.startsWith('acceptance'))
    task.acceptance = [...task.acceptance, ...(said === '' ? [] : [said])]
  else if (name === 'type') task.type ??= said.toLowerCase()
  else if (name.startsWith('dep')) task.dependsOn = [...task.dependsOn, ...idsIn(said)]
  else task.notes = [...task.notes, text]
}

const shaOf = (raw: string): string | null =>
  /^\s*(?:[-*+•]\s+)?\W*(?:commit|sha)\W/i.test(raw)
    ? (/\b([0-9a-f]{7,40})\b/i.exec(raw)?.[1]?.toLowerCase() ?? null)
    : null

export const listed = (text: string): readonly string[] =>
  text
    .split(/[,\s]+/)
    .map((each) => each.replaceAll(/^[`"'(]+|[`"');:,]+$/g, ''))
    .filter((each) => /[/.*\\]/.test(each) && !/^[.*]+$/.test(each))

const nothing = /^(?:no|none|n\/a|false|never|[-–—.]*)$/i

/** 3.20: an open task needs a note "Deferred: …", a blocked one its reason. */
export function isDocumented({ status, notes }: Pick<PlanTask, 'status' | 'notes'>): boolean {
  const says = (pattern: RegExp) =>
    notes.some((note) => {
      const said = pattern.exec(note.replaceAll(/[*_`>]/g, '').trim())?.[1]?.trim()
      return said !== undefined && !nothing.test(said)
    })
  if (says(/^deferred\s*(?::|to\b|until\b|because\b|[–—-])\s*(.*)$/i)) return true
  return (
    status === 'blocked' &&
    says(
      /^(?:reason|blocked(?: by| on)?|skipped|because|waiting for|waits for|why)\b\s*[:–—-]?\s*(.*)$/i,
    )
  )
}
