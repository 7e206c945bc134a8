import type { Brief } from '../../inputs/brief.ts'
import type { SectionName } from '../../inputs/copy.ts'
import type { Part } from './parts.ts'
import { slugOf } from './markup.ts'

/** Other words that people have for a section. */
const meanings: Readonly<Record<SectionName, RegExp>> = {
  hero: /^(?:hero|intro|introduction|opening|top|header|banner)$/,
  problem: /problem|pain|worry|challenge|why/,
  solution: /solution|how-it-works|approach|method|answer/,
  features: /feature|benefit|promise|service|offer|strength/,
  social_proof: /proof|testimonial|review|voices|customers|quotes|trust/,
  pricing: /pric|plan|cost|tariff|fee/,
  cta: /call-to-action|cta|book|sign-?up|contact|start|order|demo|join|reserve|get-in-touch/,
  footer: /footer|imprint|legal/,
}

/** The section that a name of the brief means; null where the copy has none for it. */
export function meantBy(name: string, parts: readonly Part[]): Part | null {
  const slug = slugOf(name)
  return (
    parts.find((part) => slugOf(part.name) === slug) ??
    parts.find((part) => meanings[part.name].test(slug)) ??
    null
  )
}

export type Anchors = {
  readonly ids: ReadonlyMap<SectionName, string>
  /** Names by which the brief asks for a section, where its id does not say them. */
  readonly aliases: ReadonlyMap<SectionName, string>
}

/** Ids as the brief names them: `#book` must be somewhere, and is where one can book. */
export function anchorsOf(brief: Brief, parts: readonly Part[]): Anchors {
  const ids = new Map<SectionName, string>(
    parts.map(({ name }) => [name, name === 'social_proof' ? 'proof' : name]),
  )
  const taken = new Set<string>()
  for (const { target } of brief.callsToAction) {
    const id = /^#([A-Za-z][\w-]*)$/.exec(target.trim())?.[1]
    if (id === undefined || taken.has(id)) continue
    const part = meantBy(id, parts) ?? parts.find(({ type }) => type === 'cta')
    if (part === undefined || taken.has(ids.get(part.name) ?? '')) continue
    ids.set(part.name, id)
    taken.add(id)
  }
  const aliases = new Map<SectionName, string>()
  const used = new Set(ids.values())
  for (const { section } of brief.requirements) {
    const slug = slugOf(section)
    const part = meantBy(section, parts)
    if (part === null || used.has(slug) || aliases.has(part.name) || slug === '') continue
    aliases.set(part.name, slug)
    used.add(slug)
  }
  return { ids, aliases }
}

const outside = /^(?:mailto:|tel:|https?:\/\/)[^\s"'<>]+$/i

type Ways = {
  readonly parts: readonly Part[]
  readonly anchors: Anchors
  /** A second call that means nothing in particular leads on, not to where the first one leads. */
  readonly second?: boolean
}

/** Where a call leads: an address of the brief, else the section it means, else where one can act. */
export function targetOf(
  label: string,
  brief: Brief,
  { parts, anchors, second = false }: Ways,
): string {
  const same = (one: string) => one.trim().toLowerCase() === label.trim().toLowerCase()
  const written = brief.callsToAction.find((call) => same(call.label))?.target.trim() ?? ''
  if (outside.test(written)) return written
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(written)) return `mailto:${written}`
  const ids = [...anchors.ids.values()]
  if (written.startsWith('#') && ids.includes(written.slice(1))) return written
  const meant = meantBy(label, parts)
  const end = parts.find(({ type }) => type === 'cta') ?? meant ?? parts.at(-1)
  const onward = second ? (parts.find(({ type }) => type !== 'hero') ?? end) : end
  const part = meant === null || meant.type === 'hero' ? onward : meant
  return `#${anchors.ids.get(part?.name ?? 'hero') ?? 'hero'}`
}
