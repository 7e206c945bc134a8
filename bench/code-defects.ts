import { openSandbox } from '../src/adapters/sandbox-bwrap/open-sandbox.ts'
import { checks } from '../src/checks/code/catalog.ts'
import type { Tools } from '../src/checks/check.ts'
import type { Finding } from '../src/model/finding.ts'
import { cleanCode, type CleanCode } from './code-defects-artifacts.ts'
import { benign, defects, type Change, type Defect } from './code-defects-mutants.ts'
import { lastCode, lastDefects } from './code-defects-last.ts'
import { otherBenign, otherCode, otherDefects } from './code-defects-other.ts'

const allCode = [...cleanCode, ...otherCode, ...lastCode]
const allBenign = [...benign, ...otherBenign]

type Found = { readonly rule: string; readonly finding: Finding }
type Share = {
  readonly hits: number
  readonly of: number
  readonly low: number
  readonly high: number
}

export type CodeBench = {
  readonly tuned: { readonly right: Share; readonly placed: Share; readonly any: Share }
  readonly heldOut: { readonly right: Share; readonly placed: Share; readonly any: Share }
  readonly falseAlarms: {
    readonly clean: readonly string[]
    readonly benign: readonly string[]
    readonly of: number
  }
  readonly other: { readonly right: Share; readonly placed: Share; readonly any: Share }
  readonly last: { readonly right: Share; readonly placed: Share; readonly any: Share }
  readonly missed: readonly string[]
  readonly msPerArtifact: number
}

/** Plants known mistakes in clean code and counts which the built-in checks notice, by rule and line. */
export async function measureCodeChecks(): Promise<CodeBench> {
  const tools: Tools = {
    sandbox: await openSandbox({ kind: 'auto' }),
    signal: new AbortController().signal,
  }
  const begun = performance.now()
  const alarms = async (name: string, clean: CleanCode, artifact: string) =>
    (await findAll(clean, artifact, tools)).map(
      ({ rule, finding }) => `${name}: ${rule} line ${finding.place.line}: ${finding.message}`,
    )
  const cleanAlarms = (
    await Promise.all(allCode.map((clean) => alarms(clean.name, clean, clean.artifact)))
  ).flat()
  const benignAlarms: string[] = []
  for (const change of allBenign)
    benignAlarms.push(...(await alarms(change.id, baseOf(change), applied(change))))

  const judged: {
    readonly defect: Defect
    readonly right: boolean
    readonly placed: boolean
    readonly any: boolean
  }[] = []
  for (const defect of [...defects, ...otherDefects, ...lastDefects]) {
    const artifact = applied(defect)
    const found = await findAll(baseOf(defect), artifact, tools)
    const line = lineOf(artifact, defect)
    const right = found.filter(({ rule }) => rule === defect.rule)
    const placed = right.some(({ finding }) => Math.abs((finding.place.line ?? 0) - line) <= 3)
    judged.push({ defect, right: right.length > 0, placed, any: found.length > 0 })
  }
  const first = judged.slice(0, defects.length)
  const heldOut = first.filter((_, index) => index % 3 === 2)
  const tuned = first.filter((_, index) => index % 3 !== 2)
  const artifacts = allCode.length + allBenign.length + judged.length
  return {
    tuned: sharesOf(tuned),
    heldOut: sharesOf(heldOut),
    other: sharesOf(judged.slice(defects.length, -lastDefects.length)),
    last: sharesOf(judged.slice(-lastDefects.length)),
    falseAlarms: {
      clean: cleanAlarms,
      benign: benignAlarms,
      of: allCode.length + allBenign.length,
    },
    missed: judged
      .filter(({ placed }) => !placed)
      .map(
        ({ defect, right, any }) =>
          `${defect.rule} ${defect.id}${right ? ' (other line)' : any ? ' (other rule)' : ''}`,
      ),
    msPerArtifact: Math.round((performance.now() - begun) / artifacts),
  }
}

async function findAll(
  clean: CleanCode,
  artifact: string,
  tools: Tools,
): Promise<readonly Found[]> {
  const project = { list: async () => [], read: async () => null }
  const outcomes = await Promise.all(
    checks.map(async (check) => ({
      rule: check.id,
      outcome: await check.run({ artifact, task: clean.task, project }, tools),
    })),
  )
  return outcomes.flatMap(({ rule, outcome }) => {
    if (outcome.verdict === 'error')
      return [{ rule, finding: { message: `error: ${outcome.details}`, place: {} } }]
    return outcome.verdict === 'fail' ? outcome.findings.map((finding) => ({ rule, finding })) : []
  })
}

function baseOf(change: Change): CleanCode {
  const base = allCode.find(({ name }) => name === change.base)
  if (base === undefined) throw new Error(`no clean artifact ${change.base}`)
  return base
}

function applied(change: Change): string {
  const { artifact } = baseOf(change)
  if (!artifact.includes(change.find)) throw new Error(`${change.id} does not fit ${change.base}`)
  return artifact.replace(change.find, () => change.replace)
}

function lineOf(artifact: string, change: Change): number {
  const { artifact: clean } = baseOf(change)
  const offset = change.at === undefined ? clean.indexOf(change.find) : artifact.indexOf(change.at)
  return artifact.slice(0, Math.max(0, offset)).split('\n').length
}

function sharesOf(
  judged: readonly { readonly right: boolean; readonly placed: boolean; readonly any: boolean }[],
) {
  const share = (key: 'right' | 'placed' | 'any') =>
    wilson(judged.filter((one) => one[key]).length, judged.length)
  return { right: share('right'), placed: share('placed'), any: share('any') }
}

/** A share with its 95 % Wilson interval. */
function wilson(hits: number, of: number): Share {
  const z = 1.96
  const p = of === 0 ? 0 : hits / of
  const centre = (p + (z * z) / (2 * of)) / (1 + (z * z) / of)
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of))
  return { hits, of, low: centre - half, high: centre + half }
}

const show = ({ hits, of, low, high }: Share): string =>
  `${hits}/${of} (${(100 * low).toFixed(0)}-${(100 * high).toFixed(0)} %)`

if (import.meta.main) {
  const bench = await measureCodeChecks()
  if (process.argv.includes('--json')) console.log(JSON.stringify(bench, null, 2))
  else {
    for (const [name, { right, placed, any }] of [
      ['tuned on', bench.tuned],
      ['held out', bench.heldOut],
      ['other code', bench.other],
      ['written last', bench.last],
    ] as const)
      console.log(
        `${name}: right rule ${show(right)}, at its line ${show(placed)}, any rule ${show(any)}`,
      )
    console.log(
      `false alarms: ${bench.falseAlarms.clean.length} on clean, ${bench.falseAlarms.benign.length} on benign, of ${bench.falseAlarms.of} artifacts`,
    )
    for (const alarm of [...bench.falseAlarms.clean, ...bench.falseAlarms.benign])
      console.log(`  ${alarm}`)
    console.log(`missed or elsewhere: ${bench.missed.join(', ') || 'none'}`)
    console.log(`${bench.msPerArtifact} ms per artifact for all eight checks`)
  }
}
