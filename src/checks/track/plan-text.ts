import { bullet, cellsOf, isDiscovered, outsideFences, readPlan, titleAt } from './plan.ts'
import { shaBehind, statusOf, taskOf } from './plan-task.ts'

export type TaskMark =
  | { readonly status: 'todo' | 'doing' }
  | { readonly status: 'done'; readonly sha: string; readonly summary?: string }
  | { readonly status: 'blocked' | 'deferred'; readonly reason: string }

type Line = { readonly text: string; readonly end: string }

const linesOf = (text: string): readonly Line[] =>
  text.split(/(?<=\n)/).map((line) => {
    const [end = ''] = /\r?\n$/.exec(line) ?? []
    return { text: line.slice(0, line.length - end.length), end }
  })
const textOf = (lines: readonly Line[]): string => lines.map(({ text, end }) => text + end).join('')
const endIn = (text: string): string => /\r?\n/.exec(text)?.[0] ?? '\n'

const followedBy = (line: Line, added: readonly string[], end: string): readonly Line[] =>
  [line.text, ...added].map((text, index) => ({
    text,
    end: index < added.length ? line.end || end : line.end,
  }))

const oneLine = (text: string): string =>
  text
    .replaceAll(/<!--|-->/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Writes how a task stands into plan.md: its mark, its commit, and a note below it. All else stays as it is. */
export function markTask(text: string, id: string, mark: TaskMark): string {
  const task = readPlan(text).tasks.find((each) => each.id === id)
  if (task === undefined) return text
  const lines = linesOf(text)
  const at = task.line - 1
  const raw = lines[at]?.text ?? ''
  if (raw.trim().startsWith('|'))
    return textOf(lines.with(at, { end: '', ...lines[at], text: markedRow(text, at, mark) }))
  const marked = markedLine(raw, mark)
  if (marked === null) return text
  const { details, isOwn } = detailsOf(text, at)
  const indents = details.map((index) => /^\s*/.exec(lines[index]?.text ?? '')?.[0] ?? '')
  const around = raw.startsWith('#')
    ? ''
    : `${/^\s*/.exec(raw)?.[0] ?? ''}${/^\s*\d/.test(raw) ? '   ' : '  '}`
  const indent = indents.toSorted((one, other) => one.length - other.length)[0] ?? around
  const note = noteOf(mark)
  const last = details.findLast((index) => !isOwn(index)) ?? at
  return textOf(
    lines.flatMap((line, index) => {
      if (isOwn(index)) return []
      const stored = index === at ? { ...line, text: marked } : line
      const added = index === last && note !== null ? [`${indent}- ${note}`] : []
      return followedBy(stored, added, endIn(text))
    }),
  )
}

function noteOf(mark: TaskMark): string | null {
  const [name, said = ''] =
    mark.status === 'done'
      ? ['Summary', mark.summary]
      : 'reason' in mark
        ? [mark.status === 'blocked' ? 'Blocked' : 'Deferred', mark.reason]
        : ['']
  return oneLine(said) === '' ? null : `${name}: ${oneLine(said)}`
}

const ownNote = /^\s*(?:[-*+•]\s+)?\*{0,2}(?:Summary|Blocked|Deferred|Commit|SHA)\*{0,2}\s*:/i

/** The lines below a task that speak of it alone, and which of them are notes that a mark replaces. */
function detailsOf(
  text: string,
  at: number,
): { readonly details: readonly number[]; readonly isOwn: (index: number) => boolean } {
  const { lines } = outsideFences(text)
  const isHeading = lines[at]?.startsWith('#') === true
  const taken = new Set(readPlan(text).tasks.map(({ line }) => line - 1))
  const details: number[] = []
  const own = new Set<number>()
  let note: number | null = null
  for (let index = at + 1; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (taken.has(index) || /^#{1,6}\s/.test(line)) break
    if (line.trim() === '') continue
    if (line.trim().startsWith('|') || (!isHeading && !/^\s/.test(line))) continue
    details.push(index)
    const indent = line.length - line.trimStart().length
    if (note === null || indent <= note) note = ownNote.test(line) ? indent : null
    if (note !== null) own.add(index)
  }
  return { details, isOwn: (index) => own.has(index) }
}

const letters = { todo: ' ', deferred: ' ', doing: '~', done: 'x', blocked: '!' } as const
const shaComment = /\s*<!--\s*(?:(?:commit|sha)\s*:\s*)?[0-9a-f]{7,40}\b[\s,;]*([\s\S]*?)\s*-->/gi
const noteComment = /\s*<!--\s*(?:Summary|Blocked|Deferred)\s*:.*?-->/gi

/** Without the commit and the notes that an earlier mark left there. */
const unmarked = (text: string): string =>
  text
    .replaceAll(noteComment, '')
    .replaceAll(shaComment, (_, rest: string) => (rest === '' ? '' : ` <!-- ${rest} -->`))
    .replace(shaBehind, '')

function markedLine(raw: string, mark: TaskMark): string | null {
  // what follows an open comment belongs to it
  const [, whole = '', open = ''] = /^(.*?)(\s*#*|\s*<!--(?:(?!-->).)*)$/.exec(raw) ?? []
  const { mark: old } =
    bullet.exec(whole)?.groups ??
    /^#{1,6}\s+(?<mark>\[.{0,2}\]|[✅✓✔⬜☐])\s/u.exec(whole)?.groups ??
    {}
  if (old === undefined) return null
  const from = whole.indexOf(old)
  const sign = old.includes('[')
    ? old.replace(/\[.{0,2}\]/u, `[${letters[mark.status]}]`)
    : `[${letters[mark.status]}]`
  const rest = unmarked(whole.slice(from + old.length))
  const sha = mark.status === 'done' ? ` <!-- ${mark.sha} -->` : ''
  return `${whole.slice(0, from)}${sign}${rest}${sha}${open}`
}

const words = {
  todo: 'todo',
  deferred: 'todo',
  doing: 'in progress',
  done: 'done',
  blocked: 'blocked',
} as const

/** A row keeps its note in a comment: a line below it would end the table. */
function markedRow(text: string, at: number, mark: TaskMark): string {
  const { lines } = outsideFences(text)
  const head = lines.findLastIndex((line, index) => index < at && !line.trim().startsWith('|')) + 1
  const names = cellsOf(lines[head] ?? '').map((name) => name.toLowerCase())
  const parts = (linesOf(text)[at]?.text ?? '').split(/(?<!\\)\|/)
  const cells = parts.slice(1).map((part) => part.trim())
  const column = (pattern: RegExp) => names.findIndex((name) => pattern.test(name))
  const box = cells.findIndex((cell) => /^\[.{0,2}\]$/u.test(cell))
  const state = box === -1 ? column(/^(?:status|state|done|progress)/) : box
  const title = titleAt(names, cells)
  const commit = column(/^(?:commit|sha)/)
  const sha = mark.status === 'done' ? mark.sha : ''
  const note = noteOf(mark)?.replaceAll('|', '/')
  const changed = cells.map((cell, index) => {
    if (index === state)
      return statusOf(cell) !== null && /^\w/.test(cell)
        ? words[mark.status]
        : `[${letters[mark.status]}]`
    if (index === commit) return sha
    const plain = /^`?[0-9a-f]{7,40}`?$/i.test(cell) ? '' : unmarked(cell)
    if (index !== title) return plain
    const comments = [commit === -1 ? sha : '', note ?? ''].filter((each) => each !== '')
    const own = plain.replace(/^(?:\[.{0,2}\]|[✅✓✔⬜☐])\s*/u, '')
    const named = state === -1 ? `[${letters[mark.status]}] ${own}` : plain
    return [named, ...comments.map((each) => `<!-- ${each} -->`)].join(' ')
  })
  return parts
    .map((part, index) =>
      index === 0 || changed[index - 1] === cells[index - 1] ? part : ` ${changed[index - 1]} `,
    )
    .join('|')
}

/** Appends lines as a section of their own. */
function appended(text: string, lines: readonly string[]): string {
  const end = endIn(text)
  const gap = text === '' || /\n\r?\n$/.test(text) ? '' : text.endsWith('\n') ? end : end + end
  return text + gap + lines.map((line) => line + end).join('')
}

const longestTitle = 100

export type FixPhase = {
  readonly cycle: number
  readonly date: string
  readonly fixes: readonly { readonly issue: string; readonly acceptance: string }[]
}

/** Appends the tasks of a fix cycle; a plan that has them already stays as it is. */
export function addFixPhase(text: string, { cycle, date, fixes }: FixPhase): string {
  if (readPlan(text).tasks.some(({ id }) => id === `F${cycle}.1`)) return text
  return appended(text, [
    `## Fix Phase ${cycle} (${date})`,
    '',
    ...fixes.flatMap(({ issue, acceptance }, index) => [
      `- [ ] Fix F${cycle}.${index + 1}: ${titleOf(issue)}`,
      `  - Issue: ${oneLine(issue)}`,
      `  - Acceptance: ${oneLine(acceptance)}`,
    ]),
  ])
}

function titleOf(issue: string): string {
  const { title } = taskOf(oneLine(issue), 'todo', { line: 0, phase: '', indent: 0 })
  return title.length <= longestTitle
    ? title
    : `${title.slice(0, longestTitle).replace(/\s+\S*$/, '')} …`
}

/** Writes down what was found on the way, each once. */
export function addDiscovered(text: string, items: readonly string[]): string {
  const known = new Set(readPlan(text).discovered.map(normal))
  const fresh = [...new Map(items.map((item) => [normal(item), withoutMark(item)])).entries()]
    .filter(([key]) => key !== '' && !known.has(key))
    .map(([, item]) => `- ${item}`)
  if (fresh.length === 0) return text
  const { lines } = outsideFences(text)
  const isHeading = (line: string) => /^#{1,6}\s/.test(line)
  const head = lines.findIndex((line) => isHeading(line) && isDiscovered({ phase: line }))
  if (head === -1) return appended(text, ['## Discovered Work', '', ...fresh])
  const next = lines.findIndex((line, index) => index > head && isHeading(line))
  const last = lines.findLastIndex(
    (line, index) => (next === -1 || index < next) && line.trim() !== '',
  )
  const added = last === head ? ['', ...fresh] : fresh
  return textOf(
    linesOf(text).flatMap((line, index) =>
      followedBy(line, index === last ? added : [], endIn(text)),
    ),
  )
}

const withoutMark = (item: string): string =>
  oneLine(item).replace(/^(?:[-*+•]\s+)?(?:\[.{0,2}\]\s+)?/u, '')
const normal = (item: string): string =>
  withoutMark(item)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
