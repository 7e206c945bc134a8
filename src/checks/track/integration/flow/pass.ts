import { wordsIn } from '../../../../obligations/sentence-words.ts'
import { spokenBy } from '../../../acceptance/test-words.ts'
import { testCasesOf, type TestCase } from '../../../integrity/test-cases.ts'
import type { Source } from '../../../integrity/source.ts'
import { met, notApplicable, type Part, type Pass, undecided, unmet } from '../../evaluation.ts'
import { placeOf, type Project } from '../project.ts'
import { endpointsIn, plainRoute, quotedIn, specLines } from '../read-spec.ts'
import { addressPart } from '../routes/addresses.ts'
import { filledPath, type Route, routesAt } from '../routes/route.ts'
import { brokenStart } from './broken-start.ts'
import { sentOnParts } from './sent-on.ts'
import { type Step, stepsIn } from './steps.ts'

type Shown = {
  readonly step: Step
  readonly state: 'shown' | 'missing' | 'open'
  readonly by: string
}
type Words = ReadonlySet<string>
type Speaker = { readonly words: Words; readonly where: string }

/** Pass 6: the flow of the spec, step by step. */
export async function flowPass(project: Project, routes: readonly Route[]): Promise<Pass> {
  const otherParts = [addressPart(project, routes), testsPart(project), failingPart(project)]
  return {
    number: 6,
    name: 'End-to-end flow',
    parts: [...(await stepParts(project, routes)), ...(await sentOnParts(project)), ...otherParts],
  }
}

async function stepParts(project: Project, routes: readonly Route[]): Promise<readonly Part[]> {
  const about = 'every step of the flow is there'
  const steps = stepsIn(project.facts.spec)
  if (steps.length === 0)
    return [notApplicable('flow-steps', about, 'the spec tells no flow in steps')]
  const broken = brokenStart(project.facts)
  if (broken !== null) return [unmet('flow-steps', about, [broken])]
  const speakers = { ...speakersOf(project, routes), actors: actorsIn(steps) }
  const shown: Shown[] = []
  for (const step of steps) shown.push(await showStep({ project, routes, speakers }, step))
  const missing = shown.filter(({ state }) => state === 'missing')
  const good = shown.filter(({ state }) => state === 'shown')
  const open = shown.filter(({ state }) => state === 'open')
  const count = `${good.length} of ${steps.length} steps are shown`
  const rest = open.map(({ step, by }) => `"${step.text}" (${by})`).join('; ')
  if (missing.length > 0)
    return [
      unmet(
        'flow-steps',
        about,
        missing.map(({ step, by }) => ({
          message: `${count}; step "${step.text}" is missing: ${by}`,
          path: `${project.facts.folder}/spec.md`,
          line: step.line,
          fix: 'Build the step and show it with a test of the whole flow',
        })),
      ),
    ]
  const isEnough = good.length * 2 > steps.length
  const message = met('flow-steps', about, `${count}: ${good.map(({ by }) => by).join(', ')}`)
  const left = undecided('flow-open', about, `${count}; look at ${rest}`)
  return [...(isEnough ? [message] : []), ...(open.length > 0 ? [left] : [])]
}

type Looking = {
  readonly project: Project
  readonly routes: readonly Route[]
  readonly speakers: {
    readonly tests: readonly Speaker[]
    readonly code: readonly Speaker[]
    readonly all: Words
    /** Who acts in most steps says nothing about one of them. */
    readonly actors: Words
  }
}

