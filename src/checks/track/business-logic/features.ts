import { codeVocabulary } from '../../acceptance/exam.ts'
import { contradictionsOf } from '../../acceptance/contradictions.ts'
import { answers } from '../../integrity/answers.ts'
import { functionsOf, type Named } from '../../integrity/functions.ts'
import { below } from '../../integrity/source.ts'
import { answersConstant } from '../../integrity/stub-bodies.ts'
import { stubs } from '../../integrity/stubs.ts'
import { readDemands } from '../../../obligations/read.ts'
import {
  type Issue,
  met,
  notApplicable,
  type Part,
  type Pass,
  undecided,
  unmet,
} from '../evaluation.ts'
import { type SpecLine, specLines } from '../integration/read-spec.ts'
import { issueAt, issueOfFinding, type TrackCode } from '../track-code.ts'
import { fixedChoices } from './fixed-choices.ts'
import { missingNames } from './named.ts'
import { productValues } from './product-values.ts'
import { wrongAnswers } from './spec-requests.ts'
import { wrongStatuses } from '../integration/contracts/spec-statuses.ts'
import { statementsIn } from './statements.ts'
import type { Business } from './business.ts'
import { unenforced } from './unenforced.ts'
import { isFix, isVerifying } from '../plan-updated.ts'
import { placeOfTest } from './tests-of.ts'
import { shorten } from './words.ts'

const asking =
  /\b(?:acceptance|criteria|requirements?|definition of done|done when|success|must|rules|expected)\b/i

type Criterion = Pick<SpecLine, 'text' | 'line'> & { readonly where: string }

/** What the spec, and the tasks of the plan, ask for one by one. */
export function criteriaOf({ code: { facts } }: Business): readonly Criterion[] {
  const ofSpec = specLines(facts.spec)
    .filter(({ isItem, headings }) => isItem && headings.some((heading) => asking.test(heading)))
    .map(({ text, line }) => ({ text, line, where: `spec.md:${line}` }))
  const ofPlan = facts.plan.tasks
    .filter((task) => !isVerifying(task) && !isFix(task))
    .flatMap(({ acceptance, line }) =>
      acceptance.map((text) => ({ text, line, where: `plan.md:${line}` })),
    )
  // a plan repeats what the spec asks for
  const known = new Set(ofSpec.map(({ text }) => text))
  return [...ofSpec, ...ofPlan.filter(({ text }) => !known.has(text))]
}

export async function featuresPass(business: Business): Promise<Pass> {
  const { code } = business
  const parts = [
    await criteria(business),
    ...examples(code),
    ...open(business),
    working(code),
    specValues(business),
    wrongTests(code),
    ...unenforced(business),
    ...fixedChoices(business),
  ]
  return { number: 2, name: 'Feature correctness', parts }
}

/** What of the spec was tried by running it. */
function examples({ facts: { ofSpec = [], folder } }: TrackCode): readonly Part[] {
  const wrong = ofSpec.filter(({ status, decided_by: by }) => status === 'unmet' && by !== 'judge')
  return wrong.length === 0
    ? []
    : [
        unmet(
          'examples',
          'what the spec says holds',
          wrong.map(({ statement, reason, source: { line } }) => ({
            message: `"${shorten(statement)}" does not hold: ${reason}`,
            path: `${folder}/spec.md`,
            ...(line === undefined ? {} : { line }),
            fix: 'mend the code until it holds',
          })),
        ),
      ]
}

async function criteria(business: Business): Promise<Part> {
  const { code, tests } = business
  const about = 'what the spec asks for is shown by tests that pass'
  const wanted = criteriaOf(business)
  if (wanted.length === 0)
    return notApplicable('criteria', about, 'the spec lists no acceptance criteria')
  const missing = await missingNames(
    business,
    wanted.map(({ text }) => text),
  )
  const said = wanted.flatMap(({ text, where }): readonly Issue[] => {
    const failing = tests.saying(text).find(tests.fails)
    const [path, line] = failing === undefined ? [] : placeOfTest(failing).split(':')
    return [
      ...(failing === undefined
        ? []
        : [
            {
              message: `"${shorten(text)}" (${where}) is not so: "${failing.test.leaf}" fails`,
              path: path ?? '',
              line: Number(line),
              fix: 'mend the code until the test passes',
            },
          ]),
      ...(missing.get(text) ?? []).map((name) => ({
        message: `"${shorten(text)}" (${where}) asks for ${name}, which is nowhere in the code`,
        path: `${code.facts.folder}/spec.md`,
        fix: `write ${name}, or have the spec changed`,
      })),
    ]
  })
  const issues = [
    ...said,
    ...(await wrongAnswers(business, wanted)),
    ...(await wrongStatuses(business, wanted)),
  ]
  if (issues.length > 0) return unmet('criteria', about, issues)
  const shown = wanted.flatMap((each) => {
    const test = tests.saying(each.text).find(tests.passes)
    if (test !== undefined) return [{ by: `"${test.test.leaf}"`, where: placeOfTest(test) }]
    const [ran] = ranFor(code, each)
    return ran === undefined ? [] : [{ by: ran.text, where: ran.where ?? each.where }]
  })
  const [first] = shown
  return first !== undefined && shown.length * 2 >= wanted.length
    ? met(
        'criteria',
        about,
        `${shown.length} of ${wanted.length} criteria are shown by tests that pass and by running them, such as ${first.by}`,
        first.where,
      )
    : undecided(
        'criteria',
        about,
        `${shown.length} of ${wanted.length} criteria are shown by tests that pass`,
      )
}

