import type { Change } from './change.ts'
import type { IntegrityFinding } from './finding.ts'
import { introduced } from './introduced.ts'
import { chainOf, dotted, numberOf } from './names.ts'
import { findingIn, rulesOf, type Family } from './rule.ts'
import { above, all, below, isFunction, type Node, type Source, type Typed } from './source.ts'

const rules = rulesOf('test_coverage', {
  'test-sleeps': [
    'warn',
    'A test waits for a fixed time',
    'It is slow on every run, and red on a machine that is slower than the wait.',
    'Wait for what has to happen, or use fake timers.',
  ],
})

export const testsWaits: Family = { family: 'tests', rules: Object.values(rules), look }

/** Shorter waits let pending work run and cost little. */
const shortest = 250

function look(change: Change): readonly IntegrityFinding[] {
  const waits = introduced(change, (source, { kind }) =>
    kind === 'test' && !hasFakeTimers(source)
      ? all(source, 'CallExpression').filter((call) => isWait(source, call))
      : [],
  )
  return waits.map(({ source, node }) =>
    findingIn(rules['test-sleeps'], source, node.start, {
      message: `a test waits for ${millisecondsOf(node)} ms`,
    }),
  )
}

const hasFakeTimers = (source: Source): boolean =>
  source.nodes.some(
    (node) =>
      node.type === 'MemberExpression' &&
      /^(?:useFakeTimers|mockTimers|install)$/.test(chainOf(node).at(-1) ?? ''),
  )

const millisecondsOf = (call: Typed<'CallExpression'>): number =>
  Math.max(...call.arguments.map((each) => numberOf(each) ?? 0), 0)

/** An awaited `sleep(500)`, or a timer whose only work is to end the waiting. */
function isWait(source: Source, call: Typed<'CallExpression'>): boolean {
  if (millisecondsOf(call) < shortest) return false
  const name = dotted(call.callee).split('.').at(-1) ?? ''
  const isAwaited = source.parentOf.get(call)?.type === 'AwaitExpression'
  if (/^(?:sleep|delay|wait|pause|waitForTimeout|setTimeout)$/.test(name) && isAwaited) return true
  return name === 'setTimeout' && endsPromise(source, call)
}

/** Whether a timer calls nothing but the function that ends the promise around it. */
function endsPromise(source: Source, call: Typed<'CallExpression'>): boolean {
  const [work] = call.arguments
  const ends = work === undefined ? '' : calledBy(work)
  if (ends === '') return false
  const maker = [...above(source, call)].find(isFunction)
  const up = maker === undefined ? undefined : source.parentOf.get(maker)
  const isPromise = up?.type === 'NewExpression' && dotted(up.callee) === 'Promise'
  const isWaited =
    up !== undefined && [...above(source, up)].slice(0, 2).some((each) => isWaiting(each))
  return isPromise && isWaited && maker?.params[0] !== undefined && dotted(maker.params[0]) === ends
}

const isWaiting = (node: Node): boolean =>
  node.type === 'AwaitExpression' || node.type === 'ReturnStatement'

const calledBy = (work: Node): string => {
  if (!isFunction(work)) return dotted(work)
  const calls = [...below(work)].flatMap((node) =>
    node.type === 'CallExpression' ? [dotted(node.callee)] : [],
  )
  return calls.length === 1 ? (calls[0] ?? '') : ''
}