async function showStep({ project, routes, speakers }: Looking, step: Step): Promise<Shown> {
  const named = await namedStep(project, routes, step)
  if (named !== null) return named
  const words = [...wordsIn(step.text).words].filter((word) => !speakers.actors.has(word))
  if (words.length === 0) return { step, state: 'open', by: 'it has no words of its own' }
  const best = (all: readonly Speaker[]) =>
    all
      .map((each) => ({ ...each, known: words.filter((word) => each.words.has(word)).length }))
      .toSorted((one, other) => other.known - one.known)[0]
  const enough = Math.max(1, Math.ceil(words.length * 0.6))
  const test = best(speakers.tests)
  if (test !== undefined && test.known >= enough) return { step, state: 'shown', by: test.where }
  const code = best(speakers.code)
  if (code !== undefined && code.known >= Math.max(enough, Math.min(2, words.length)))
    return { step, state: 'shown', by: code.where }
  const isNowhere =
    speakers.all.size > 0 && words.length >= 2 && !words.some((word) => speakers.all.has(word))
  return {
    step,
    state: isNowhere ? 'missing' : 'open',
    by: isNowhere
      ? `no code speaks of ${words.map((word) => `"${word}"`).join(', ')}`
      : 'no test and no single place of the code shows it',
  }
}

function actorsIn(steps: readonly Step[]): Words {
  const words = steps.flatMap(({ text }) => [...wordsIn(text).words])
  const often = words.filter(
    (word) => words.filter((each) => each === word).length * 2 > steps.length,
  )
  return new Set(['user', 'visitor', ...(steps.length > 2 ? often : [])])
}

/** A step that names its endpoint or page is asked for it. */
async function namedStep(
  { facts }: Project,
  routes: readonly Route[],
  step: Step,
): Promise<Shown | null> {
  const endpoints = endpointsIn(specLines(step.text))
  const pages =
    endpoints.length > 0
      ? []
      : quotedIn(step.text)
          .filter((code) => /^\/[\w/:{}[\]-]*$/.test(code))
          .map(plainRoute)
  for (const { method, path } of endpoints) {
    const [route] = routesAt(routes, method, path)
    if (route !== undefined) return { step, state: 'shown', by: placeOf(route.source, route.node) }
    if (routes.length > 0)
      return { step, state: 'missing', by: `no route answers ${method.toUpperCase()} ${path}` }
  }
  for (const path of pages) {
    if (facts.application?.pages.has(path) === true)
      return { step, state: 'shown', by: `the page ${path}` }
    const response =
      path.includes('{') || facts.application === null
        ? null
        : await facts.application.request({ method: 'GET', path: filledPath(path, '1') })
    if (response !== null && response.status < 400)
      return { step, state: 'shown', by: `GET ${path} answered ${response.status}` }
    if (response?.status === 404) return { step, state: 'missing', by: `GET ${path} answered 404` }
  }
  return null
}

/** What tests of the whole and what files of the product speak of. */
function speakersOf(
  project: Project,
  routes: readonly Route[],
): Omit<Looking['speakers'], 'actors'> {
  const sources = new Map(
    [...project.product, ...project.tests].map((source) => [source.path, source]),
  )
  const spoken = (paths: readonly string[]): Words =>
    spokenBy(paths, (path) => sources.get(path) ?? null).words
  const tests = project.tests.filter(isWhole).flatMap((source) =>
    testCasesOf(source)
      .filter((test) => isRun(project, test))
      .map((test) => ({
        words: new Set([
          ...wordsIn(test.title).words,
          ...wordsIn(source.text.slice(test.call.start, test.call.end)).words,
        ]),
        where: placeOf(source, test.call),
      })),
  )
  const byFile = Map.groupBy(routes, ({ source }) => source.path)
  const code = project.product.map((source) => ({
    words: new Set([
      ...spoken([source.path]),
      ...wordsIn(source.path).words,
      ...(byFile.get(source.path) ?? []).flatMap(({ method, path }) => [
        ...wordsIn(`${verbs[method] ?? ''} ${path}`).words,
      ]),
    ]),
    where: source.path,
  }))
  const markup = [...project.facts.files]
    .filter(([path]) => /\.(?:html|vue|svelte|astro|ejs|hbs|njk|pug|mdx)$/.test(path))
    .map(([path, text]) => ({ words: wordsIn(text.slice(0, 100_000)).words, where: path }))
  const places = [...code, ...markup]
  return {
    tests,
    code: places,
    all: new Set([...tests, ...places].flatMap(({ words }) => [...words])),
  }
}

