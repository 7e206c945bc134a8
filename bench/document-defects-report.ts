import type { BuiltInCheck, Tools } from '../src/checks/check.ts'
import { applyAll, applyFixes } from '../src/checks/apply-fixes.ts'
import type { Project } from '../src/ports/project.ts'

export type Base = {
  readonly name: string
  readonly artifact: string
  readonly task: { readonly prompt: string; readonly ideal_result: string }
  readonly files: Readonly<Record<string, string>>
}

/** A planted defect: the changed text and the line where it stands (null: something is missing, any line). */
type Planted = { readonly artifact: string; readonly line: number | null }
export type Defect = {
  readonly name: string
  readonly rule: string
  readonly heldOut?: boolean
  /** Null where the base offers no place for the defect. */
  readonly plant: (base: Base, random: () => number) => Planted | null
}
export type Benign = { readonly name: string; readonly change: (base: Base) => string | null }

type Recall = { readonly right: number; readonly any: number; readonly total: number }
export type Report = {
  readonly tuned: Recall
  readonly heldOut: Recall
  readonly classes: readonly {
    readonly name: string
    readonly rule: string
    readonly heldOut: boolean
    readonly right: number
    readonly any: number
    readonly total: number
    readonly missed: readonly string[]
  }[]
  readonly cleanAlarms: readonly string[]
  readonly cleanTotal: number
  readonly benignAlarms: readonly string[]
  readonly benignTotal: number
  /** Planted artifacts whose right rule offered a fix; those it improved; those where another rule got worse. */
  readonly fixes: {
    readonly offered: number
    readonly helped: number
    readonly harmed: readonly string[]
  }
}

export type Bench = {
  readonly checks: readonly BuiltInCheck[]
  readonly bases: readonly Base[]
  readonly defects: readonly Defect[]
  readonly benign: readonly Benign[]
  readonly seeds: number
}

export const projectOf = (files: Readonly<Record<string, string>>): Project => ({
  list: async () => Object.keys(files).toSorted(),
  read: async (path) => (Object.hasOwn(files, path) ? (files[path] ?? null) : null),
})

const refused = {
  ok: false,
  error: { type: 'no-sandbox', reason: 'not used here', remedy: '' },
} as const
export const tools: Tools = {
  sandbox: { kind: 'refused', run: async () => refused },
  signal: new AbortController().signal,
}

