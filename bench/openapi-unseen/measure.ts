import { readFileSync } from 'node:fs'
import { isMap, isPair, isScalar, isSeq, LineCounter, parse, parseDocument, stringify } from 'yaml'
import { checks } from '../../src/checks/openapi/catalog.ts'
import type { Finding } from '../../src/model/finding.ts'
import type { Pick, Steps, Tree } from './document.ts'
import { tree } from './document.ts'

/** Plants a defect and answers where it may be reported; null where the base has no place for it. */
export type Defect = {
  readonly name: string
  readonly rules: readonly string[]
  readonly plant: (spec: Tree, pick: Pick) => readonly Steps[] | null
}

export type Base = { readonly name: string; read(): Tree; write(spec: Tree): string }

type Hit = 'place' | 'any' | 'missed'
export type Result = {
  readonly base: string
  readonly defect: string
  readonly rule: string
  readonly hit: Hit
  readonly expected: readonly string[]
  readonly seen: readonly string[]
}

const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const fenced = /^```yaml\n([\s\S]*?)^```$/m

/** The two descriptions that defects are planted in: YAML inside Markdown, and JSON. */
export const bases: readonly Base[] = [
  {
    name: 'fleet.md',
    read: () => tree(parse(fenced.exec(file('fleet.md'))![1]!)),
    write: (spec) =>
      file('fleet.md').replace(
        fenced,
        () =>
          `\`\`\`yaml\n${stringify(spec, { aliasDuplicateObjects: false, lineWidth: 0 })}\`\`\``,
      ),
  },
  {
    name: 'tickets.json',
    read: () => tree(JSON.parse(file('tickets.json'))),
    write: (spec) => `${JSON.stringify(spec, null, 2)}\n`,
  },
]

/** What all checks say about a text, each finding with the short name of its rule. */
export async function judge(text: string): Promise<readonly { rule: string; finding: Finding }[]> {
  const subject = {
    artifact: text,
    task: { prompt: '', ideal_result: '' },
    project: { list: async () => [], read: async () => null },
  }
  const signal = new AbortController().signal
  const sandbox = { run: async () => Promise.reject(new Error('no check needs a sandbox')) }
  const outcomes = await Promise.all(
    checks.map(async (check) => ({
      rule: check.id.replace('openapi/', ''),
      outcome: await check.run(subject, { sandbox: sandbox as never, signal }),
    })),
  )
  return outcomes.flatMap(({ rule, outcome }) =>
    outcome.verdict === 'error'
      ? [{ rule, finding: { message: `broke: ${outcome.details}`, place: {} } }]
      : outcome.findings.map((finding) => ({ rule, finding })),
  )
}

export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0
    return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32
  }
}

const seeds = 2

/** Plants every defect in every base, for a few seeds, and tells what is seen. */
export async function measure(defects: readonly Defect[]): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const base of bases)
    for (const [index, defect] of defects.entries()) {
      const texts = new Set<string>()
      for (let seed = 0; seed < seeds; seed++) {
        const random = randomFrom((index + 1) * 7919 + seed * 104_729)
        const spec = base.read()
        const places = defect.plant(
          spec,
          (options) => options[Math.floor(random() * options.length)]!,
        )
        if (places === null) continue
        const text = base.write(spec)
        if (texts.has(text)) continue
        texts.add(text)
        results.push(await resultOf(base.name, defect, text, places))
      }
    }
  return results
}

async function resultOf(
  base: string,
  defect: Defect,
  text: string,
  places: readonly Steps[],
): Promise<Result> {
  const seen = await judge(text)
  const right = seen.filter(({ rule }) => defect.rules.includes(rule))
  const hit = right.some(({ finding }) => isAt(finding, places, text))
    ? 'place'
    : seen.length > 0
      ? 'any'
      : 'missed'
  return {
    base,
    defect: defect.name,
    rule: defect.rules[0]!,
    hit,
    expected: places.map(pointerOf),
    seen: seen.map(
      ({ rule, finding }) =>
        `${rule} ${finding.place.pointer ?? '?'}:${finding.place.line ?? '?'} ${finding.message}`,
    ),
  }
}

export const pointerOf = (steps: Steps): string =>
  steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

function isAt(finding: Finding, places: readonly Steps[], text: string): boolean {
  const { pointer, line } = finding.place
  if (pointer === undefined || line === undefined) return false
  const found = stepsOf(pointer)
  const near = places.some((place) => {
    const [short, long] = place.length < found.length ? [place, found] : [found, place]
    return (
      long.length - short.length <= 1 &&
      short.every((step, index) => String(step) === String(long[index]))
    )
  })
  return near && linesOf(text, found).some((known) => Math.abs(known - line) <= 1)
}

/** The lines where the key and the value of a place begin. */
function linesOf(text: string, steps: readonly string[]): readonly number[] {
  const block = fenced.exec(text)
  const lines = new LineCounter()
  const skipped = block ? text.slice(0, block.index).split('\n').length : 0
  let node: unknown = parseDocument(block ? block[1]! : text, {
    lineCounter: lines,
    uniqueKeys: false,
  }).contents
  let offsets: number[] = [0]
  for (const step of steps) {
    if (isMap(node)) {
      const pair = node.items.find(
        (one) => isPair(one) && isScalar(one.key) && String(one.key.value) === step,
      )
      if (pair === undefined) return []
      offsets = [start(pair.key), start(pair.value)]
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(step)]
      offsets = [start(node)]
    } else return []
  }
  return offsets.map((offset) => lines.linePos(offset).line + skipped)
}

function start(node: unknown): number {
  const range: unknown =
    typeof node === 'object' && node !== null && 'range' in node ? node.range : null
  return Array.isArray(range) ? Number(range[0]) : 0
}
