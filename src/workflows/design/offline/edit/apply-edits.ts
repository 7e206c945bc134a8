import { DesignIntent } from '../../../../checks/design/intent.ts'
import type { IntentEdit } from '../../../../checks/design/critique.ts'

/** The keys of a JSON pointer. */
export const keysOf = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The numbers of a pointer, in order: what `/userFlows/2/steps/0/action` is about. */
export const indexesOf = (path: string): readonly number[] =>
  keysOf(path)
    .filter((key) => /^\d{1,9}$/.test(key))
    .map(Number)

/** Makes all edits, or none of them where the result would no longer satisfy the schema. */
export function applyEdits(intent: DesignIntent, edits: readonly IntentEdit[]): DesignIntent {
  if (edits.length === 0) return intent
  const copy: unknown = structuredClone(intent)
  for (const edit of edits) applyEdit(copy, edit)
  const read = DesignIntent.safeParse(copy)
  return read.success ? read.data : intent
}

function applyEdit(root: unknown, edit: IntentEdit): void {
  const keys = keysOf(edit.path)
  const last = keys.at(-1)
  const holder = keys.slice(0, -1).reduce(childOf, root)
  if (last === undefined) return
  if (Array.isArray(holder)) {
    const at = Number(last)
    if (edit.op === 'remove') holder.splice(at, 1)
    else if (edit.op === 'replace') holder[at] = edit.value
    else holder.splice(last === '-' ? holder.length : at, 0, edit.value)
    return
  }
  if (!isRecord(holder)) return
  if (edit.op === 'remove') Reflect.deleteProperty(holder, last)
  else holder[last] = edit.value
}

function childOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value[Number(key)]
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
