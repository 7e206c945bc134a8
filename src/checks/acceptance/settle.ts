import type { Decided } from '../../obligations/examine.ts'
import type { TestCase } from '../integrity/test-cases.ts'
import { turningWords } from '../../obligations/glue.ts'
import { wordsIn } from '../../obligations/sentence-words.ts'
import type { Obligation } from '../../model/obligation.ts'
import { bySentence, explainedByCalls, isProse, withShown } from '../code/examples.ts'
import { calls } from '../../obligations/call-forms.ts'
import { packageForms } from './exam-package.ts'
import { keptTests, type RunFacts } from './run-obligations.ts'
import { keepForms, testForms } from './run-forms.ts'
import { clauseOf, testsSaying } from './said-by-tests.ts'
import { isProduct, type ReadSource } from './test-proof.ts'
import { spokenBy, spokenTest, type Spoken, type SpokenTest } from './test-words.ts'

type Project = {
  readonly paths: readonly string[]
  readonly read: ReadSource
  readonly about: string
}

/** Decides whole sentences: by their examples, by tests that say them, and what the first says it is about. */
export async function settleSentences(
  decided: readonly Decided[],
  facts: RunFacts,
  project: Project,
): Promise<readonly Obligation[]> {
  const explained = explainedByCalls(decided)
  const telling = new Set(await facts.telling())
  const retained = new Set(keptTests(facts))
  const spokenOf = (some: ReadonlySet<TestCase>) =>
    facts.tests.flatMap((file) =>
      file.cases.filter(({ test }) => some.has(test)).map((each) => spokenTest(file, each)),
    )
  const tests = isAboutTask(facts, project) ? spokenOf(telling) : []
  const spoken = new Map<string, Spoken>()
  const codeOf = ({ file }: SpokenTest): Spoken => {
    const known = spoken.get(file.path) ?? spokenBy(file.loads, project.read)
    spoken.set(file.path, known)
    return known
  }
  const all = [...tests, ...spokenOf(new Set([...retained].filter((test) => !telling.has(test))))]
  const saying = (sentence: readonly Decided[]) => testsSaying(leftOf(sentence), all, codeOf)
  const shown = withShown(explained, (sentence) => {
    const spokenTests = saying(sentence)
    const [first] = spokenTests ?? []
    if (spokenTests === null || first === undefined) return null
    const when = (test: TestCase) =>
      facts.change === null
        ? 'passes'
        : retained.has(test)
          ? 'is as it was before the change and passes'
          : 'fails before the change and passes after it'
    const evidence = spokenTests.map(({ test }) => ({
      text: `the test "${test.leaf}" ${when(test)}`,
      where: test.source.path,
    }))
    return { decided_by: 'test', reason: evidence[0]!.text, evidence }
  })
  const headed = withHead(withLabels(shown, project), {
    tests,
    project,
    isChange: facts.change !== null,
  })
  return headed
    .map((each) => withEach(each, headed, tests.length === 0 ? [] : all))
    .map(({ obligation }) => obligation)
}

/** Titles of tests can repeat a task; a project that does it has names for what it is about. */
function isAboutTask({ task, change }: RunFacts, { paths, read }: Project): boolean {
  if (change !== null) return true
  const code = spokenBy(paths.filter(isProduct), read)
  const asked = [...wordsIn(task).words].filter((word) => /^\p{L}{3}/u.test(word))
  return asked.filter((word) => code.names.has(word)).length >= 3
}

/** A sentence without what is decided by itself: calls with results, demands about tests and what must stay. */
function leftOf(sentence: readonly Decided[]): string {
  const whole = sentence[0]?.obligation.source.text ?? ''
  // "A command line tool for our allotment: …" is a title
  const [title = ''] = /^(?:an?|the|write|create|build|make)\b[^:`]*:(?=\s)/i.exec(whole) ?? []
  const topic = sentence.flatMap(({ check }) => (check?.type === 'topic' ? check.words : []))
  const isTitle = [...wordsIn(title).words].every(
    (word) => vague.has(word) || topic.some((each) => wordsIn(each).words.has(word)),
  )
  const titled = isTitle ? ' '.repeat(title.length) + whole.slice(title.length) : whole
  const isAbout = sentence.some(
    ({ check, obligation }) => check?.type === 'topic' && obligation.status !== 'undecided',
  )
  const text = (isAbout ? topic : []).reduce(
    (now, word) => now.replace(word, ' '.repeat(word.length)),
    titled,
  )
  return [calls, testForms, keepForms, packageForms]
    .flatMap((form) => form(text))
    .reduce(
      (now, { start, end }) => now.slice(0, start) + ' '.repeat(end - start) + now.slice(end),
      text,
    )
}

/** "takes the levels \`red\` and \`green\`": a noun beside names that are there, and that the code has as well. */
function withLabels(decided: readonly Decided[], project: Project): readonly Decided[] {
  const code = spokenBy(project.paths.filter(isProduct), project.read)
  return withShown(decided, (sentence) => {
    const decideds = sentence.filter(
      ({ check, obligation }) =>
        obligation.status === 'met' && (check?.type === 'name' || check?.type === 'phrase'),
    )
    const { words, numbers, isNegated, throws } = clauseOf(
      leftOf(sentence).replace(/`[^`]*`/g, ' '),
    )
    const isPlain = !isNegated && !throws && numbers.length === 0 && words.size <= 2
    if (!isPlain || decideds.length < 2 || decideds.length + 1 < sentence.length) return null
    if (![...words].every((word) => code.words.has(word) && !turningWords.has(word))) return null
    const text = `the code has ${[...words].join(', ')} as a name beside what is named here`
    return { decided_by: 'check', reason: text, evidence: [{ text }] }
  })
}

