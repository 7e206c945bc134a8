import { type AsyncResult, err, ok } from '../../../model/result.ts'
import {
  type Brief,
  type BriefSection,
  briefSections,
  standardMustPass,
  type CallToAction,
  type ContentRequirement,
  type Need,
} from './brief.ts'
import { type InputError, quoted } from './input-error.ts'
import { type Field, sectionFields, valuesAt, tablesOf } from './markdown-fields.ts'
import { isPlaceholder, outlineOf, type Outlined, plainText, keyOf } from './markdown-outline.ts'
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
  const filled = fillBrand(text, brandFiles)
  const { sections, frontmatter } = outlineOf(filled.text)
  const parts = partsOf(sections)
  const incomplete = incompleteSections(parts, path)
  if (incomplete.length > 0 && !lenient) return err(incomplete)
  const fields = (await Promise.all((parts.metadata?.sections ?? []).map(sectionFields))).flat()
  const wrong = parts.metadata === undefined ? [] : wrongMetadata(fields, parts.metadata, path)
  if (wrong.length > 0 && !lenient) return err(wrong)
  const front = frontmatter === null ? null : await readYaml(frontmatter)
  const profile: unknown = Reflect.get(
    Object(front?.ok ? front.value.value : null),
    'evaluator_profile',
  )
  const requirements = readRequirements(sections, path)
  const mustPass = (parts.criteria?.sections ?? [])
    .filter(({ key }) => key.includes('must'))
    .flatMap(itemsOf)
  const brief: Brief = {
    title: sections.find(({ depth }) => depth === 1)?.heading ?? '',
    priority: valueOf(fields, 'priority'),
    evaluatorProfile: typeof profile === 'string' ? profile : valueOf(fields, 'evaluator_profile'),
    goal: parts.goal?.text ?? '',
    audience: parts.audience?.text ?? '',
    brand: parts.brand?.text ?? '',
    brandSource: filled.filled ? 'brand-files' : 'brief',
    requirements: requirements.value,
    callsToAction: readCalls(sections),
    mustPass: mustPass.length > 0 ? mustPass : standardMustPass,
    text: filled.text,
  }
  return ok({ brief, warnings: [...incomplete, ...requirements.warnings] })
}

/** A part of the BRIEF: the lines below its heading, deeper headings included. */
type Part = {
  readonly line: number
  readonly sections: readonly Outlined[]
  readonly text: string
}
type Parts = Partial<Record<BriefSection, Part>>

const isSection = (name: string): name is BriefSection => Object.hasOwn(briefSections, name)
const sectionNames = Object.keys(briefSections).filter(isSection)

/** The sections of a BRIEF that are known, the first of each name. `### Audience` inside another is a part of that one. */
function partsOf(sections: readonly Outlined[]): Parts {
  const parts: Parts = {}
  for (const [index, { key, depth, line }] of sections.entries()) {
    const short = key.replace(/^section_\d+_/, '')
    const name = sectionNames.find((each) =>
      briefSections[each].some((own, at) => at > 0 && own === short),
    )
    if (depth < 1 || depth > 2 || name === undefined || parts[name] !== undefined) continue
    const end = sections.findIndex((each, at) => at > index && each.depth <= depth)
    const own = sections.slice(index, end === -1 ? undefined : end)
    parts[name] = { line, sections: own, text: textOf(own) }
  }
  return parts
}

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

const isEmpty = (part: Part | undefined): boolean =>
  part === undefined ||
  part.text.split('\n').every((line) => line.trim() === '' || /^#{1,6} /.test(line))

function incompleteSections(parts: Parts, path: string): readonly InputError[] {
  return sectionNames
    .filter((name) => parts.metadata !== undefined || leastSections.includes(name))
    .filter((name) => isEmpty(parts[name]))
    .map((name) => {
      const part = parts[name]
      const title = briefSections[name][0]
      return {
        code: 'BRIEF_SECTION_INCOMPLETE',
        path,
        ...(part === undefined ? {} : { line: part.line }),
        at: title,
        what: `the section ${title} is ${part === undefined ? 'missing' : 'empty'}`,
        expected: `a heading "## ${title}" with text below it`,
      }
    })
}

const valueOf = (fields: readonly Field[], key: string): string | undefined =>
  valuesAt(fields, [key]).find(({ value }) => !isPlaceholder(value))?.value

function wrongMetadata(fields: readonly Field[], part: Part, path: string): readonly InputError[] {
  const wrong = (key: string, at: string, expected: string): InputError => {
    const field = valuesAt(fields, [key])[0]
    return {
      code: 'BRIEF_INVALID',
      path,
      line: field?.line ?? part.line,
      at: `Metadata.${at}`,
      what: field === undefined ? `there is no ${at}` : `the ${at} is ${quoted(field.value)}`,
      expected,
    }
  }
  const id = valueOf(fields, 'id') ?? ''
  const status = valueOf(fields, 'status') ?? 'draft'
  return [
    ...(/^BRIEF-\d{8}-\d{3}$/.test(id) ? [] : [wrong('id', 'ID', 'BRIEF-YYYYMMDD-NNN')]),
    ...(/^(?:draft|approved|in[- _]progress|completed|archived)$/i.test(status)
      ? []
      : [wrong('status', 'Status', 'draft, approved, in-progress, completed, archived')]),
  ]
}

/** Points of a list. */
const itemsOf = ({ lines }: Outlined): readonly string[] =>
  lines
    .map(({ text }) =>
      plainText(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(text)?.[1] ?? ''),
    )
    .filter((each) => each !== '' && !isPlaceholder(each))

type BrandText = { readonly path: string; readonly text: string }
type Filled = { readonly text: string; readonly filled: boolean }

/** Puts the brand files below an empty Brand heading, each under a line that names its source. */
function fillBrand(text: string, files: readonly BrandText[]): Filled {
  if (files.length === 0) return { text, filled: false }
  const plain = text.replaceAll(/\r\n?/g, '\n')
  const { brand } = partsOf(outlineOf(plain).sections)
  if (!isEmpty(brand)) return { text, filled: false }
  const words = files
    .map((file) => `> source: ${file.path}\n\n${quietHeadings(file.text)}`)
    .join('\n\n')
  if (brand === undefined)
    return { text: `${plain.trimEnd()}\n\n## Brand\n\n${words}\n`, filled: true }
  const lines = plain.split('\n')
  const before = lines.slice(0, brand.line)
  const after = lines.slice(brand.line).join('\n').replace(/^\n+/, '')
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

const needs: Readonly<Record<string, Need>> = {
  must: 'must',
  required: 'must',
  yes: 'must',
  should: 'should',
  no: 'should',
  nice: 'nice',
  could: 'nice',
  optional: 'nice',
}

type Requirements = {
  readonly value: readonly ContentRequirement[]
  readonly warnings: readonly InputError[]
}

/** Rows of tables with a column Section, wherever they stand. What else is said of content stays a sentence. */
function readRequirements(sections: readonly Outlined[], path: string): Requirements {
  const value: ContentRequirement[] = []
  const warnings: InputError[] = []
  for (const { header, rows } of sections.flatMap(({ lines }) => tablesOf(lines))) {
    const at = columnsOf(header)
    const section = at(/^(?:sections?|element|block)$/)
    if (section === -1) continue
    const column = {
      page: at(/^page$/),
      need: at(/^(?:priority|need|must|required)$/),
      detail: at(/^(?:details?|description|notes?|contents?)$/),
    }
    for (const { cells, line } of rows) {
      const cell = (index: number) => plainText(cells[index] ?? '')
      const name = cell(section)
      if (name === '') continue
      const word =
        cell(column.need)
          .toLowerCase()
          .split(/[^a-z]/)[0] ?? ''
      const need = column.need !== -1 && Object.hasOwn(needs, word) ? needs[word] : undefined
      if (need === undefined && column.need !== -1)
        warnings.push({
          code: 'BRIEF_INVALID',
          path,
          line,
          at: name,
          what: `the priority of ${quoted(name)} is ${quoted(cell(column.need))}`,
          expected: 'must, should or nice; it is taken as must',
        })
      // what nobody ranked is taken seriously
      value.push({
        page: cell(column.page),
        section: name,
        need: need ?? 'must',
        detail: cell(column.detail),
        line,
      })
    }
  }
  return { value, warnings }
}

const columnsOf = (header: readonly string[]) => {
  const keys = header.map(keyOf)
  return (pattern: RegExp): number => keys.findIndex((key) => pattern.test(key))
}

/** The tables of calls to action: a label, and where it leads. */
const readCalls = (sections: readonly Outlined[]): readonly CallToAction[] =>
  sections
    .filter(({ key }) => /cta|calls?_to_action/.test(key))
    .flatMap(({ lines }) =>
      tablesOf(lines).flatMap(({ header, rows }) => {
        const at = columnsOf(header)
        const label = at(/^(?:cta|label|text|button|call_to_action)/)
        const target = at(/^(?:target|destination|href|link|action|goal)/)
        return rows
          .map(({ cells, line }) => ({
            label: plainText(cells[label] ?? ''),
            target: plainText(cells[target] ?? ''),
            line,
          }))
          .filter((call) => call.label !== '')
      }),
    )
