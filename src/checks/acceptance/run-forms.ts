import type { Form } from '../../obligations/examine.ts'
import { commonGlue, stem } from '../../obligations/glue.ts'
import { numberIn } from '../../kit/number-words.ts'
import { maskQuoted } from '../../obligations/sentences.ts'

/** Words of a clause that speaks of nothing but tests. */
const testTalk = new Set(
  `test tests tested testing unit integration automated regression failing fail fails failed cover covers covered coverage
  covering pass passes passing run runs running green succeed work works keep still existing old current required expect
  expected good matching corresponding own each every all both everything two three four five first second case cases rule
  rules behaviour behavior edge bug fix issue problem defect change feature catch caught catches shows prove proves
  reproduce reproduces check checks update adapt adjust extend accordingly before after without part included suite
  command line npm node function functions done`.split(/\s+/),
)

type Piece = { readonly start: number; readonly end: number }

const cuts = [
  /[;:,()](?=\s|$)|(?<=\s)\(/g,
  /\b(?:and|but|then)\b/g,
  /\b(?=(?:with|including|plus)\b)/g,
]

/** The parts of a sentence that hold together, the longest first. */
function* piecesOf(masked: string, whole: Piece, depth = 0): Generator<Piece, void, boolean> {
  const taken = yield whole
  const cut = cuts[depth]
  if (taken || cut === undefined) return
  const text = masked.slice(whole.start, whole.end)
  const ends = [...text.matchAll(cut)].map(({ index, 0: mark }) => [index, index + mark.length])
  const starts = [0, ...ends.map(([, after = 0]) => after)]
  for (const [index, start] of starts.entries()) {
    const end = ends[index]?.[0] ?? text.length
    if (end > start)
      yield* piecesOf(masked, { start: whole.start + start, end: whole.start + end }, depth + 1)
  }
}

function isTestTalk(piece: string): boolean {
  const bare = piece.replace(
    /`(?:(?:npm|pnpm|yarn|bun|node)\b[^`]*|[\w./-]*tests?[\w./*-]*)`/g,
    ' tests ',
  )
  const words = bare.toLowerCase().match(/[a-z][a-z-]*|`/g) ?? []
  return (
    words.some((word) => /^(?:tests?|tested)$/.test(word)) &&
    words.every((word) => testTalk.has(word) || commonGlue.has(word) || commonGlue.has(stem(word)))
  )
}

const testFile = /`([\w./-]*tests?[\w./-]*\.[cm]?[jt]sx?)`/g

/** "at least 3 tests", "two more unit tests": how many are asked for. */
function testCount(piece: string): number {
  const words = piece.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const counts = words.flatMap((word, index) =>
    /^tests?$/.test(word)
      ? words.slice(Math.max(0, index - 3), index).map((each) => Number(numberIn(each) ?? 0))
      : [],
  )
  return Math.max(0, ...counts)
}

function modeOf(piece: string): string {
  const count = testCount(piece)
  if (count > 1) return `at least ${count}`
  const has = (words: string) => new RegExp(`\\b(?:${words})\\b`, 'i').test(piece)
  if (
    has(
      'regression|caught|catch|catches|bug|failing|defect|reproduces?|would|fails? (?:without|before)',
    )
  )
    return 'red before'
  const asksForNew = has(
    'add|write|with (?:\\w+ )*tests?|needs?|new|include[sd]?|cover|covers|covered|expect|required?|please|extend|update|adapt|adjust',
  )
  if (has('pass|passes|passing|run|runs|green|succeed|works?') && !asksForNew) return 'green'
  return has(
    'each|every|all|both|everything|these|two|three|four|five|cases|rules|requirements|criteria',
  )
    ? 'for each'
    : 'of its own'
}

/** "with tests", "tests cover both", "a test that would have caught the bug": a clause that speaks of tests alone. */
export const testForms: Form = (sentence) => {
  const masked = maskQuoted(sentence)
  const spans: ReturnType<Form>[number][] = []
  const pieces = piecesOf(masked, { start: 0, end: sentence.length })
  for (let next = pieces.next(false); next.done !== true;) {
    const { start, end } = next.value
    const text = sentence.slice(start, end)
    const isTests = isTestTalk(text)
    if (isTests) {
      // "with tests in `test/cap.test.js`": there, and not just somewhere
      const files = [...text.matchAll(testFile)].map(({ index, 0: shown, 1: name = '' }) => ({
        start: start + index,
        end: start + index + shown.length,
        check: { type: 'name', name, role: 'file' } as const,
        negated: false,
      }))
      const check = { type: 'name', name: modeOf(text), role: 'tests' } as const
      spans.push({ start, end: files[0]?.start ?? end, check, negated: false }, ...files)
    }
    next = pieces.next(isTests)
  }
  return spans
}

const same =
  '(?:as (?:it is|is|it was|they are|they were|before)|alone|untouched|unchanged|the same|intact|(?:exactly )?like before)'
const rest =
  '(?:everything|all|anything|the rest|nothing)(?: else)?(?: (?:in|of) (?:it|the (?:file|module|project|code)))?'
const keeps = [
  `\\b(?:keep|leave|keeping|leaving) ${rest} ${same}`,
  `\\b(?:nothing|no) (?:else|other \\w+) (?:may |must |should |shall |is (?:to )?(?:be )?)?(?:changes?|changed|touched)`,
  `\\b(?:the )?rest(?: of (?:it|the [a-z]+(?: [a-z]+)?))? (?:must |should )?(?:stays?|remains?|is) ${same}`,
  `\\b(?:everything|all) else (?:must |should )?(?:stays?|remains?|keeps? working|works?) ?${same}?`,
  `\\b(?:the )?(?:existing|other|old|current|remaining) (?:[a-z0-9%]+ ){1,5}?(?:must |should |shall |all )?(?:stays?|remains?|keeps?|works?|behaves?|continues?)(?: to)?(?: (?:work|working|behave))? ?${same}?`,
  `\\b(?:do not|don['’]t|must not|without) (?:break|breaking|change|changing|touch|touching) (?:anything else|(?:any |the )?(?:existing|other|current) (?:[a-z]+ ?){1,2}|(?:the )?public api)`,
].map((text) => new RegExp(text, 'gi'))
const keepsNamed = [
  /`([A-Za-z_$][\w$.]*)(?:\([^`]*\))?` (?:must |should )?(?:keeps? (?:its|the) (?:signature|name|parameters|interface)|(?:must |should )?keeps? working|still works|works as before)/gi,
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
    [...sentence.matchAll(pattern)].map((match) => ({
      start: match.index,
      end: match.index + match[0].trimEnd().length,
      check: { type: 'name' as const, name: match[1] ?? 'rest of it', role: 'unchanged' },
      negated: false,
    })),
  )
