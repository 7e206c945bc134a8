import { clauseOf, testsSaying } from '../../acceptance/said-by-tests.ts'
import { proofsOf } from '../../acceptance/test-proof.ts'
import { spokenBy, type Spoken, spokenTest, type SpokenTest } from '../../acceptance/test-words.ts'
import { lineAt } from '../../integrity/source.ts'
import type { TrackCode } from '../track-code.ts'

/** The tests of a project, with what they say and whether they pass. */
export type Tests = {
  readonly all: readonly SpokenTest[]
  /** Those that load what the track touched, or that it wrote. */
  readonly near: readonly SpokenTest[]
  readonly passes: (test: SpokenTest) => boolean
  readonly fails: (test: SpokenTest) => boolean
  /** Those that say a sentence; empty where none does. */
  readonly saying: (sentence: string) => readonly SpokenTest[]
}

export function readTests(code: TrackCode): Tests {
  const all = proofsOf(code.facts.files, code.read).flatMap((file) =>
    file.cases.map((each) => spokenTest(file, each)),
  )
  const touched = new Set(code.facts.touched)
  const near = all.filter(
    ({ file }) =>
      touched.has(file.path) ||
      file.unknown.length > 0 ||
      [...file.loads].some((path) => touched.has(path)),
  )
  const tests = code.facts.measured?.tests
  const ends = (name: string, { test }: SpokenTest) =>
    name === test.title || name.endsWith(test.leaf) || plain(name).endsWith(plain(test.title))
  const fails = (test: SpokenTest) =>
    tests?.failures.some(
      ({ name, path }) => (path === null || path === test.file.path) && ends(name, test),
    ) === true
  const isOff = ({ test }: SpokenTest) =>
    test.switches.some(({ kind }) => kind === 'skip' || kind === 'todo')
  const spoken = new Map<string, Spoken>()
  const codeOf = ({ file }: SpokenTest): Spoken => {
    const words = spoken.get(file.path) ?? spokenBy(file.loads, code.read)
    spoken.set(file.path, words)
    return words
  }
  return {
    all,
    near,
    fails,
    passes: (test) =>
      !isOff(test) &&
      !fails(test) &&
      (tests?.state === 'passed' || tests?.passes.some((name) => ends(name, test)) === true),
    saying: (sentence) =>
      testsSaying(sentence, near, codeOf) ??
      [nearlySaying(sentence, near)].filter((each) => each !== null),
  }
}

const plain = (title: string): string => title.replaceAll(/\s*[>›:]\s*|\s+/g, ' ')

const enough = 0.6

/** The test that has most of the words of a sentence, and its figures and texts. */
function nearlySaying(sentence: string, tests: readonly SpokenTest[]): SpokenTest | null {
  const { words, numbers, texts } = clauseOf(sentence)
  if (words.size < 2) return null
  const ranked = tests
    .filter(
      (test) =>
        numbers.every(
          (each) => test.numbers.has(each) || new RegExp(`\\b${each}\\b`).test(test.test.title),
        ) && texts.every((each) => test.texts.some((own) => own.includes(each))),
    )
    .map((test) => ({
      test,
      share: [...words].filter((word) => test.words.has(word)).length / words.size,
    }))
    .toSorted((one, other) => other.share - one.share)
  const [best] = ranked
  return best !== undefined && best.share >= enough ? best.test : null
}

export const placeOfTest = ({ file, test }: SpokenTest): string =>
  `${file.path}:${lineAt(test.source.text, test.call.start)}`