/** What shows a criterion of the spec all of which was tried by running it. */
function ranFor({ facts: { ofSpec = [] } }: TrackCode, { line, where }: Criterion) {
  const own = ofSpec.filter(({ source }) => source.line === line && where.startsWith('spec.md'))
  const isShown = own.every(({ status, decided_by: by }) => status === 'met' && by !== 'judge')
  return isShown ? own.flatMap(({ evidence }) => evidence) : []
}

const mostOpen = 20

/** Criteria that no test shows: a judge has to look. */
function open(business: Business): readonly Part[] {
  const { tests, code } = business
  return criteriaOf(business)
    .filter(
      (each) =>
        ranFor(code, each).length === 0 &&
        !tests.saying(each.text).some((test) => tests.passes(test) || tests.fails(test)),
    )
    .slice(0, mostOpen)
    .map(({ text, where }) =>
      undecided(
        `criterion-${where}`,
        shorten(text),
        `no test that passes says "${shorten(text)}" (${where})`,
      ),
    )
}

/** Nothing only pretends to work. */
function working(code: TrackCode): Part {
  const about = 'nothing only pretends to work'
  const findings = [stubs, answers]
    .flatMap(({ look }) => look(code.change))
    .filter(
      ({ severity, place }) =>
        severity === 'error' && code.facts.touched.includes(place.path ?? ''),
    )
  const constant = code.touched('source').flatMap((source) =>
    functionsOf(source)
      .filter((each) => code.isOwn(source, each.node) && isIdle(each))
      .map(({ node, short }) =>
        issueAt(
          source,
          node,
          `${short} gives the same answer whatever it is given`,
          'work the answer out from what is given',
        ),
      ),
  )
  return findings.length + constant.length === 0
    ? notApplicable('working', about, 'no function of the track is a stub')
    : unmet('working', about, [
        ...findings.map((each) => issueOfFinding(each, 'write what the function promises')),
        ...constant,
      ])
}

/** An exported function that is given something, looks at nothing of it, and answers with a constant. */
function isIdle({ node, exported, isMethod, short }: Named): boolean {
  const names = node.params.map((each) => (each.type === 'Identifier' ? each.name : null))
  const isNamed = names.length > 0 && names.every((name) => name !== null && !name.startsWith('_'))
  if (
    !exported ||
    isMethod ||
    !isNamed ||
    node.body === null ||
    /^(?:no-?op|stub|fake|mock|default|always|never)/i.test(short)
  )
    return false
  const used = new Set(
    [...below(node.body)].flatMap((each) => (each.type === 'Identifier' ? [each.name] : [])),
  )
  return answersConstant(node) !== null && names.every((name) => name !== null && !used.has(name))
}

/** `quote(2)` is 58, `GET /api/quote` answers 200: what comes out is worked out, and stands nowhere. */
const isExample = /`(?:\w+\([^`]*\)|(?:GET|POST|PUT|PATCH|DELETE) \/[^`]*)`/

/** Figures of the spec against the constants of the code. */
function specValues({ code, spec }: Business): Part {
  const raw = code.facts.spec.split(/\r?\n/)
  const rules = spec.filter(({ line }) => !isExample.test(raw[line - 1] ?? ''))
  return {
    ...productValues(code, statementsIn(rules)),
    id: 'spec-values',
    about: 'figures in the code are those of the spec',
  }
}

/** A test that asks for something else than the spec. */
function wrongTests(code: TrackCode): Part {
  const about = 'no test contradicts the spec'
  const { sentences, demands } = readDemands(code.facts.spec, codeVocabulary)
  const items = demands.map(({ check, negated, sentence }) => ({
    check,
    negated,
    source: {
      kind: 'criterion' as const,
      text: sentences.find(({ number }) => number === sentence)?.text ?? '',
    },
  }))
  const against = contradictionsOf(items, code.touched('test'), code.change.parse).filter(
    ({ other }) => /^[^,]+:\d+$/.test(other.where),
  )
  if (against.length === 0)
    return notApplicable(
      'tests-agree',
      about,
      'no test of the track asks for something else than an example of the spec',
    )
  return unmet(
    'tests-agree',
    about,
    against.map(({ one, other }) => {
      const [path = '', line = '1'] = other.where.split(/:(?=\d+$)/)
      return {
        message: `the spec says "${shorten(one.text)}", the test wants ${other.shown}`,
        path,
        line: Number(line),
        fix: `let the test and the code give ${one.shown}`,
      }
    }),
  )
}
