import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The files of an application by path; those of its track lie below `track/`. */
export type Tree = Readonly<Record<string, string>>

/** `find` must occur exactly once. */
export type Edit =
  | { readonly file: string; readonly find: string; readonly replace: string }
  | { readonly file: string; readonly text: string }
  | { readonly file: string; readonly remove: true }

/** A change of the clean application. */
export type Variant = {
  readonly id: string
  readonly what: string
  readonly edits: readonly Edit[]
  /** How the project was before the track began. */
  readonly before?: readonly Edit[]
}

export type Evaluator =
  | 'eval-ui-ux'
  | 'eval-code-quality'
  | 'eval-integration'
  | 'eval-business-logic'

/** A change that one pass of one evaluator, or one structural check, must refuse. */
export type Failure = Variant &
  (
    | { readonly evaluator: Evaluator; readonly pass: number }
    | {
        readonly evaluator: 'structural'
        readonly pass: 'plan-updated' | 'scope' | 'no-skipped' | 'build' | 'business-docs'
      }
  )

export const change = (file: string, find: string, replace: string): Edit => ({
  file,
  find,
  replace,
})
export const write = (file: string, text: string): Edit => ({ file, text })
export const remove = (file: string): Edit => ({ file, remove: true })

export function applyEdits(tree: Tree, edits: readonly Edit[]): Tree {
  return edits.reduce((result: Tree, edit) => {
    if ('text' in edit) return { ...result, [edit.file]: edit.text }
    const text = result[edit.file]
    if (text === undefined) throw new Error(`there is no ${edit.file}`)
    if ('remove' in edit)
      return Object.fromEntries(Object.entries(result).filter(([path]) => path !== edit.file))
    const times = text.split(edit.find).length - 1
    if (times !== 1) throw new Error(`${edit.file} holds ${times} times: ${edit.find}`)
    return { ...result, [edit.file]: text.replace(edit.find, () => edit.replace) }
  }, tree)
}

/** The clean application of a folder, with `project/` at the root. */
export function readApplication(folder: string): Tree {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => /^(?:project|track)\//.test(path))
    .toSorted()
  return Object.fromEntries(
    paths.map((path) => [path.replace(/^project\//, ''), readFileSync(join(folder, path), 'utf8')]),
  )
}
