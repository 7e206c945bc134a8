import { functionsOf } from '../../integrity/functions.ts'
import { chainOf, literalOf } from '../../integrity/names.ts'
import { below, is, lineAt, type Node, type Source } from '../../integrity/source.ts'
import { rootOf } from '../../../obligations/sentence-words.ts'
import { met, notApplicable, type Part, type Pass, undecided, unmet } from '../evaluation.ts'
import { labelOf } from '../integration/routes/route.ts'
import { brokenPromises } from './broken-promises.ts'
import type { Business } from './business.ts'
import { type Exact, type Step, stepsIn } from './journey-steps.ts'
import { finder } from './find-exact.ts'
import { rootsOf } from './journey-words.ts'
import { links } from './links.ts'
import { unreachedPages } from './reached.ts'
import { placeOfTest } from './tests-of.ts'
import { shorten } from './words.ts'

export async function journeyPass(business: Business): Promise<Pass> {
  const refused = business.rounds?.refused ?? []
  const gone = refused.length === 0 ? [] : [unmet('moves', 'each step can be taken', refused)]
  const unreached = unreachedPages(business)
  const alone =
    unreached.length === 0
      ? []
      : [unmet('reached', 'every page of the spec can be reached', unreached)]
  const parts = [
    ...steps(business),
    ...questions(business),
    await links(business),
    ...alone,
    ...gone,
  ]
  return { number: 6, name: 'User journey', parts }
}

const asksFirst =
  /\b(?:asks? (?:first|before|for confirmation|to confirm|whether)|confirms? (?:first|before)|must be confirmed|after a confirmation)\b/i
const question = /^(?:confirm|ask|prompt)|(?:modal|dialog|confirm\w*|popover)$/i

/** "Cancel order" asks first: where the code speaks of it, a dialog is opened or a question asked. */
function questions({ spec, project }: Business): readonly Part[] {
  const issues = spec.flatMap(({ text, path, line }) => {
    const [, label = ''] = /["“`]([^"”`]+)["”`]/.exec(text) ?? []
    const words = rootsOf(label)
    if (!asksFirst.test(text) || words.length < 2) return []
    const near = project.product.filter((source) =>
      source.nodes.some((node) => {
        const own = new Set(rootsOf(saidBy(node)))
        return words.every((word) => own.has(word))
      }),
    )
    return near.length === 0 || near.some(asks)
      ? []
      : [
          {
            message: `"${shorten(text)}", and nothing where the code speaks of "${label}" asks`,
            path,
            line,
            fix: 'ask before it is done, and do it only then',
          },
        ]
  })
  return issues.length === 0
    ? []
    : [unmet('questions', 'what cannot be taken back is asked for first', issues)]
}

const asks = ({ nodes }: Source): boolean =>
  nodes.some(
    (node) =>
      (is('CallExpression')(node) && question.test(chainOf(node.callee).at(-1) ?? '')) ||
      (is('JSXIdentifier')(node) && /dialog|modal|confirm/i.test(node.name)),
  )

/** A piece of the project that may be a step: a route, a component, a handler, a test. */
type Unit = { readonly where: string; readonly words: ReadonlySet<string> }

function unitsOf({ code, routes, tests }: Business): readonly Unit[] {
  const functions = code.sources('source', 'script').flatMap((source) =>
    functionsOf(source).map(({ node, short }) => ({
      where: `${source.path}:${lineAt(source.text, node.start)}`,
      words: new Set([...rootsOf(short), ...rootsOf(textIn(node)), ...rootsOf(source.path)]),
    })),
  )
  return [
    ...functions,
    ...routes.map((route) => ({
      where: `${route.source.path}:${lineAt(route.source.text, route.node.start)}`,
      words: new Set([...rootsOf(labelOf(route)), ...rootsOf(textIn(route.handler.node))]),
    })),
    ...tests.all.map((test) => ({
      where: placeOfTest(test),
      words: new Set([...test.words].map((word) => rootOf(word))),
    })),
    // pages that are no code
    ...[...code.facts.files]
      .filter(([path]) => /\.(?:html|vue|svelte|astro|ejs|hbs|pug)$/.test(path))
      .map(([path, text]) => ({ where: path, words: new Set(rootsOf(text)) })),
  ]
}

