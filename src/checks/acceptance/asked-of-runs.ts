import { met, undecided, unmet, type Answer, type Form } from '../../obligations/examine.ts'
import { canonical } from '../integrity/canonical.ts'
import type { Change } from '../integrity/change.ts'
import { isTestKind, kindOfFile } from '../integrity/file-kind.ts'
import { functionsOf } from '../integrity/functions.ts'
import { below, type Node, type Source } from '../integrity/source.ts'
import type { TestCase } from '../integrity/test-cases.ts'
import { bodyText } from '../integrity/test-cases.ts'
import { testPairs } from '../integrity/test-pairs.ts'
import { blameTests } from './blame.ts'
import type { Measurement } from './measurement.ts'
import { isNamed } from './rerun-tests.ts'
import { isProduct, type TestFileProof } from './test-proof.ts'

/** What the engine's own runs and its look at the change know. */
export type RunFacts = {
  readonly task: string
  readonly tests: readonly TestFileProof[]
  readonly before: Measurement | null
  readonly after: Measurement
  /** Null where a whole project is judged. */
  readonly change: Change | null
  /** The tests that pass now and, of a change, fail on the code before it. */
  telling(): Promise<readonly TestCase[]>
}

/** Tests that the change did not touch and that pass: whoever made it did not write them. */
export function keptTests({ change, tests, after }: RunFacts): readonly TestCase[] {
  const touched = new Set(change?.texts.map(({ path }) => path))
  const same = new Set(
    (change === null ? [] : testPairs(change).kept)
      .filter(({ before, after: now }) => bodyText(before) === bodyText(now))
      .map(({ after: now }) => now),
  )
  return change === null
    ? []
    : tests
        .flatMap(({ cases }) => cases)
        .filter(
          ({ looks, test }) =>
            looks && test.switches.length === 0 && isNamed(after.tests.passes, test),
        )
        .map(({ test }) => test)
        .filter((test) => same.has(test) || !touched.has(test.source.path))
}

const these =
  '(?:it|this|that|both|them|these|all|each|everything|(?:each|all|both) of (?:them|these|this|it|those)|every case|the (?:change|fix|new \\w+))'
const caught =
  /\b(?:(?:please\s+)?(?:add|write|with|include|and)\s+)?(?:an?|one) (?:new |unit |regression |failing )*tests? (?:that|which) (?:would have (?:caught|found|failed)|would (?:catch|fail)|catches|fails?|reproduces|proves|shows|covers)(?: (?:the|this|that) (?:bug|fix|problem|issue|defect))?(?: (?:before|without) (?:the|this) (?:fix|change))?|\b(?:(?:add|write|with|include|and)\s+)?an? regression test(?: for (?:it|this|the bug))?/gi
