import { err, ok, type Result } from '../../model/result.ts'
import type { IntentEdit, IntentFix } from './critique.ts'
import { DesignIntent } from './intent.ts'
import { pointerParts } from '../../kit/parse.ts'

/** The intent with a fix applied, or why it does not fit. The intent that was given stays as it is. */
export function applyIntentFix(
  intent: DesignIntent,
  { edits }: Pick<IntentFix, 'edits'>,
): Result<DesignIntent, string> {
  const copy: unknown = structuredClone(intent)
  for (const edit of inOrder(edits)) {
    const wrong = apply(copy, edit)
    if (wrong !== null) return err(wrong)
  }
  const parsed = DesignIntent.safeParse(copy)
  return parsed.success ? ok(parsed.data) : err('the fix would break the contract of an intent')
}

/** Removals come last, and from the end, so that no pointer moves before it is used. */
const inOrder = (edits: readonly IntentEdit[]): readonly IntentEdit[] => [
  ...edits.filter(({ op }) => op !== 'remove'),
  ...edits
    .filter(({ op }) => op === 'remove')
    .toSorted((left, right) => byEnd(left.path, right.path)),
]

function byEnd(left: string, right: string): number {
  const [ours, theirs] = [pointerParts(left), pointerParts(right)]
  for (let index = 0; index < Math.min(ours.length, theirs.length); index += 1) {
    const [a = '', b = ''] = [ours[index], theirs[index]]
    if (a === b) continue
    const [one, other] = [Number(a), Number(b)]
    if (Number.isInteger(one) && Number.isInteger(other)) return other - one
    return a < b ? 1 : -1
  }
  return theirs.length - ours.length
}

/** Changes the copy in place; says what is wrong where it cannot. */
function apply(root: unknown, edit: IntentEdit): string | null {
  const parts = pointerParts(edit.path)
  const key = parts.at(-1)
  const around = parts.slice(0, -1).reduce<unknown>(inside, root)
  if (key === undefined || typeof around !== 'object' || around === null)
    return `nothing stands at ${edit.path}`
  if (Array.isArray(around)) return applyToList(around, Number(key), edit)
  if (edit.op !== 'add' && !Object.hasOwn(around, key)) return `nothing stands at ${edit.path}`
  if (edit.op === 'remove') Reflect.deleteProperty(around, key)
  else Reflect.set(around, key, edit.value)
  return null
}

function applyToList(list: unknown[], index: number, edit: IntentEdit): string | null {
  // RFC 6902: a hyphen stands for the place behind the last item
  if (edit.op === 'add' && edit.path.endsWith('/-')) {
    list.push(edit.value)
    return null
  }
  const last = edit.op === 'add' ? list.length : list.length - 1
  if (!Number.isInteger(index) || index < 0 || index > last) return `nothing stands at ${edit.path}`
  if (edit.op === 'add') list.splice(index, 0, edit.value)
  else if (edit.op === 'replace') list[index] = edit.value
  else list.splice(index, 1)
  return null
}

const inside = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined
