import { type AsyncResult, err, ok } from '../../../model/result.ts'
import { type Brief, type BriefSection, sectionTitles } from './brief.ts'
import { readCalls, readKpis, readRequirements } from './brief-content.ts'
import { readCriteria, readMetadata } from './brief-criteria.ts'
import { isEmpty, isSection, type Part, type Parts, partsOf } from './brief-parts.ts'
import type { InputError } from './input-error.ts'
import { writtenAs } from './markdown-fields.ts'
import { outlineOf } from './markdown-outline.ts'
import { readYaml } from './yaml-input.ts'

export type BriefSource = {
  readonly path?: string
  /** The brand files that an empty Brand section is filled from. */
  readonly brandFiles?: readonly BrandText[]
  /** Takes a text that lacks sections for what it says; what is missing is a warning. */
  readonly lenient?: boolean
}
export type ParsedBrief = { readonly brief: Brief; readonly warnings: readonly InputError[] }

const longest = 500_000
const leastSections: readonly BriefSection[] = ['goal', 'audience', 'brand']

/** Reads a BRIEF in its minimum form or after the full template; a Metadata section marks the latter. */
export async function parseBrief(
  text: string,
  { path = 'BRIEF.md', brandFiles = [], lenient = false }: BriefSource = {},
): AsyncResult<ParsedBrief, readonly InputError[]> {
  if (text.length > longest)
    return err([
      {
        code: 'BRIEF_INVALID',
        path,
        what: `the file has ${text.length} characters`,
        expected: `at most ${longest}`,
      },
    ])
  const filled = await fillBrand(text, brandFiles)
  const { sections, frontmatter } = outlineOf(filled.text)
  const parts = await partsOf(sections)
  const form = parts.metadata === undefined ? 'minimum' : 'full'
  const incomplete = incompleteSections(parts, form, path)
  if (incomplete.length > 0 && !lenient) return err(incomplete)
  const front = frontmatter === null ? null : await readYaml(frontmatter)
  const metadata = readMetadata(parts.metadata, front?.ok ? front.value.value : null, path)
  if (!metadata.ok && !lenient) return err(metadata.error)
  const requirements = readRequirements(parts.content, sections, path)
  const criteria = readCriteria(parts.criteria, path)
  const kpis = readKpis(parts.goal, form, path)
  const brief: Brief = {
    form,
    title: sections.find(({ depth }) => depth === 1)?.heading ?? '',
    metadata: metadata.ok ? metadata.value : {},
    goal: parts.goal?.text ?? '',
    kpis: [...kpis.value],
    audience: parts.audience?.text ?? '',
    brand: parts.brand?.text ?? '',
    brandSource: filled.filled ? 'brand-files' : 'brief',
    requirements: [...requirements.value],
    keyMessages: messagesOf(parts.content),
    callsToAction: [...readCalls(sections)],
    constraints: parts.constraints?.text ?? '',
    deliverables: (parts.deliverables?.fields ?? []).map(writtenAs),
    mustPass: [...criteria.value.mustPass],
    niceToHave: [...criteria.value.niceToHave],
    text: filled.text,
  }
  return ok({
    brief,
    warnings: [...incomplete, ...kpis.warnings, ...requirements.warnings, ...criteria.warnings],
  })
}

const messagesOf = (content: Part | undefined): string[] =>
  (content?.fields ?? []).filter(({ path }) => path.includes('key_messages')).map(writtenAs)

function incompleteSections(
  parts: Parts,
  form: Brief['form'],
  path: string,
): readonly InputError[] {
  const needed = Object.keys(sectionTitles)
    .filter(isSection)
    .filter((name) => form === 'full' || leastSections.includes(name))
  return needed.flatMap((name): readonly InputError[] => {
    const part = parts[name]
    if (part !== undefined && !isEmpty(part)) return []
    const title = sectionTitles[name]
    return [
      {
        code: 'BRIEF_SECTION_INCOMPLETE',
        path,
        ...(part === undefined ? {} : { line: part.line }),
        at: title,
        what:
          part === undefined ? `the section ${title} is missing` : `the section ${title} is empty`,
        expected: `a heading "## ${title}" with text below it`,
      },
    ]
  })
}

type BrandText = { readonly path: string; readonly text: string }
type Filled = { readonly text: string; readonly filled: boolean }

/** Puts the brand files below an empty Brand heading, each under a line that names its source. */
async function fillBrand(text: string, files: readonly BrandText[]): Promise<Filled> {
  if (files.length === 0) return { text, filled: false }
  const plain = text.replaceAll(/\r\n?/g, '\n')
  const parts = await partsOf(outlineOf(plain).sections)
  if (parts.brand !== undefined && !isEmpty(parts.brand)) return { text, filled: false }
  const words = files
    .map((file) => `> source: ${file.path}\n\n${quietHeadings(file.text)}`)
    .join('\n\n')
  if (parts.brand === undefined)
    return { text: `${plain.trimEnd()}\n\n## Brand\n\n${words}\n`, filled: true }
  const lines = plain.split('\n')
  const before = lines.slice(0, parts.brand.line)
  const after = lines.slice(parts.brand.line).join('\n').replace(/^\n+/, '')
  return { text: `${before.join('\n')}\n\n${words}\n\n${after}`, filled: true }
}

/** A heading of a brand file becomes a bold line, so that it cannot end the section it is put into. */
const quietHeadings = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^\uFEFF?---\n[\s\S]*?\n---(?=\n|$)/, '')
    .replaceAll(/^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*$/gm, '**$1**')
    .replaceAll(/^ {0,3}(?:=+|-{2,})[ \t]*$/gm, '')
    .trim()