const covered = new RegExp(
  `\\b(?:(?:the|unit|all|new)\\s+)*tests? (?:(?:must|should|that) )?(?:covers?|covering|shows?|checks?|proves?|for|of) ${these}(?!\\s+\\w+)|\\bthere (?:is|are|must be|should be) (?:an? |unit )?tests? for ${these}|\\b(?:(?:all|both|each|every one) of )?(?:all|both|each|everything|it|this|these|them|which) (?:is|are|must be|should be) (?:covered|tested)(?: by (?:unit )?tests?)?|\\bcover (?:all|both|each|everything)(?: of (?:it|this|these|them))? (?:with|by) (?:unit )?tests?`,
  'gi',
)
const some =
  /\b(?:please |and |it |the project |this |also )?(?:with|has|have|needs?|comes? with|includ(?:es?|ing)|add|adds|adding|write|plus|bring|and|ship|update|adapt|adjust) (?:some |its |unit |new |the |good |automated |matching |corresponding |a |passing )*tests?(?: that pass| which pass| that are green| for (?:it|this|that)| as well| too| accordingly)?(?![\s-]+(?:data|file|runner|case|suite|for|cover|that|which))|\b(?:put |write |place )?(?:the |unit )?tests? (?:go |live |lie |belong |are )?(?:in|into|under) `[^`]+`|\b(?:and )?test (?:it|this|them|both)\b|\b(?:unit )?tests? included\b|\b(?:covered|proven|checked) by (?:a |unit )?tests?\b|\bcover (?:it|this|that|the (?:change|fix|new \w+)) (?:with|by) (?:a |unit |new )*tests?\b/gi
const passing =
  /,? (?:and |which |they )?run(?:ning|s)? (?:by|with|via) `(?:npm|pnpm|yarn|node)[^`]*`|\b(?:(?:the|all|existing|old|our|current|and)\s+)*tests? (?:(?:must|should|still|all|also|will)\s+)*(?:run|pass|passes|work|stay green|are green|keep passing|passing|succeed)(?: (?:with|by|via|through|on|under) `(?:npm|pnpm|yarn|node)[^`]*`)?(?: (?:as before|unchanged))?|`(?:npm|pnpm|yarn)(?: run)? test`(?: (?:must|should))? (?:passes|pass|is green|runs the tests|succeeds|runs them)/gi

/** "with tests", "tests cover both", "a test that would have caught the bug". */
export const testForms: Form = (sentence) =>
  (
    [
      [caught, 'red before'],
      [covered, 'for each'],
      [passing, 'green'],
      [some, 'of its own'],
    ] as const
  ).flatMap(([pattern, name]) =>
    [...sentence.matchAll(pattern)].map((found) => ({
      start: found.index,
      end: found.index + found[0].length,
      check: { type: 'name' as const, name, role: 'tests' },
      negated: false,
    })),
  )

const same =
  '(?:as (?:it is|is|it was|they are|they were|before)|alone|untouched|unchanged|the same|intact|(?:exactly )?like before)'
const rest =
  '(?:everything|all|anything|the rest|nothing)(?: else)?(?: (?:in|of) (?:it|the (?:file|module|project|code)))?'
const keeps = [
  `\\b(?:keep|leave|keeping|leaving) ${rest} ${same}`,
  `\\b(?:nothing|no) (?:else|other \\w+) (?:may |must |should |shall |is (?:to )?(?:be )?)?(?:changes?|changed|touched)`,
  `\\b(?:everything|all) else (?:must |should )?(?:stays?|remains?|keeps? working|works?) ?${same}?`,
  `\\b(?:the )?(?:existing|other|old|current|remaining) (?:[a-z0-9%]+ ){1,5}?(?:must |should |shall |all )?(?:stays?|remains?|keeps?|works?|behaves?|continues?)(?: to)?(?: (?:work|working|behave))? ?${same}?`,
  `\\b(?:do not|don['’]t|must not|without) (?:break|breaking|change|changing|touch|touching) (?:anything else|(?:any |the )?(?:existing|other|current) (?:[a-z]+ ?){1,2}|(?:the )?public api)`,
].map((text) => new RegExp(text, 'gi'))
const keepsNamed = [
  /`([A-Za-z_$][\w$.]*)(?:\(\))?`(?: itself)? (?:must|should|may|shall|does|will) not (?:change|be changed|be touched|be modified)/gi,
  new RegExp(
    `\`([A-Za-z_$][\\w$.]*)(?:\\(\\))?\` (?:must |should )?(?:stays?|remains?) ${same}`,
    'gi',
  ),
  /\b(?:do not|don['’]t|must not|without) (?:change|changing|touch|touching|modify|modifying) `([A-Za-z_$][\w$.]*)(?:\(\))?`/gi,
  new RegExp(`\\b(?:keep|leave|leaving|keeping) \`([A-Za-z_$][\\w$.]*)(?:\\(\\))?\` ${same}`, 'gi'),
]

/** "keep everything else as it is", "\`total\` must not change". */
export const keepForms: Form = (sentence) =>
  [...keeps, ...keepsNamed].flatMap((pattern) =>
    [...sentence.matchAll(pattern)].map((found) => ({
      start: found.index,
      end: found.index + found[0].trimEnd().length,
      check: { type: 'name' as const, name: found[1] ?? 'rest of it', role: 'unchanged' },
      negated: false,
    })),
  )

/** Tests that were asked for: the runs that the engine makes anyway show them. */
export async function testsAnswer(name: string, facts: RunFacts): Promise<Answer> {
  const { tests, after, before, change } = facts
  const state = after.tests.state
  if (state === 'not_run' || state === 'stopped') return undecided('the tests could not be run')
  if (state === 'none') return unmet('no test runs')
  if (name === 'green')
    return blameTests(before, after).passed
      ? met(`${after.tests.passed ?? 'all'} tests pass`)
      : unmet('a test fails')
  if (
    change !== null &&
    ![...change.texts].some(
      ({ path }) =>
        isTestKind(kindOfFile(path)) || /(?:^|[/._-])(?:tests?|specs?)(?:[/._-])/.test(path),
    )
  )
    return unmet('the change touches no test')
  const telling = await facts.telling()
  const [first] = telling
  if (first === undefined)
    return tests.every(({ cases }) => cases.length === 0)
      ? undecided('nobody can see in the files what the tests look at')
      : name === 'red before' && change !== null
        ? unmet('no test fails on the code before the change and passes after it')
        : undecided('no test that passes asserts anything about what was asked for')
  const said =
    change === null
      ? `${telling.length} tests look at the project and pass`
      : `the test "${first.leaf}" fails before the change and passes after it`
  // whether each has its test is seen when all sentences are known
  return name === 'for each' ? undecided(said) : met(said, first.source.path)
}

/** What must stay: the same code, and the old tests untouched and green. */
export function unchangedAnswer(name: string, facts: RunFacts): Answer {
  const { change, before, after } = facts
  if (change === null || before === null)
    return undecided('there is no version before to compare with')
  const blame = blameTests(before, after)
  if (!blame.passed) return unmet('a test fails that passed before')
  if (name !== 'rest of it') return namedAnswer(name, change)
  if (before.tests.state !== 'passed')
    return undecided('no test passed before, so that nothing shows what stayed')
  const { kept, gone } = testPairs(change)
  const lost =
    gone[0] ??
    kept.find(
      ({ before: old, after: now }) =>
        bodyText(old) !== bodyText(now) || now.switches.length > old.switches.length,
    )?.after
  if (lost !== undefined) return undecided(`the test "${lost.leaf}" is not what it was`)
  const strange = changedBesides(change, facts.task)
  return strange === null
    ? met('every test that was there is as it was and passes')
    : undecided(`${strange} changed, too, and the task does not speak of it`)
}

function namedAnswer(name: string, change: Change): Answer {
  const short = name.split('.').at(-1) ?? name
  for (const { before, after } of change.files) {
    const old = before === null ? undefined : declarationsOf(before).get(short)
    if (old === undefined) continue
    const now = after === null ? undefined : declarationsOf(after).get(short)
    if (now === undefined) return undecided(`${name} is not where it was`)
    if (canonical(old) !== canonical(now)) return undecided(`${name} is written otherwise now`)
    return met(`${name} is the same as before`, after?.path)
  }
  const isThere = [...change.after.keys()].some(
    (path) =>
      isProduct(path) &&
      (change.source('after', path)?.nodes ?? []).some(
        (node) => node.type === 'Identifier' && node.name === short,
      ),
  )
  return isThere
    ? met(`the change does not touch where ${name} is declared`)
    : undecided(`where ${name} is declared cannot be seen`)
}

/** An existing declaration that changed and that neither the task nor what the task names has to do with. */
function changedBesides(change: Change, task: string): string | null {
  const speaks = (name: string) =>
    new RegExp(`(?<![\\w$])${name.replace(/\$/g, '\\$')}(?![\\w$])`).test(task)
  for (const { before, after, path } of change.files) {
    if (before === null || !isProduct(path)) continue
    const olds = declarationsOf(before)
    const news = after === null ? new Map<string, Node>() : declarationsOf(after)
    for (const [name, old] of olds) {
      const now = news.get(name)
      if (now !== undefined && canonical(now) === canonical(old)) continue
      const users = [...news].filter(([, node]) =>
        [...below(node)].some((each) => each.type === 'Identifier' && each.name === name),
      )
      if (!speaks(name) && !users.some(([user]) => speaks(user))) return `${name} of ${path}`
    }
  }
  return null
}

/** Top-level declarations and functions by their short names. */
function declarationsOf(source: Source): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>()
  for (const { short, declared } of functionsOf(source)) found.set(short, declared)
  for (const statement of source.program.body) {
    const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (inner?.type === 'VariableDeclaration')
      for (const each of inner.declarations)
        if (each.id.type === 'Identifier') found.set(each.id.name, each)
    if (inner?.type === 'ClassDeclaration' && inner.id !== null) found.set(inner.id.name, inner)
  }
  return found
}
