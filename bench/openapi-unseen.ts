import { readdirSync, readFileSync } from 'node:fs'
import { behaviour } from './openapi-unseen/defects-behaviour.ts'
import { operation } from './openapi-unseen/defects-operation.ts'
import { second } from './openapi-unseen/defects-second.ts'
import { data, structure } from './openapi-unseen/defects-structure.ts'
import { benign } from './openapi-unseen/benign.ts'
import type { Result } from './openapi-unseen/measure.ts'
import { bases, judge, measure } from './openapi-unseen/measure.ts'

const batches = { first: [...structure, ...data, ...behaviour, ...operation], second }

const folder = new URL('./openapi-unseen/clean/', import.meta.url)
const results = new Map<string, readonly Result[]>()
for (const [name, defects] of Object.entries(batches)) results.set(name, await measure(defects))
const alarms = [...(await alarmsOfVariants()), ...(await alarmsOfOthers())]
const report = {
  batches: [...results].map(([name, found]) => ({
    name,
    ...figures(found),
    missed: missed(found),
  })),
  clean: {
    documents: alarms.length,
    with_false_alarms: alarms.filter(({ seen }) => seen.length > 0),
  },
}

if (process.argv.includes('--json')) console.log(JSON.stringify(report, null, 2))
else print()

async function alarmsOfVariants() {
  const untouched = { name: 'as it is', change: () => {} }
  return Promise.all(
    bases.flatMap((base) =>
      [untouched, ...benign].map(async ({ name, change }) => {
        const spec = base.read()
        change(spec)
        return { name: `${base.name}: ${name}`, seen: await said(base.write(spec)) }
      }),
    ),
  )
}

async function alarmsOfOthers() {
  const names = readdirSync(folder).toSorted()
  return Promise.all(
    names.map(async (name) => ({
      name,
      seen: await said(readFileSync(new URL(name, folder), 'utf8')),
    })),
  )
}

async function said(text: string): Promise<readonly string[]> {
  const found = await judge(text)
  return found.map(
    ({ rule, finding }) => `${rule} ${finding.place.pointer ?? '?'} ${finding.message}`,
  )
}

function figures(found: readonly Result[]) {
  const rules = [...new Set(found.map(({ rule }) => rule))].toSorted()
  return {
    classes: new Set(found.map(({ defect }) => defect)).size,
    ...share(found),
    by_rule: Object.fromEntries(
      rules.map((rule) => [rule, share(found.filter((one) => one.rule === rule))]),
    ),
  }
}

function share(found: readonly Result[]) {
  const placed = found.filter(({ hit }) => hit === 'place').length
  const any = found.filter(({ hit }) => hit !== 'missed').length
  return { mutants: found.length, placed, any, interval: wilson(placed, found.length) }
}

function missed(found: readonly Result[]) {
  return found
    .filter(({ hit }) => hit !== 'place')
    .map(({ base, defect, rule, expected, seen }) => ({ base, defect, rule, expected, seen }))
}

/** The 95 % interval of a share. */
function wilson(hits: number, all: number): readonly [number, number] {
  if (all === 0) return [0, 1]
  const z = 1.96
  const p = hits / all
  const middle = (p + z ** 2 / (2 * all)) / (1 + z ** 2 / all)
  const half = (z / (1 + z ** 2 / all)) * Math.sqrt((p * (1 - p)) / all + z ** 2 / (4 * all ** 2))
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}

function print(): void {
  const percent = (hits: number, all: number) => `${((100 * hits) / Math.max(1, all)).toFixed(1)} %`
  for (const batch of report.batches) {
    const [low, high] = batch.interval
    console.log(`${batch.name} batch: ${batch.classes} classes, ${batch.mutants} mutants`)
    console.log(
      `  right rule and place ${percent(batch.placed, batch.mutants)} (95 %: ${percent(low, 1)} to ${percent(high, 1)}), any finding ${percent(batch.any, batch.mutants)}`,
    )
    for (const [rule, one] of Object.entries(batch.by_rule))
      console.log(`  ${rule.padEnd(13)} ${one.placed} of ${one.mutants}`)
    for (const one of batch.missed) {
      console.log(`  missed in ${one.base}: ${one.rule}: ${one.defect} at ${one.expected[0] ?? ''}`)
      if (process.argv.includes('--verbose'))
        for (const line of one.seen.slice(0, 6)) console.log(`      saw ${line}`)
    }
  }
  const bad = report.clean.with_false_alarms
  const [low, high] = wilson(bad.length, report.clean.documents)
  console.log(
    `false alarms in ${bad.length} of ${report.clean.documents} clean documents (95 %: ${percent(low, 1)} to ${percent(high, 1)})`,
  )
  for (const one of bad) console.log([`  ${one.name}`, ...one.seen.slice(0, 8)].join('\n      '))
}
