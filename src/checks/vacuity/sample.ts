import { alternativesOf, findMatches, parsePattern } from '../content/pattern.ts'

const tries = 12

/** Texts that a search finds, for planting. Empty where none could be made. */
export async function samplesOf(search: string): Promise<readonly string[]> {
  const pattern = parsePattern(search)
  if (pattern.type === 'literal') return [search, ...alternativesOf(search)]
  const candidates = await regexSamples(pattern.source, pattern.flags)
  return candidates.filter((text) => {
    const result = findMatches(pattern, text)
    return result.ok && result.value.count > 0
  })
}

/** Texts made from a pattern, the same ones every time. They may miss what the pattern demands around them. */
export async function regexSamples(source: string, flags: string): Promise<readonly string[]> {
  const RandExp: unknown = (await import('randexp')).default
  if (!isSampler(RandExp)) return commonTexts
  const samples = new Set<string>()
  for (const simpler of simplerForms(source)) {
    if (longestSample(simpler) > 100_000) continue
    try {
      const maker = new RandExp(simpler, flags.replace(/[^ims]/g, ''))
      let seed = 7
      maker.max = 3
      maker.defaultRange.subtract(0, 31)
      maker.randInt = (from, to) => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
        return from + (Math.floor(seed / 65_536) % (to - from + 1))
      }
      for (let round = 0; round < tries; round++) samples.add(maker.gen())
    } catch {
      // a form the sampler cannot read; another one may do
    }
  }
  return [...samples, ...commonTexts]
}

type Sampler = {
  max: number
  defaultRange: { subtract(from: number, to: number): unknown }
  randInt: (from: number, to: number) => number
  gen(): string
}

// the library's types promise another shape of module than it has
const isSampler = (value: unknown): value is new (source: string, flags: string) => Sampler =>
  typeof value === 'function'

const commonTexts = ['TODO', 'Abc 123 xyz', 'a', '1', ' ', '\n\n', 'é', 'AKIAIOSFODNN7EXAMPLE']

function simplerForms(source: string): readonly string[] {
  const unnamed = source.replace(/\(\?<[A-Za-z_$][\w$]*>/g, '(')
  const letters = unnamed
    .replace(/\\p\{(?:L|Letter|Ll|Alphabetic)\}/g, 'a')
    .replace(/\\p\{(?:Lu|Uppercase)\}/g, 'A')
    .replace(/\\p\{(?:N|Nd|Number)\}/g, '1')
    .replace(/\\[pP]\{[^}]*\}/g, 'é')
  const unguarded = letters.replace(/\(\?<?[=!][^()]*\)/g, '')
  return [...new Set([unnamed, letters, unguarded])]
}

/** A bound on what the written repetitions can add up to. */
function longestSample(source: string): number {
  const counts = [...source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)]
  return counts.reduce((product, [, from, to]) => {
    const most = to === undefined || to === '' ? Number(from) + 3 : Number(to)
    return product * Math.max(1, most)
  }, source.length)
}
