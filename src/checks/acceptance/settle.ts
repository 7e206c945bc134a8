import type { Decided } from '../../obligations/examine.ts'
import { turningWords } from '../../obligations/glue.ts'
import { wordsIn } from '../../obligations/said.ts'
import type { Obligation } from '../../model/obligation.ts'
import { bySentence, explainedByCalls, isProse, withShown } from '../code/examples.ts'
import { calls } from '../code/call-forms.ts'
import { keepForms, testForms, type RunFacts } from './asked-of-runs.ts'
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
  const tests = facts.tests.flatMap((file) =>
    file.cases.filter(({ test }) => telling.has(test)).map((each) => spokenTest(file, each)),
  )
  const spoken = new Map<string, Spoken>()
  const codeOf = ({ file }: SpokenTest): Spoken => {
    const known = spoken.get(file.path) ?? spokenBy(file.loads, project.read)
    spoken.set(file.path, known)
    return known
  }
  const saying = (sentence: readonly Decided[]) => testsSaying(leftOf(sentence), tests, codeOf)
  const shown = withShown(explained, (sentence) => {
    const found = saying(sentence)
    const [first] = found ?? []
    if (found === null || first === undefined) return null
    const when = facts.change === null ? 'passes' : 'fails before the change and passes after it'
    const evidence = found.map(({ test }) => ({
      text: `the test "${test.leaf}" ${when}`,
      where: test.source.path,
    }))
    return { decided_by: 'test', reason: evidence[0]!.text, evidence }
  })
  const headed = withHead(withLabels(shown, project), { tests, project })
  return headed.map((each) => withEach(each, headed, tests)).map(({ obligation }) => obligation)
}

/** A sentence without what is decided by itself: calls with results, demands about tests and what must stay. */
function leftOf(sentence: readonly Decided[]): string {
  const text = sentence[0]?.obligation.source.text ?? ''
  return [calls, testForms, keepForms]
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
    const found = sentence.filter(
      ({ check, obligation }) =>
        obligation.status === 'met' && (check?.type === 'name' || check?.type === 'phrase'),
    )
    const { words, numbers, isNegated, throws } = clauseOf(
      leftOf(sentence).replace(/`[^`]*`/g, ' '),
    )
    const isPlain = !isNegated && !throws && numbers.length === 0 && words.size <= 2
    if (!isPlain || found.length < 2 || found.length + 1 < sentence.length) return null
    if (![...words].every((word) => code.words.has(word) && !turningWords.has(word))) return null
    const text = `the code has ${[...words].join(', ')} as a name beside what is named here`
    return { decided_by: 'check', reason: text, evidence: [{ text }] }
  })
}

/**
 * The first sentence often says what the work is about, in words that code need not use. It is met by a
 * project that speaks of it, once something that was asked for is shown.
 */
function withHead(
  decided: readonly Decided[],
  { tests, project }: { readonly tests: readonly SpokenTest[]; readonly project: Project },
): readonly Decided[] {
  const [first] = bySentence(decided)
  if (first === undefined || first.some(({ obligation }) => obligation.status === 'unmet'))
    return decided
  const others = decided.filter((each) => !first.includes(each))
  if (
    !decided.some(
      ({ check, obligation }) =>
        obligation.status === 'met' && (check?.type === 'call' || obligation.decided_by === 'test'),
    )
  )
    return decided
  if (others.length === 0) return decided
  const { words, numbers, texts, isNegated, throws } = clauseOf(
    leftOf(first).replace(/`[^`]*`/g, ' '),
  )
  if (isNegated || throws || numbers.length + texts.length > 0 || words.size > 8) return decided
  const code = spokenBy(project.paths.filter(isProduct), project.read)
  const about = new Set([
    ...code.words,
    ...tests.flatMap((each) => [...each.words]),
    ...wordsIn(project.about).words,
  ])
  const said = [...words].filter((word) => about.has(word))
  if (said.length * 2 < words.size || said.length === 0) return decided
  const text = `what it is about, and the project speaks of ${said.join(', ')}`
  const own = new Set(
    withShown(first, () => ({ decided_by: 'check', reason: text, evidence: [{ text }] })),
  )
  return [...own, ...others]
}

/** "there is a test for each of these": every other sentence is said by a test, or its calls stand in one. */
function withEach(one: Decided, all: readonly Decided[], tests: readonly SpokenTest[]): Decided {
  const { check, obligation } = one
  if (check?.type !== 'name' || check.role !== 'tests' || check.name !== 'for each') return one
  if (obligation.status !== 'undecided' || tests.length === 0) return one
  const isTested = (sentence: readonly Decided[]): boolean =>
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
      return each.obligation.status === 'met' && !isProse(each)
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
