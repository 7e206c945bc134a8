import type { FormattingOptions, ParseError } from 'jsonc-parser'
import { type AsyncResult, err, ok, type Result } from '../../model/result.ts'
import type { VscodeTask } from './vscode-tasks.ts'
import { field } from '../../kit/parse.ts'

export const schemaPattern = '**/design/intent.json'

export type Merged = {
  readonly text: string
  readonly added: readonly string[]
  readonly replaced: readonly string[]
  readonly kept: readonly string[]
}

/** Why a file cannot be added to, with the line where it goes wrong. */
export type Unmergeable = { readonly what: string; readonly line: number }

/** The tasks of a file together with ours. A task with the same label stays, unless forced. */
export async function mergeTasks(
  before: string | null,
  tasks: readonly VscodeTask[],
  force: boolean,
): AsyncResult<Merged, Unmergeable> {
  const file = await openJsonc(before ?? '{\n  "version": "2.0.0",\n  "tasks": []\n}\n')
  if (!file.ok) return file
  const there = file.value.list('tasks')
  if (!there.ok) return there
  const labels = there.value.map((task) => field(task, 'label') ?? field(task, 'taskName'))
  if (field(file.value.root, 'version') === undefined) file.value.set(['version'], '2.0.0')
  return ok(
    addAll(file.value, 'tasks', {
      items: tasks.map((task) => ({
        name: task.label,
        value: task,
        at: labels.indexOf(task.label),
      })),
      force,
    }),
  )
}

export async function mergeSettings(
  before: string | null,
  url: string,
  force: boolean,
): AsyncResult<Merged, Unmergeable> {
  const file = await openJsonc(before ?? '{}\n')
  if (!file.ok) return file
  const there = file.value.list('json.schemas')
  if (!there.ok) return there
  const at = there.value.findIndex((entry) => {
    const patterns = field(entry, 'fileMatch')
    return Array.isArray(patterns) && patterns.includes(schemaPattern)
  })
  const ours = /(?:^|\/)(?:loopwright-)?design-intent\.schema\.json$/
  const old = field(there.value[at], 'url')
  // an entry of ours that points elsewhere is out of date; one of the user's is a decision
  const isStale = typeof old === 'string' && ours.test(old) && old !== url
  const items = [{ name: schemaPattern, value: { fileMatch: [schemaPattern], url }, at }]
  return ok(addAll(file.value, 'json.schemas', { items, force: force || isStale }))
}

type Item = { readonly name: string; readonly value: object; readonly at: number }

function addAll(
  file: Jsonc,
  list: string,
  { items, force }: { readonly items: readonly Item[]; readonly force: boolean },
): Merged {
  const fresh = items.filter(({ at }) => at === -1)
  const known = items.filter(({ at }) => at !== -1)
  for (const { value } of fresh) file.append(list, value)
  if (force) for (const { value, at } of known) file.set([list, at], value)
  const names = (of: readonly Item[]) => of.map(({ name }) => name)
  return {
    text: file.text(),
    added: names(fresh),
    replaced: force ? names(known) : [],
    kept: force ? [] : names(known),
  }
}

/** JSON with comments that can be changed without losing a comment or the user's layout. */
type Jsonc = {
  readonly root: object
  list(name: string): Result<readonly unknown[], Unmergeable>
  set(path: readonly (string | number)[], value: unknown): void
  append(list: string, value: unknown): void
  text(): string
}

async function openJsonc(before: string): AsyncResult<Jsonc, Unmergeable> {
  const { applyEdits, findNodeAtLocation, modify, parse, parseTree, printParseErrorCode } =
    await import('jsonc-parser')
  const bom = before.startsWith('\uFEFF') ? '\uFEFF' : ''
  const start = before.slice(bom.length)
  // the editor creates these files empty
  let text = start.trim() === '' ? '{}\n' : start
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const errors: ParseError[] = []
  const root: unknown = parse(text, errors, { allowTrailingComma: true })
  const [wrong] = errors
  if (wrong !== undefined) {
    const what = `it is not valid JSON with comments (${printParseErrorCode(wrong.error)})`
    return err({ what, line: lineAt(wrong.offset) })
  }
  if (typeof root !== 'object' || root === null || Array.isArray(root))
    return err({ what: 'it must hold an object', line: 1 })

  const formattingOptions = layoutOf(text)
  const change = (
    path: readonly (string | number)[],
    value: unknown,
    isArrayInsertion: boolean,
  ) => {
    text = applyEdits(text, modify(text, [...path], value, { formattingOptions, isArrayInsertion }))
  }
  return ok({
    root,
    list(name) {
      const value = field(root, name)
      if (value === undefined) return ok([])
      if (Array.isArray(value)) return ok(value)
      const tree = parseTree(text, [], { allowTrailingComma: true })
      const node = tree && findNodeAtLocation(tree, [name])
      return err({ what: `"${name}" must be a list`, line: lineAt(node?.offset ?? 0) })
    },
    set: (path, value) => change(path, value, false),
    append: (list, value) => {
      if (field(parse(text), list) === undefined) change([list], [value], false)
      else change([list, -1], value, true)
    },
    text: () => bom + text,
  })
}

function layoutOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 4 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}
