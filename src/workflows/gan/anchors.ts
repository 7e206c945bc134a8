import type { Brief } from './inputs/brief.ts'
import { SectionName } from './inputs/copy.ts'
import words from './section-words.json' with { type: 'json' }

/** The section of the copy that a name in the brief means; null where the copy has none for it. */
export function meantBy(
  name: string,
  order: readonly SectionName[] = SectionName.options,
): SectionName | null {
  const slug = slugOf(name)
  return (
    order.find((section) => slugOf(section) === slug) ??
    order.find((section) => new RegExp(words[section]).test(slug)) ??
    null
  )
}

export type Anchors = {
  readonly ids: ReadonlyMap<SectionName, string>
  /** Names by which the brief asks for a section, where its id does not say them. */
  readonly aliases: ReadonlyMap<SectionName, string>
}

/** Ids as the brief names them: `#book` is where one can book. */
export function anchorsOf(brief: Brief, order: readonly SectionName[]): Anchors {
  const ids = new Map(order.map((section) => [section, section.replace('social_', '')]))
  const taken = new Set<string>()
  for (const { target } of brief.callsToAction) {
    const id = /^#([A-Za-z][\w-]*)$/.exec(target.trim())?.[1]
    if (id === undefined || taken.has(id)) continue
    const section = meantBy(id, order) ?? order.find((each) => each === 'cta')
    if (section === undefined || taken.has(ids.get(section) ?? '')) continue
    ids.set(section, id)
    taken.add(id)
  }
  const aliases = new Map<SectionName, string>()
  const used = new Set(ids.values())
  for (const requirement of brief.requirements) {
    const slug = slugOf(requirement.section)
    const section = meantBy(requirement.section, order)
    if (section === null || used.has(slug) || aliases.has(section) || slug === '') continue
    aliases.set(section, slug)
    used.add(slug)
  }
  return { ids, aliases }
}

/** Where a call leads: an address of the brief, else the section it means, else `otherwise`. */
export function targetOf(
  label: string,
  brief: Brief,
  { ids }: Anchors,
  otherwise: SectionName,
): string {
  const same = (one: string) => one.trim().toLowerCase() === label.trim().toLowerCase()
  const written = brief.callsToAction.find((call) => same(call.label))?.target.trim() ?? ''
  if (/^(?:mailto:|tel:|https?:\/\/)[^\s"'<>]+$/i.test(written)) return written
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(written)) return `mailto:${written}`
  if (written.startsWith('#') && [...ids.values()].includes(written.slice(1))) return written
  const meant = meantBy(label, [...ids.keys()])
  return `#${ids.get(meant === null || meant === 'hero' ? otherwise : meant) ?? otherwise}`
}

/** A name as an id: `Call to action` is `call-to-action`. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
