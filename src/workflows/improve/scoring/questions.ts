import { functionsOf } from '../../../checks/integrity/functions.ts'
import { lineAt } from '../../../checks/integrity/source.ts'
import { ruleFamilies } from '../../../checks/page/rules.ts'
import { deadCodePass } from '../../../checks/track/code-quality/dead.ts'
import { errorsPass } from '../../../checks/track/code-quality/errors.ts'
import { patternsPass } from '../../../checks/track/code-quality/patterns.ts'
import { testsPass } from '../../../checks/track/code-quality/tests.ts'
import { typeSafetyPass } from '../../../checks/track/code-quality/type-safety.ts'
import { type Issue, type Part, verdictOfPass } from '../../../checks/track/evaluation.ts'
import type { TrackFacts } from '../../../checks/track/facts.ts'
import { readTrackCode, type TrackCode } from '../../../checks/track/track-code.ts'
import { evaluateUiUx } from '../../../checks/track/ui-ux/evaluate.ts'
import { judgementOf, pageIssues } from '../../../checks/track/ui-ux/page-issues.ts'
import { readPages } from '../../../checks/track/ui-ux/read/pages.ts'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { Evidence, Question, Questions } from './criteria.ts'

/** What was tried without a page: the command line, or an API. */
export type Tried = Pick<Questions, 'help' | 'errors'> & {
  /** Why pages that it must have were not seen; null where there are none. */
  readonly unseen: string | null
  /** Pages that were looked at once more; what does not work must fail both times. */
  readonly again: readonly PageFacts[]
}

/** What the checks say about a project as a whole. */
export async function askQuestions(
  facts: TrackFacts,
  { unseen, again, help, errors }: Tried,
): Promise<Questions> {
  const code = await readTrackCode(facts)
  const [types, patterns, handling, dead, tests] = [
    typeSafetyPass(code).parts,
    patternsPass(code).parts,
    errorsPass(code).parts,
    deadCodePass(code).parts,
    testsPass(code).parts,
  ]
  const some = (parts: readonly Part[], ids: RegExp) => parts.filter(({ id }) => ids.test(id))
  const screens = await evaluateUiUx(facts)
  const screen = (...numbers: readonly number[]) =>
    screens.filter(({ number }) => numbers.includes(number)).flatMap(({ parts }) => parts)
  // code that only writes markup somewhere is no application with pages
  const hasScreens =
    unseen !== null || facts.application !== null || [...facts.files.keys()].some(isScreen)
  const shown = (parts: readonly Part[]): Question => {
    if (!hasScreens) return notAsked('it has no pages')
    const question = questionOf(parts)
    return question.status === 'not_applicable' && unseen !== null
      ? { status: 'undecided', reason: unseen }
      : question
  }
  return {
    cycles: questionOf(some(patterns, /^(?:no-cycles|patterns)$/)),
    duplication: questionOf(some(patterns, /^(?:no-duplication|patterns)$/)),
    layers: questionOf(some(patterns, /^(?:boundaries|state-sync|patterns)$/)),
    'long-functions': longFunctions(code),
    names: questionOf(some(patterns, /^(?:names|patterns)$/)),
    types: questionOf(types),
    // what is to do is counted by itself
    leftovers: questionOf([
      ...some(dead, /^(?!no-todos)/),
      ...some(patterns, /^no-unused-imports$/),
    ]),
    readme: readme(facts),
    states: questionOf([...handling, ...(hasScreens ? some(screen(5), /^(?!button|card)/) : [])]),
    accessibility: shown(screen(7)),
    phones: shown(screen(4)),
    'real-tests': questionOf(some(tests, /^(?:real-tests|tests)$/)),
    'kinds-of-tests': kindsOfTests(code, errors),
    // buttons that do not answer to the pointer are no empty, loading or error state
    look: shown([...screen(1, 2, 3, 6), ...some(screen(5), /^(?:button|card)/)]),
    words: shown(screen(8)),
    ...(await ofPages(facts, shown(screens.flatMap(({ parts }) => parts)), { unseen, again })),
    help,
    errors,
  }
}

const isScreen = (path: string): boolean => /\.(?:html?|[jt]sx|vue|svelte|astro)$/.test(path)

export const decided = (faults: readonly Evidence[]): Question => ({ status: 'decided', faults })

export const notAsked = (reason: string): Question => ({ status: 'not_applicable', reason })

const evidenceOf = ({ message, path, line }: Issue): Evidence => ({ text: message, path, line })