/** Runs every check on every planted artifact and counts what was seen, where. */
export async function measure({ checks, bases, defects, benign, seeds }: Bench): Promise<Report> {
  const judge = async (base: Base, artifact: string) =>
    (
      await Promise.all(
        checks.map(async (check) => ({
          id: check.id,
          outcome: await check.run(
            { artifact, task: base.task, project: projectOf(base.files) },
            tools,
          ),
        })),
      )
    ).filter(({ outcome }) => outcome.verdict === 'fail' || outcome.verdict === 'error')
  const alarms = (name: string, failing: Awaited<ReturnType<typeof judge>>) =>
    failing.map(
      ({ id, outcome }) =>
        `${name}: ${id} line ${outcome.findings[0]?.place.line}: ${outcome.details}`,
    )

  const cleanAlarms: string[] = []
  for (const base of bases) cleanAlarms.push(...alarms(base.name, await judge(base, base.artifact)))
  const benignAlarms: string[] = []
  let benignTotal = 0
  for (const { name, change } of benign)
    for (const base of bases) {
      const artifact = change(base)
      if (artifact === null) continue
      if (artifact === base.artifact) throw new Error(`${name} changes nothing in ${base.name}`)
      benignTotal += 1
      benignAlarms.push(...alarms(`${name} in ${base.name}`, await judge(base, artifact)))
    }

  const classes: Report['classes'][number][] = []
  const harmed: string[] = []
  let offered = 0
  let helped = 0
  const tryFixes = async (name: string, base: Base, artifact: string) => {
    const before = await judge(base, artifact)
    for (const { id, outcome } of before) {
      const repaired = applyAll(
        artifact,
        outcome.findings.flatMap(({ fix }) => (fix ? [fix] : [])),
      )
      if (repaired === artifact) continue
      offered += 1
      const after = await judge(base, repaired)
      const countIn = (failing: typeof before, rule: string) =>
        failing.find((one) => one.id === rule)?.outcome.findings.length ?? 0
      if (countIn(after, id) < countIn(before, id)) helped += 1
      else
        harmed.push(
          `${name} in ${base.name}: the fix of ${id} leaves it as bad: ${after.find((one) => one.id === id)?.outcome.details}`,
        )
      for (const one of after)
        if (one.id !== id && countIn(after, one.id) > countIn(before, one.id))
          harmed.push(
            `${name} in ${base.name}: the fix of ${id} hurts ${one.id}: ${one.outcome.details}`,
          )
    }
  }
  for (const [index, defect] of defects.entries()) {
    const seen = new Set<string>()
    const missed: string[] = []
    let right = 0
    let any = 0
    for (const base of bases)
      for (let seed = 0; seed < seeds; seed += 1) {
        const planted = defect.plant(base, mulberry32(index * 1_000 + seed))
        if (planted === null || seen.has(planted.artifact)) continue
        if (planted.artifact === base.artifact)
          throw new Error(`${defect.name} changes nothing in ${base.name}`)
        seen.add(planted.artifact)
        const failing = await judge(base, planted.artifact)
        if (failing.length > 0) any += 1
        const findings = failing.find(({ id }) => id === defect.rule)?.outcome.findings ?? []
        const hit = findings.some(
          ({ place }) =>
            planted.line === null ||
            (place.line !== undefined && Math.abs(place.line - planted.line) <= 1),
        )
        await tryFixes(defect.name, base, planted.artifact)
        if (hit) right += 1
        else
          missed.push(
            `${base.name} line ${planted.line}: ${failing.map(({ id, outcome }) => `${id}@${outcome.findings.map(({ place }) => place.line).join(',')}`).join(' ') || 'nothing'}`,
          )
      }
    if (seen.size === 0) throw new Error(`${defect.name} fits no base`)
    classes.push({
      name: defect.name,
      rule: defect.rule,
      heldOut: defect.heldOut === true,
      right,
      any,
      total: seen.size,
      missed,
    })
  }
  const sum = (heldOut: boolean): Recall => {
    const own = classes.filter((one) => one.heldOut === heldOut)
    return {
      right: own.reduce((total, one) => total + one.right, 0),
      any: own.reduce((total, one) => total + one.any, 0),
      total: own.reduce((total, one) => total + one.total, 0),
    }
  }
  return {
    tuned: sum(false),
    heldOut: sum(true),
    classes,
    cleanAlarms,
    cleanTotal: bases.length * checks.length,
    benignAlarms,
    benignTotal: benignTotal * checks.length,
    fixes: { offered, helped, harmed },
  }
}

function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The 95 % Wilson interval of a share. */
export function wilson(hits: number, total: number): readonly [number, number] {
  if (total === 0) return [0, 1]
  const z = 1.96
  const share = hits / total
  const middle = (share + (z * z) / (2 * total)) / (1 + (z * z) / total)
  const half =
    (z * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total))) /
    (1 + (z * z) / total)
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}

export function print(title: string, report: Report): void {
  const share = (hits: number, total: number) => {
    const [low, high] = wilson(hits, total)
    return `${hits}/${total} = ${((100 * hits) / Math.max(1, total)).toFixed(1)} % [${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}]`
  }
  console.log(`${title}: ${report.classes.length} classes\n`)
  console.log('| set | right rule, right line | any finding |')
  console.log('| --- | --- | --- |')
  console.log(
    `| tuned classes | ${share(report.tuned.right, report.tuned.total)} | ${share(report.tuned.any, report.tuned.total)} |`,
  )
  console.log(
    `| held-out classes | ${share(report.heldOut.right, report.heldOut.total)} | ${share(report.heldOut.any, report.heldOut.total)} |`,
  )
  console.log(
    `| false alarms, clean bases | ${share(report.cleanAlarms.length, report.cleanTotal)} | |`,
  )
  console.log(
    `| false alarms, benign variants | ${share(report.benignAlarms.length, report.benignTotal)} | |\n`,
  )
  console.log(
    `fixes: ${report.fixes.offered} offered, ${report.fixes.helped} helped, ${report.fixes.harmed.length} hurt\n`,
  )
  for (const harm of report.fixes.harmed) console.log(`hurt: ${harm}`)
  for (const alarm of [...report.cleanAlarms, ...report.benignAlarms])
    console.log(`false alarm: ${alarm}`)
  for (const one of report.classes)
    if (one.missed.length > 0)
      console.log(
        `missed: ${one.name} (${one.rule}${one.heldOut ? ', held out' : ''}): ${one.missed.join('; ')}`,
      )
}