const verbs: Readonly<Record<string, string>> = {
  get: 'get list read see view show',
  post: 'create add submit send',
  put: 'update change',
  patch: 'update change edit',
  delete: 'delete remove',
}

/** A test that drives the application from outside: through pages or through requests. */
const isWhole = (source: Source): boolean =>
  /(?:^|\/)(?:e2e|integration|end-to-end|cypress|playwright|acceptance)(?:\/|[.-])|[._-](?:e2e|integration|spec|cy)\./i.test(
    source.path,
  ) ||
  /\b(?:supertest|page\.goto|\.inject\(|cy\.visit|app\.request\(|app\.fetch\(|fetch\(|testClient|createCaller)/.test(
    source.text,
  )

function isRun({ facts }: Project, { switches, title, leaf }: TestCase): boolean {
  if (switches.some(({ kind }) => kind === 'skip' || kind === 'todo' || kind === 'fails'))
    return false
  const failures = facts.measured?.tests.failures ?? []
  return !failures.some(({ name }) => name === title || name.endsWith(leaf))
}

/** A test of the whole flow, where the spec or the plan asks for one. */
function testsPart(project: Project): Part {
  const about = 'the end-to-end tests that were asked for are there'
  const { spec, plan, folder } = project.facts
  const asks =
    /\b(?:e2e|end[- ]to[- ]end|playwright|cypress)\b[^.]{0,30}\btests?\b|\btests?\b[^.]{0,30}\b(?:e2e|end[- ]to[- ]end|playwright|cypress)\b/i
  const line = specLines(spec).find(({ text }) => asks.test(text))
  const task = plan.tasks.find(({ title, status }) => asks.test(title) && status === 'done')
  if (line === undefined && task === undefined)
    return notApplicable('flow-tests', about, 'neither spec nor plan asks for an end-to-end test')
  const running = project.tests
    .filter(isWhole)
    .flatMap((source) => testCasesOf(source).filter((test) => isRun(project, test)))
  return running.length > 0
    ? met(
        'flow-tests',
        about,
        `${running.length} tests drive the application from outside`,
        running[0] === undefined ? undefined : placeOf(running[0].source, running[0].call),
      )
    : unmet('flow-tests', about, [
        {
          message: `"${line?.text ?? task?.title ?? ''}" is asked for, and no running test drives the application from outside`,
          path: `${folder}/${line === undefined ? 'plan.md' : 'spec.md'}`,
          line: line?.line ?? task?.line ?? 1,
          fix: 'Write a test that goes through the flow in the running application',
        },
      ])
}

function failingPart(project: Project): Part {
  const about = 'tests of the whole flow pass'
  const whole = new Set(project.tests.filter(isWhole).map(({ path }) => path))
  const { measured, unmeasured } = project.facts
  if (whole.size === 0)
    return notApplicable('flow-passes', about, 'no test drives the application from outside')
  if (measured === null || /^(?:stopped|not_run|none)$/.test(measured.tests.state))
    return undecided(
      'flow-passes',
      about,
      `the tests were not run: ${unmeasured ?? measured?.tests.state ?? ''}`,
    )
  const failures = measured.tests.failures.filter(({ path }) => path !== null && whole.has(path))
  return failures.length === 0
    ? measured.tests.state === 'passed'
      ? met('flow-passes', about, `tests in ${whole.size} files that drive the application pass`)
      : undecided('flow-passes', about, 'some tests fail: look whether the flow is among them')
    : unmet(
        'flow-passes',
        about,
        failures.map(({ name, path, line, message }) => ({
          message: `${name} fails: ${message.slice(0, 200)}`,
          ...(path === null ? {} : { path }),
          ...(line === null ? {} : { line }),
          fix: 'Mend the flow or its test',
        })),
      )
}
