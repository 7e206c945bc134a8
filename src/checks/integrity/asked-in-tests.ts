import { assertionsIn } from './assertions.ts'
import { canonical } from './canonical.ts'
import { type Change, kindOfFile } from './change.ts'
import { folderOf } from './modules.ts'
import { chainOf, plainValue } from './names.ts'
import { below, is, type Node, type Source } from './source.ts'
import { testCasesOf } from './test-cases.ts'

/** One assertion as what goes in and what has to come out, each as text. */
export type Question = {
  readonly inputs: ReadonlySet<string>
  readonly outputs: ReadonlySet<string>
  /** The functions that the test calls. */
  readonly calls: ReadonlySet<string>
}

/** A literal as text; null for anything else. */
export const literalKey = (node: Node): string | null => {
  const value = plainValue(node)
  return value === undefined ? null : JSON.stringify(value)
}

/** What all tests of the project ask, read once. */
export function askedInTests(change: Change): readonly Question[] {
  const near = new Set(
    change.files.filter(({ kind }) => kind === 'source').map(({ path }) => folderOf(path)),
  )
  const paths = [...change.after.keys()].filter(
    (path) => kindOfFile(path) === 'test' || /(?:^|\/)(?:__tests__|tests?)\//.test(path),
  )
  const some =
    paths.length <= 60
      ? paths
      : paths.filter(
          (path) => near.has(folderOf(path)) || change.before.get(path) !== change.after.get(path),
        )
  return some.flatMap((path) => {
    const source = change.source('after', path)
    return source === null ? [] : askedIn(source)
  })
}

function askedIn(source: Source): readonly Question[] {
  return testCasesOf(source).flatMap((test) => {
    if (test.body === null) return []
    const setUp = literalsIn(test.body)
    const calls = new Set(
      [...below(test.body)].flatMap((each) =>
        each.type === 'CallExpression' ? [chainOf(each.callee).at(-1) ?? ''] : [],
      ),
    )
    const rows = (test.rows ?? []).map((row) => ({
      inputs: literalsIn(row),
      outputs: literalsIn(row, true),
      calls,
    }))
    const asserted = assertionsIn(source, test.body).map(({ subject, args }) => {
      const own = subject === null ? new Set<string>() : literalsIn(subject)
      return {
        inputs: own.size > 0 ? own : setUp,
        outputs: new Set(args.flatMap((each) => [...literalsIn(each, true)])),
        calls,
      }
    })
    return [...rows, ...asserted]
  })
}

function literalsIn(node: Node, wholes = false): ReadonlySet<string> {
  const found = new Set<string>()
  for (const each of below(node)) {
    const key = literalKey(each)
    if (key !== null) found.add(key)
    if (wholes && is('ArrayExpression', 'ObjectExpression')(each)) found.add(canonical(each))
  }
  return found
}