// the small tools mutators are made of

export const lineOf = (text: string, offset: number): number =>
  text.slice(0, offset).split('\n').length

/** Replaces one occurrence, chosen by chance, of a pattern. */
export function replaceOne(
  pattern: RegExp,
  replacement: string | ((match: RegExpExecArray) => string),
  lineShift = 0,
) {
  return ({ artifact }: Base, random: () => number): Planted | null => {
    const matches = [
      ...artifact.matchAll(
        new RegExp(pattern, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`),
      ),
    ]
    const match = matches[Math.floor(random() * matches.length)]
    if (!match) return null
    const text = typeof replacement === 'string' ? replacement : replacement(match)
    const changed =
      artifact.slice(0, match.index) + text + artifact.slice(match.index + match[0].length)
    return changed === artifact
      ? null
      : { artifact: changed, line: lineOf(artifact, match.index) + lineShift }
  }
}

type Weighed = {
  readonly check: BuiltInCheck
  readonly severity: 'fail' | 'warn'
  readonly level: 'A' | 'B'
}
type Rounds = {
  readonly artifact: string
  readonly first: number
  readonly passed: boolean
  readonly rounds: number
  readonly failing: readonly string[]
}

/** Refines a draft as the reflex loop does with fixers alone: five rules a round, A first, then B. */
export async function refine(
  rules: readonly Weighed[],
  thresholds: { readonly A: number; readonly B: number },
  base: Base,
): Promise<Rounds> {
  let artifact = base.artifact
  let level: 'A' | 'B' = 'A'
  let first: number | null = null
  const outcomeOf = (check: BuiltInCheck, text: string) =>
    check.run({ artifact: text, task: base.task, project: projectOf(base.files) }, tools)
  for (let rounds = 0; ;) {
    const active = rules.filter((rule) => rule.level === 'A' || level === 'B')
    const judged = await Promise.all(
      active.map(async (rule) => ({ ...rule, outcome: await outcomeOf(rule.check, artifact) })),
    )
    const counted = judged.filter(({ outcome }) => outcome.verdict !== 'na')
    const weight = (some: readonly Weighed[]) =>
      some.reduce((sum, { severity }) => sum + (severity === 'fail' ? 2 : 1), 0)
    const good = counted.filter(({ outcome }) => outcome.verdict === 'pass')
    const bad = counted.filter(({ outcome }) => outcome.verdict !== 'pass')
    const score = weight(good) / Math.max(1, weight(counted))
    first ??= bad.some(({ severity }) => severity === 'fail')
      ? Math.min(score, thresholds.A - 0.01)
      : score
    const passed = score >= thresholds[level] && !bad.some(({ severity }) => severity === 'fail')
    if (passed && level === 'A') {
      level = 'B'
      continue
    }
    const failing = bad.map(({ check, outcome }) => `${check.id}: ${outcome.details}`)
    if (passed || rounds === 3) return { artifact, first, passed, rounds, failing }
    for (const { check } of bad
      .toSorted((a, b) => Number(a.severity === 'warn') - Number(b.severity === 'warn'))
      .slice(0, 5))
      artifact = await applyFixes(artifact, async (text) => [
        {
          check: { rule_id: check.id, type: 'executable', command: check.id, expected: 'pass' },
          outcome: await outcomeOf(check, text),
          vacuous: false,
          cached: false,
          ms: 0,
        },
      ])
    rounds += 1
  }
}