function questionOf(parts: readonly Part[]): Question {
  const reason = (status: Part['status']) =>
    (parts.find((part) => part.status === status)?.reason ?? 'nobody looked').replaceAll(
      'the track',
      'the project',
    )
  const verdict = verdictOfPass({ parts })
  if (verdict === 'NOT DECIDED') return { status: 'undecided', reason: reason('undecided') }
  if (verdict === 'N/A') return notAsked(reason('not_applicable'))
  return decided(parts.flatMap(({ issues }) => issues.map(evidenceOf)))
}

const mostLines = 50

function longFunctions(code: TrackCode): Question {
  const sources = code.touched('source', 'script')
  if (sources.length === 0) return notAsked('there is no JavaScript or TypeScript')
  const all = sources.flatMap((source) =>
    functionsOf(source).map(({ short, node }) => {
      const line = lineAt(source.text, node.start)
      return { short, path: source.path, line, lines: lineAt(source.text, node.end) - line + 1 }
    }),
  )
  const long = all.filter(({ lines }) => lines >= mostLines)
  return decided(
    long.map(({ short, lines, path, line }) => ({
      text: `${short} has ${lines} lines`,
      path,
      line,
    })),
  )
}

const readme = ({ files, touched }: TrackFacts): Question =>
  decided(
    touched.some((path) => /^readme(?:\.\w+)?$/i.test(path) && files.get(path)?.trim() !== '')
      ? []
      : [{ text: 'there is no README.md' }],
  )

/** A test that starts it, sends it a request or opens a page. */
const whole =
  /\b(?:fetch|request|inject|spawn|fork|exec(?:File)?(?:Sync)?|spawnSync|goto|listen|render)\s*\(|['"](?:supertest|playwright|@playwright\/test|puppeteer|jsdom|@testing-library\/[\w-]+)['"]/

function kindsOfTests(code: TrackCode, errors: Question): Question {
  const tests = code.sources('test')
  const [first] = tests
  if (errors.status === 'not_applicable' && code.facts.application === null)
    return notAsked('nothing of it is started')
  if (first === undefined) return notAsked('there are no tests')
  return decided(
    tests.some(({ text }) => whole.test(text))
      ? []
      : [{ text: 'no test starts it or asks it for anything', path: first.path, line: 1 }],
  )
}

/** Whether the browser found something that does not work, which a slow machine may only seem to show. */
export const seemsBroken = (page: PageFacts): boolean =>
  isSlow(page) ||
  judgementOf(page).findings.some(
    ({ ruleId, severity }) => ruleId.startsWith('interaction/') && severity !== 'info',
  )

const links = /dead-link|call-leads|missing-file|^link-vague|^skip-link/
const forms = /form|field|no-choice|^required|^autocomplete/
const slowMs = 2_000

const isSlow = ({ performance }: PageFacts): boolean => performance.loadMs > slowMs

/** What the page gate says of the pages that were seen. */
async function ofPages(
  facts: TrackFacts,
  screens: Question,
  { unseen, again }: Pick<Tried, 'unseen' | 'again'>,
): Promise<Pick<Questions, 'links' | 'forms' | 'behaviour' | 'speed'>> {
  const looked = await readPages(facts)
  const { interaction, accessibility, weight } = ruleFamilies
  const ids = [...interaction, ...accessibility].map(({ id }) => id)
  const later = looked.pages.map((page) => again.find((each) => each.page === page.page) ?? page)
  const has = (rules: readonly string[], only?: 'error'): Question => {
    const issuesOf = (pages: readonly PageFacts[]) =>
      pageIssues(
        { ...looked, pages },
        rules,
        ({ severity }) => only === undefined || severity === only,
      )
    const still = new Set(issuesOf(later).map(({ message }) => message))
    if (looked.pages.length > 0)
      return decided(
        issuesOf(looked.pages)
          .filter(({ message }) => still.has(message))
          .map(evidenceOf),
      )
    if (screens.status === 'not_applicable') return screens
    return { status: 'undecided', reason: unseen ?? facts.notStarted ?? 'no page could be seen' }
  }
  const slow = looked.pages
    .filter((page, index) => isSlow(page) && isSlow(later[index] ?? page))
    .map((page): Evidence => ({
      text: `it loads in ${Math.round(page.performance.loadMs / 100) / 10} s`,
      ...looked.placeOf(page, 'body'),
    }))
  const speed = has(weight.map(({ id }) => id))
  return {
    links: has(ids.filter((id) => links.test(id))),
    forms: has(ids.filter((id) => forms.test(id) && !links.test(id))),
    behaviour: has(
      interaction.map(({ id }) => id).filter((id) => !links.test(id) && !forms.test(id)),
      'error',
    ),
    speed: speed.status === 'decided' ? decided([...speed.faults, ...slow]) : speed,
  }
}
