import { type AsyncResult, ok } from '../../model/result.ts'
import type { VscodeTask } from './vscode-tasks.ts'
import { type Jsonc, openJsonc, type Unmergeable } from '../../hosts/jsonc.ts'
import { field } from '../../kit/parse.ts'

export const schemaPattern = '**/design/intent.json'

export type Merged = {
  readonly text: string
  readonly added: readonly string[]
  readonly replaced: readonly string[]
  readonly kept: readonly string[]
}

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
  for (const { value } of fresh) file.append([list], value)
  if (force) for (const { value, at } of known) file.set([list, at], value)
  const names = (of: readonly Item[]) => of.map(({ name }) => name)
  return {
    text: file.text(),
    added: names(fresh),
    replaced: force ? names(known) : [],
    kept: force ? [] : names(known),
  }
}