const textIn = (node: Node): string => [...below(node)].map(saidBy).join(' ')

const saidBy = (node: Node): string =>
  is('Identifier', 'JSXIdentifier')(node)
    ? node.name
    : is('JSXText')(node)
      ? node.value
      : is('TemplateElement')(node)
        ? (node.value.cooked ?? '')
        : (literalOf(node) ?? '')

const mostOpen = 10
const traced = 0.5

function steps(business: Business): readonly Part[] {
  const about = 'each step of the journey is in the code'
  const wanted = stepsIn(business.spec, business.code.facts.spec)
  if (wanted.length === 0)
    return [notApplicable('steps', about, 'the spec numbers no steps of a user')]
  const units = unitsOf(business)
  const isThere = finder(business)
  const broken = brokenPromises(business)
  const actors = actorsOf(wanted)
  const looked = wanted.map((step) => ({
    step,
    ...traceOf(step, { units, isThere, actors, broken }),
  }))
  const gone = looked.filter(({ state }) => state === 'gone')
  if (gone.length > 0)
    return [
      unmet(
        'steps',
        about,
        gone.map(({ step, why }) => ({
          message: `step "${shorten(step.text)}": ${why}`,
          path: step.path,
          line: step.line,
          fix: 'write what the step needs, and a test that goes through it',
        })),
      ),
    ]
  const open = looked.filter(({ state }) => state === 'open')
  const results = looked.filter(({ state }) => state === 'traced')
  const [first] = results
  return [
    first !== undefined && open.length * 2 <= looked.length
      ? met(
          'steps',
          about,
          `${results.length} of ${looked.length} steps lead to code or tests, such as "${shorten(first.step.text, 60)}"`,
          first.why,
        )
      : undecided(
          'steps',
          about,
          `${results.length} of ${looked.length} steps lead to code or tests`,
        ),
    ...open
      .slice(0, mostOpen)
      .map(({ step }) =>
        undecided(
          `step-${step.line}`,
          shorten(step.text),
          `which code does "${shorten(step.text)}" (spec.md:${step.line})`,
        ),
      ),
  ]
}

type Trace = { readonly state: 'traced' | 'open' | 'gone'; readonly why: string }

/** Who does it stands at the head of most steps. */
function actorsOf(wanted: readonly Step[]): ReadonlySet<string> {
  const heads = wanted.flatMap(({ text }) => rootsOf(text)[0] ?? [])
  return new Set(
    heads.filter((head) => heads.filter((each) => each === head).length * 2 > wanted.length),
  )
}

type Known = {
  readonly units: readonly Unit[]
  readonly isThere: (exact: Exact) => boolean
  readonly actors: ReadonlySet<string>
  readonly broken: (step: Step) => string | null
}

function traceOf(step: Step, { units, isThere, actors, broken }: Known): Trace {
  const { text, exact } = step
  const why = broken(step)
  if (why !== null) return { state: 'gone', why }
  const missing = exact.filter((each) => !isThere(each))
  if (missing.length > 0)
    return {
      state: 'gone',
      why: `"${missing.map((each) => each.text).join('", "')}" is nowhere in the code`,
    }
  const words = [...new Set(rootsOf(text))].filter((word) => !actors.has(word))
  const ranked = units
    .map(({ where, words: own }) => ({ where, hits: words.filter((word) => own.has(word)).length }))
    .toSorted((one, other) => other.hits - one.hits)
  const [best] = ranked
  if (
    best !== undefined &&
    words.length > 0 &&
    best.hits >= Math.min(2, words.length) &&
    best.hits / words.length >= traced
  )
    return { state: 'traced', why: best.where }
  if (exact.length > 0) return { state: 'traced', why: units[0]?.where ?? '' }
  return words.length >= 2 && (best?.hits ?? 0) === 0
    ? { state: 'gone', why: `nothing in the code speaks of ${words.join(', ')}` }
    : { state: 'open', why: '' }
}
