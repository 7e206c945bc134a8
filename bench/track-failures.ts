import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  applyEdits,
  type Failure,
  readApplication,
  type Tree,
  type Variant,
} from './track/cases.ts'
import { clinicFailures } from './track/clinic/failures.ts'
import { clinicUnseen } from './track/clinic/unseen.ts'
import { clinicVariants } from './track/clinic/variants.ts'
import { greensFailures } from './track/greens/failures.ts'
import { greensUnseen } from './track/greens/unseen.ts'
import { greensVariants } from './track/greens/variants.ts'
import { kilnFailures } from './track/kiln/failures.ts'
import { kilnFresh } from './track/kiln/fresh.ts'
import { kilnUnseen } from './track/kiln/unseen.ts'
import { kilnVariants } from './track/kiln/variants.ts'
import { libraryFailures } from './track/library/failures.ts'
import { libraryFresh } from './track/library/fresh.ts'
import { libraryUnseen } from './track/library/unseen.ts'
import { libraryVariants } from './track/library/variants.ts'
import { prove } from './track/prove.ts'
import { type CaseResult, hasFailed, type PassResult, runCase } from './track/run-case.ts'
import { shopFailures } from './track/shop/failures.ts'
import { shopUnseen } from './track/shop/unseen.ts'
import { shopVariants } from './track/shop/variants.ts'
import { wrenchUnseen } from './track/wrench/unseen.ts'

/** `node bench/track-failures.ts`: what `check track` notices of planted failures, and of harmless changes. */
const { values: options } = parseArgs({
  options: {
    app: { type: 'string' },
    only: { type: 'string', default: '' },
    /** Of the failures by pass, and of the variants, one of so many, from this one on. */
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    jobs: { type: 'string', default: '1' },
    timeout: { type: 'string', default: '600' },
    /** Does not run the product, but build, tests and start of each case. */
    prove: { type: 'boolean', default: false },
    /** The failures that were written after the checks. */
    own: { type: 'boolean', default: false },
    /** Asks only the specialist that must notice a failure: quicker, and blind for false alarms of the others. */
    focus: { type: 'boolean', default: false },
    out: { type: 'string' },
    /** Another checkout to measure. */
    base: { type: 'string' },
  },
})

type App = {
  readonly name: string
  readonly tree: Tree
  readonly page: string
  readonly failures: readonly Failure[]
  readonly variants: readonly Variant[]
}

const treeOf = (name: string) => readApplication(join(import.meta.dirname, 'track', name))
const apps: readonly App[] = [
  {
    name: 'shop',
    page: '/',
    failures: options.own ? shopUnseen : shopFailures,
    variants: options.own ? [] : shopVariants,
  },
  {
    name: 'clinic',
    page: '/health',
    failures: options.own ? clinicUnseen : clinicFailures,
    variants: options.own ? [] : clinicVariants,
  },
  {
    name: 'library',
    page: '/',
    failures: options.own ? [...libraryUnseen, ...libraryFresh] : libraryFailures,
    variants: options.own ? [] : libraryVariants,
  },
  {
    name: 'kiln',
    page: '/api/health',
    failures: options.own ? [...kilnUnseen, ...kilnFresh] : kilnFailures,
    variants: options.own ? [] : kilnVariants,
  },
  { name: 'wrench', page: '/api/health', failures: options.own ? wrenchUnseen : [], variants: [] },
  {
    name: 'greens',
    page: '/api/health',
    failures: options.own ? greensUnseen : greensFailures,
    variants: options.own ? [] : greensVariants,
  },
]
  .filter(({ name }) => options.app === undefined || name === options.app)
  .map((app) => ({ ...app, tree: treeOf(app.name) }))

type Case =
  | { readonly kind: 'clean'; readonly app: App; readonly each: Variant }
  | { readonly kind: 'failure'; readonly app: App; readonly each: Failure }
  | { readonly kind: 'variant'; readonly app: App; readonly each: Variant }

const clean: Variant = { id: 'clean', what: 'the application as it is', edits: [] }
const only = new RegExp(options.only)
const sampleOf = <Each extends Variant>(all: readonly Each[]): readonly Each[] =>
  all
    .filter(({ id }) => only.test(id))
    .filter((_, index) => index % Number(options.every) === Number(options.from))
const byPass = (failures: readonly Failure[]) =>
  failures.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)))
const cases: readonly Case[] = apps.flatMap((app): readonly Case[] => [
  { kind: 'clean', app, each: clean },
  ...sampleOf(byPass(app.failures)).map((each) => ({ kind: 'failure' as const, app, each })),
  ...sampleOf(app.variants).map((each) => ({ kind: 'variant' as const, app, each })),
])
for (const { app, each } of cases) applyTo(app, each)

