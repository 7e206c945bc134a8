import { briefSections, type BriefSection } from './brief.ts'
import { type Field, sectionFields } from './markdown-fields.ts'
import { isPlaceholder, type Outlined } from './markdown-outline.ts'

/** A part of the BRIEF: the lines below its heading, deeper headings included. */
export type Part = {
  readonly line: number
  readonly sections: readonly Outlined[]
  readonly text: string
  readonly fields: readonly Field[]
}
export type Parts = Readonly<Partial<Record<BriefSection, Part>>>

/** The sections of a BRIEF that are known, the first of each name. */
export async function partsOf(sections: readonly Outlined[]): Promise<Parts> {
  const parts: Partial<Record<BriefSection, Part>> = {}
  for (const [index, section] of sections.entries()) {
    const name = nameOf(section)
    if (name === null || parts[name] !== undefined) continue
    const end = sections.findIndex((each, at) => at > index && each.depth <= section.depth)
    const own = sections.slice(index, end === -1 ? undefined : end)
    const fields = (await Promise.all(own.map(sectionFields))).flat()
    parts[name] = { line: section.line, sections: own, text: textOf(own), fields }
  }
  return parts
}

/** Only top sections count: `### Audience` inside another section is a part of that one. */
function nameOf({ key, depth }: Outlined): BriefSection | null {
  if (depth < 1 || depth > 2) return null
  const short = key.replace(/^section_\d+_/, '')
  const names = Object.entries(briefSections).filter(([, keys]) =>
    keys.some((each) => each === short),
  )
  const [name] = names[0] ?? []
  return isSection(name) ? name : null
}

export const isSection = (name: string | undefined): name is BriefSection =>
  name !== undefined && Object.hasOwn(briefSections, name)

/** What was written below the heading, without lines that only hold a blank. */
const textOf = (own: readonly Outlined[]): string =>
  own
    .flatMap(({ lines, heading, depth }, index) => [
      ...(index === 0 ? [] : [`${'#'.repeat(depth)} ${heading}`]),
      ...lines.map(({ text }) => text).filter((line) => line.trim() === '' || !isBlankLine(line)),
    ])
    .join('\n')
    .trim()

/** `- Objective: _TBD_`, `[what the page is for]` and the like: a template nobody has filled in. */
const isBlankLine = (line: string): boolean =>
  isPlaceholder(line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').replace(/^[^:|]{1,40}:\s+/, '')) ||
  /^[\s|:-]+$/.test(line)

export const isEmpty = (part: Part): boolean =>
  part.text.split('\n').every((line) => line.trim() === '' || /^#{1,6} /.test(line))
