import type { FileTree } from '../../model/file-tree.ts'
import { kindOfFile } from '../integrity/change.ts'
import { above, isFunction, lineAt } from '../integrity/source.ts'
import { changedLines } from '../mutation-sample/changed-lines.ts'
import type { Measurement } from './measurement.ts'
import { isProduct, type ReadSource, type TestFileProof } from './test-proof.ts'

/** Whether the tests get to what a change wrote, and how that is known. */
export type Reach =
  | { readonly type: 'reached'; readonly how: string; readonly where: string }
  | { readonly type: 'unreached'; readonly files: readonly string[]; readonly how: string }
  /** The change has no code that runs. */
  | { readonly type: 'nothing' }

type ToReach = {
  readonly before: FileTree
  readonly after: FileTree
  readonly paths: readonly string[]
  readonly read: ReadSource
}

/** Scripts of the workshop have no tests of their own. */
const isToTest = (path: string): boolean => isProduct(path) && kindOfFile(path) === 'source'

/** The lines of a change on which a statement begins; those inside of functions, where there are any. */
async function runningLines({ before, after, paths, read }: ToReach) {
  const result = new Map<string, readonly number[]>()
  for (const path of paths) {
    const text = after.get(path)
    const source = text === undefined || !isToTest(path) ? null : read(path)
    if (text === undefined || source === null) continue
    const changed = await changedLines(before.get(path) ?? null, text)
    const lines = { inside: new Set<number>(), outside: new Set<number>() }
    for (const node of source.nodes) {
      const runs =
        /^(?:Expression|Return|If|For|ForIn|ForOf|While|DoWhile|Switch|Throw|Try)Statement$/.test(
          node.type,
        ) ||
        node.type === 'VariableDeclarator' ||
        (node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement')
      if (!runs) continue
      const line = lineAt(
        text,
        node.type === 'ArrowFunctionExpression' ? node.body.start : node.start,
      )
      if (!changed.has(line)) continue
      const isInside = isFunction(node) || [...above(source, node)].some(isFunction)
      lines[isInside ? 'inside' : 'outside'].add(line)
    }
    const telling = lines.inside.size > 0 ? lines.inside : lines.outside
    if (telling.size > 0) result.set(path, [...telling])
  }
  return result
}

/** By the lines that ran where a tool counted them, else by what the test files import. */
export async function reachOf(
  change: ToReach,
  { coverage }: Measurement,
  proofs: readonly TestFileProof[],
): Promise<Reach> {
  const lines = await runningLines(change)
  if (lines.size === 0) return { type: 'nothing' }
  const missed = new Map(
    coverage.files.flatMap(({ path, missed: never }) =>
      never === undefined ? [] : [[path, new Set(never)]],
    ),
  )
  for (const [path, own] of lines) {
    const never = missed.get(path)
    const ran = never === undefined ? [] : own.filter((line) => !never.has(line))
    const [first] = ran
    if (first !== undefined)
      return {
        type: 'reached',
        how: `the tests run ${ran.length} of ${own.length} changed lines of ${path}`,
        where: `${path}:${first}`,
      }
  }
  const uncounted = [...lines.keys()].filter((path) => !missed.has(path))
  // where lines are counted, a file without a count was never loaded
  if (missed.size === 0)
    for (const path of uncounted) {
      const by = proofs.find(
        ({ loads, cases }) => loads.has(path) && cases.some((each) => each.looks),
      )
      if (by !== undefined)
        return { type: 'reached', how: `${by.path} loads ${path}`, where: by.path }
    }
  return {
    type: 'unreached',
    files: [...lines.keys()],
    how: missed.size > 0 ? 'no changed line ran in any test' : 'no test file loads what changed',
  }
}