/**
 * The first sentence often says what the work is about or why it is wanted, in words that code need not
 * use. It is met by a project that speaks of it, once something that was asked for is shown.
 */
function withHead(
  decided: readonly Decided[],
  {
    tests,
    project,
    isChange,
  }: { tests: readonly SpokenTest[]; project: Project; isChange: boolean },
): readonly Decided[] {
  const [first] = bySentence(decided)
  if (first === undefined || !first.some(isProse)) return decided
  const others = decided.filter((each) => !first.includes(each))
  const isShown = decided.some(
    ({ check, obligation }) =>
      obligation.status === 'met' && (check?.type === 'call' || obligation.decided_by === 'test'),
  )
  if (
    !isShown ||
    others.length === 0 ||
    first.some(({ obligation }) => obligation.status === 'unmet')
  )
    return decided
  const text = headReason(first, { tests, project, isChange })
  if (text === null) return decided
  const shown = { decided_by: 'check' as const, reason: text, evidence: [{ text }] }
  return [...withShown(first, () => shown), ...others]
}

const tellsWhy =
  /^(?:feature request|bug report|bug|background|context|motivation|why|problem|story|user story)\s*:|\b(?:complain|report(?:s|ed)\b|notic(?:e|ed)\b|annoy|confus|vanish|breaks?\b|broken\b|crash|too (?:late|early|slow|fast|long|short|much|many|few|little|often|big|small|strict)\b)/i

function headReason(
  first: readonly Decided[],
  {
    tests,
    project,
    isChange,
  }: { tests: readonly SpokenTest[]; project: Project; isChange: boolean },
): string | null {
  const left = leftOf(first).replace(/`[^`]*`/g, ' ')
  const { words, numbers, texts, isNegated, throws } = clauseOf(left)
  const isParted = left.split(/:\s/).filter((part) => clauseOf(part).words.size > 0).length > 1
  const namesFile = first.some(
    ({ check, obligation }) =>
      check?.type === 'name' && /[./]/.test(check.name) && obligation.status === 'met',
  )
  if (throws || numbers.length + texts.length > 0 || words.size > 10) return null
  if (isChange && tests.length > 0 && tellsWhy.test(left)) return 'tells why the change is wanted'
  const topic = new Set(
    first.flatMap(({ check }) =>
      check?.type === 'topic' ? [...wordsIn(check.words.join(' ')).words] : [],
    ),
  )
  const wanted = [...words].filter((word) => !topic.has(word) && !vague.has(word))
  const isSpread = (left.toLowerCase().match(/[a-z]+/g) ?? []).some((word) =>
    turningWords.has(word),
  )
  if (isNegated || isSpread || isParted) return null
  const code = spokenBy(project.paths.filter(isProduct), project.read)
  const about = new Set([
    ...code.words,
    ...tests.flatMap((each) => [...each.used]),
    ...wordsIn(project.about).words,
  ])
  const said = wanted.filter((word) => about.has(word))
  const listed = /,\s|\b(?:and|or)\b/.test(left)
  const unsaid = wanted.length - said.length
  const isTitle = left.trim().endsWith(':') && said.length > 0
  if (!isTitle && unsaid > (listed || (wanted.length < 3 && !namesFile) ? 0 : 1)) return null
  return `what it is about${said.length === 0 ? '' : `, and the project speaks of ${said.join(', ')}`}`
}

/** Verbs that say no more than that there is something. */
const vague = wordsIn(
  'computes calculates works handles manages deals helps lets allows provides does little tiny tool program out command line library package module cli script app lists tells shows says counts changes fixes updates extends improves reworks',
).words

/** "there is a test for each of these": every other sentence is said by a test, or its calls stand in one. */
function withEach(one: Decided, all: readonly Decided[], tests: readonly SpokenTest[]): Decided {
  const { check, obligation } = one
  if (check?.type !== 'name' || check.role !== 'tests' || check.name !== 'for each') return one
  if (obligation.status !== 'undecided' || tests.length === 0) return one
  const isTested = (sentence: readonly Decided[]): boolean =>
    /^(?:an? )?(?:example|e\.g\.|for example|for instance)\b/i.test(
      sentence[0]?.obligation.source.text ?? '',
    ) ||
    sentence.every((each) => {
      if (each.check?.type === 'call') {
        const { callee } = each.check
        const name = callee.split('.').at(-1) ?? callee
        const wanted = clauseOf(`${each.check.call} ${each.check.result ?? ''}`)
        return tests.some(
          (test) =>
            wordsIn(name).words.size > 0 &&
            [...wordsIn(name).words].every((word) => test.words.has(word)) &&
            wanted.texts.every((text) => test.texts.some((own) => own.includes(text))) &&
            wanted.numbers.every((number) => test.numbers.has(number)),
        )
      }
      return /^(?:met|not_applicable)$/.test(each.obligation.status)
    })
  const open = bySentence(
    all.filter((each) => each !== one && each.obligation.weight === 'must'),
  ).find((sentence) => !isTested(sentence))
  if (open !== undefined) {
    const reason = `no test is known to show "${open[0]?.obligation.source.text ?? ''}"`
    return { ...one, obligation: { ...obligation, reason } }
  }
  const text = `${tests.length} tests show what was asked for`
  return {
    ...one,
    obligation: {
      ...obligation,
      status: 'met',
      reason: text,
      evidence: [{ text }],
      decided_by: 'test',
    },
  }
}