function applyTo(app: App, { id, edits, before = [] }: Variant): void {
  try {
    applyEdits(applyEdits(app.tree, before), edits)
  } catch (error) {
    throw new Error(
      `${app.name} ${id}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    )
  }
}

const print = (text = ''): void => void process.stdout.write(`${text}\n`)
const log = (text: string): void => void process.stderr.write(`${text}\n`)

async function inParallel<Item, Value>(
  items: readonly Item[],
  work: (item: Item) => Promise<Value>,
): Promise<readonly Value[]> {
  const results: Value[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index]
      if (item !== undefined) results[index] = await work(item)
    }
  }
  await Promise.all(Array.from({ length: Number(options.jobs) }, worker))
  return results
}

if (options.prove) await proveAll()
else await measureAll()

async function proveAll(): Promise<void> {
  await inParallel(cases, async ({ kind, app, each }) => {
    const proof = await prove(app.tree, each, app.page)
    const broken = Object.entries(proof)
      .filter(([, works]) => !works)
      .map(([what]) => what)
    print(
      `${broken.length === 0 ? 'works ' : 'broken'} ${kind} ${app.name} ${each.id} ${broken.join(' ')}`,
    )
  })
}

/** The application with a track that is evaluated by one specialist alone. */
function focused(tree: Tree, { evaluator }: Failure): Tree {
  const path = 'track/metadata.json'
  const asked = evaluator === 'structural' ? 'eval-code-quality' : evaluator
  const metadata: object = JSON.parse(tree[path] ?? '{}')
  return { ...tree, [path]: JSON.stringify({ ...metadata, evaluators: [asked] }, null, 2) }
}

type Measured = { readonly test: Case; readonly result: CaseResult }

async function measureAll(): Promise<void> {
  const measured = await inParallel(cases, async (test): Promise<Measured> => {
    const result = await runCase(
      options.focus && test.kind === 'failure' ? focused(test.app.tree, test.each) : test.app.tree,
      test.each,
      Number(options.timeout),
      options.base === undefined ? undefined : resolve(options.base, 'bin/loopwright.mjs'),
    )
    const failed = result.passes.filter(hasFailed).map(({ name }) => name)
    log(
      `${test.app.name} ${test.each.id}: ${result.verdict}, ${result.seconds.toFixed(1)} s${failed.length === 0 ? '' : `, fails ${failed.join(', ')}`}${result.error === undefined ? '' : `\n  ${result.error}`}`,
    )
    return { test, result }
  })
  if (options.out !== undefined)
    writeFileSync(
      options.out,
      JSON.stringify(
        measured.map(({ test: { kind, app, each }, result }) => ({
          app: app.name,
          kind,
          ...each,
          edits: undefined,
          before: undefined,
          ...result,
        })),
        null,
        1,
      ),
    )
  for (const { test, result } of measured) if (test.kind === 'clean') printClean(test.app, result)
  printFailures(measured)
  printVariants(measured)
}

function printClean(app: App, { verdict, seconds, passes, error }: CaseResult): void {
  print(
    `${app.name}, clean: ${verdict}, ${seconds.toFixed(1)} s${error === undefined ? '' : `: ${error}`}`,
  )
  for (const each of passes)
    print(
      `  ${each.verdict.padEnd(12)} ${each.name}${hasFailed(each) ? `: ${each.reasons.join('; ')}` : ''}`,
    )
}

function nameOf({ evaluator, pass }: Failure): string {
  return `${evaluator} ${pass}`
}

/** What is wrong, without the lines where. */
function messagesOf({ reasons }: PassResult): readonly string[] {
  return reasons.flatMap((why) => why.replaceAll(/(?<=:)\d+/g, '').split('; '))
}

/** Failed for the case by something that the clean application does not fail by. */
function newlyFailed(measured: readonly Measured[], { test, result }: Measured): readonly string[] {
  const whole = measured.find(({ test: { kind, app } }) => kind === 'clean' && app === test.app)
  const known = new Map(whole?.result.passes.filter(hasFailed).map((each) => [each.name, each]))
  return result.passes
    .filter((each) => {
      const earlier = known.get(each.name)
      const said = earlier === undefined ? [] : messagesOf(earlier)
      return (
        hasFailed(each) &&
        (earlier === undefined || messagesOf(each).some((why) => !said.includes(why)))
      )
    })
    .map(({ name }) => name)
}

function printFailures(measured: readonly Measured[]): void {
  const rows = measured.flatMap((each) =>
    each.test.kind === 'failure'
      ? [
          {
            id: `${each.test.app.name}:${each.test.each.id}`,
            pass: nameOf(each.test.each),
            failed: newlyFailed(measured, each),
            isNoticed: newlyFailed(measured, each).includes(nameOf(each.test.each)),
          },
        ]
      : [],
  )
  const noticed = rows.filter(({ isNoticed }) => isNoticed)
  print(`\nnoticed by the right pass: ${noticed.length} of ${rows.length}`)
  print(`noticed by any pass: ${rows.filter(({ failed }) => failed.length > 0).length}`)
  for (const [pass, group] of Object.entries(Object.groupBy(rows, (row) => row.pass))) {
    const missed = (group ?? []).filter(({ isNoticed }) => !isNoticed).map(({ id }) => id)
    const count = (group ?? []).length
    print(
      `  ${pass.padEnd(26)} ${count - missed.length} of ${count}${missed.length === 0 ? '' : `  missed: ${missed.join(', ')}`}`,
    )
  }
}

function printVariants(measured: readonly Measured[]): void {
  const rows = measured.filter(({ test: { kind } }) => kind === 'variant')
  const alarms = rows.filter(
    (each) => newlyFailed(measured, each).length > 0 || each.result.error !== undefined,
  )
  print(`\nfalse alarms: ${alarms.length} of ${rows.length} harmless variants`)
  for (const each of alarms) {
    const failed = newlyFailed(measured, each)
    const reasons = each.result.passes
      .filter(({ name }) => failed.includes(name))
      .map(({ name, reasons: said }) => `${name}: ${said.join('; ').slice(0, 200)}`)
    print(
      `  ${each.test.app.name}:${each.test.each.id}  ${reasons.join(' | ') || each.result.error}`,
    )
  }
}
