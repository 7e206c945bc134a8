import {
  fieldsIn,
  leadsTo,
  pageVocabulary,
  sectionCalled,
} from '../../checks/page/exam/vocabulary.ts'
import type { DemandCheck } from '../../obligations/demand.ts'
import { type Exam, examFrom, type ExamItem } from '../../obligations/exam.ts'
import { commonGlue } from '../../obligations/glue.ts'
import { fieldTables, type Made } from './exam-fields.ts'
import type { BrandVoice, VisualIdentity } from './inputs/brand.ts'
import { type Brief, type ContentRequirement, standardMustPass } from './inputs/brief.ts'
import { keyOf, outlineOf, type Outlined } from './inputs/markdown-outline.ts'

export type BriefInputs = {
  readonly brief: Brief
  /** Sections whose words were given: what the brief says about them was for whoever wrote these. */
  readonly written: ReadonlySet<string>
  readonly voice: BrandVoice | null
  readonly visual: VisualIdentity | null
}

type Weight = ExamItem['weight']

/** Everything that a BRIEF and its brand files ask of the page, each row and sentence by itself. */
export function examOfBrief({ brief, written, voice, visual }: BriefInputs): Exam {
  const front = frontRows(brief.requirements)
  const forms = fieldTables(brief)
  const made: readonly Made[] = [
    ...nameOf(brief, voice),
    ...front.flatMap((row) => rowItems(row, written)),
    ...forms.map(({ item }) => item),
    ...brief.callsToAction.map(callItem),
    ...voiceItems(voice, written),
    ...visualItems(visual),
  ]
  const items = made.map(({ text, line, weight = 'must', negated = false, ...rest }, index) => ({
    id: `brief.row.${index + 1}`,
    source: { kind: 'brief' as const, text, ...(line === undefined ? {} : { line }) },
    weight,
    negated,
    ...rest,
  }))
  const prose = sentencesOf(brief, {
    rows: forms.flatMap(({ lines }) => lines),
    hasVisual: visual !== null,
    isWritten: written.size > 0,
  })
  return {
    items: [...items, ...prose.items],
    context: [
      ...prose.context,
      ...[brief.goal, brief.audience]
        .filter((text) => text !== '')
        .map((text) => ({ text, line: 1, why: 'goal and audience say what the page is for' })),
    ],
  }
}

/** The subject of a page is its brand; "for families" in a row is for a reader to judge. */
function withoutTopics(items: readonly ExamItem[]): readonly ExamItem[] {
  const left = new Set(items.filter(({ check }) => check === null).map(({ source }) => source.text))
  return items.flatMap((item) => {
    if (item.check?.type !== 'topic') return [item]
    if (left.has(item.source.text)) return []
    return [{ ...item, statement: item.source.text, check: null, reason: 'it takes judgement' }]
  })
}

const frontPage = /^$|home|front|landing|index|main|start/i

/** The rows of the page that is judged. */
function frontRows(rows: readonly ContentRequirement[]): readonly ContentRequirement[] {
  const pages = new Set(rows.map(({ page }) => page))
  return pages.size <= 1 ? rows : rows.filter(({ page }) => frontPage.test(page))
}

function nameOf({ title }: Brief, voice: BrandVoice | null): readonly Made[] {
  const [, titled] =
    /^(?:brief\s*[:–—-]\s*)?(.+?)(?:\s*[,–—|(]\s*.*|\s+-\s+.*)?$/i.exec(title) ?? []
  const name = voice?.name ?? titled
  if (name === undefined || /^(?:brief|landing|home|web)/i.test(name)) return []
  const all = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = all.filter((word) => !commonGlue.has(word.toLowerCase()))
  const words = telling.length === 0 ? all : telling
  return [{ statement: `is about ${name}`, check: { type: 'topic', words }, text: title }]
}

/** The name of a section as copy.json has it. */
const copyKey = (section: string): string => {
  const key = keyOf(section)
  return key === 'call_to_action' || key === 'calls_to_action' ? 'cta' : key
}

function rowItems(row: ContentRequirement, written: ReadonlySet<string>): readonly Made[] {
  const { section, need, detail, line } = row
  // its words are given, and each of them must stand on the page: that is its obligation
  if (written.has(copyKey(section))) return []
  const weight: Weight = need === 'must' ? 'must' : 'should'
  const text = detail === '' ? section : `${section} | ${need} | ${detail}`
  const isForm = /\bform\b/i.test(section)
  const fields = isForm
    ? fieldsIn(detail.replace(/^(?:(?:with|fields?|asks? for)\b:?\s*)+/i, ''))
    : null
  const present =
    isForm && fields !== null
      ? []
      : [
          {
            statement: `has the section ${section}`,
            check: sectionCalled(section),
            text,
            line,
            weight,
          },
        ]
  if (fields !== null)
    return [
      {
        statement: `the ${section} has ${fields.map(({ name }) => name).join(', ')}`,
        check: { type: 'fields', owner: section, fields },
        text,
        line,
        weight,
      },
    ]
  if (detail === '') return present
  const inner = withoutTopics(examFrom(detail, 'brief', pageVocabulary).items)
  return [
    ...present,
    ...inner.map(({ statement, check, negated, reason, open }) => ({
      statement: `${section}: ${statement}`,
      check,
      negated,
      text,
      line,
      weight,
      ...(reason === undefined ? {} : { reason }),
      ...(open === undefined ? {} : { open }),
    })),
  ]
}

function callItem({ label, target, line }: Brief['callsToAction'][number]): Made {
  const words = target.replace(/\s*\([^)]*\)\s*$/, '').trim()
  return {
    statement: `"${label}" ${words === '' ? 'can be used' : `leads to ${words}`}`,
    check: leadsTo(label, words === '' ? null : words),
    text: `${label} | ${target}`,
    line,
  }
}

function voiceItems(voice: BrandVoice | null, written: ReadonlySet<string>): readonly Made[] {
  if (voice === null || written.size > 0) return []
  return [
    ...voice.avoidedTerms.map((term) => ({
      statement: `does not say "${term}"`,
      check: { type: 'pattern', pattern: `\\b${escaped(term)}\\b`, flags: 'iu' } as const,
      negated: true,
      text: `avoided term: ${term}`,
    })),
    {
      statement: `the tone is ${voice.tone.join(', ')}`,
      check: null,
      text: `Tone: ${voice.tone.join(', ')}`,
      reason: 'tone takes a reader',
    },
  ]
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

const ruling = /^(?:primary|accent|brand|main)$/i

function visualItems(visual: VisualIdentity | null): readonly Made[] {
  if (visual === null) return []
  const roles = Object.entries(visual.colours).filter(([role]) => ruling.test(role))
  const palette = [...Object.values(visual.colours), ...Object.values(visual.neutralScale)]
  const value = (name: string, is: string): DemandCheck => ({ type: 'value', name, value: is })
  return [
    ...roles.map(([role, colour]) => ({
      statement: `is painted with the ${role} colour ${colour}`,
      check: value('colour', colour),
      text: `${role}: ${colour}`,
    })),
    ...(palette.length < 2
      ? []
      : [
          {
            statement: 'is painted in no other hues than the brand has',
            check: value('palette', palette.join(';')),
            text: `colours: ${Object.values(visual.colours).join(', ')}`,
          },
        ]),
    ...Object.entries(visual.fonts).map(([role, font]) => ({
      statement: `${role} is set in ${font}`,
      check: value('font', font),
      text: `${role}: ${font}`,
    })),
  ]
}

const silent =
  /^(?:metadata|appendix|.*loop_log|deliverables|goals?|project_goals?|objectives?|kpis?|(?:target_)?audience)/
const brandPart = /^brand/
const messages = /key_messages/

/**
 * What the brief says in sentences: criteria, constraints, brand, and sections of its own. Rows that
 * were read already, and criteria that stand for what rows and brand files say, are left out.
 */
function sentencesOf({ text, requirements, callsToAction, brandSource }: Brief, read: Read): Exam {
  const rows = new Set([...requirements, ...callsToAction, ...read.rows].map(({ line }) => line))
  const isLeftOut = ({ path }: Outlined): boolean =>
    path.some((key) => silent.test(key)) ||
    (path.some((key) => brandPart.test(key)) &&
      (read.hasVisual || brandSource === 'brand-files')) ||
    (path.some((key) => messages.test(key)) && read.isWritten)
  const lines = text.split('\n').map(() => '')
  for (const section of outlineOf(text).sections) {
    if (section.depth > 0)
      lines[section.line - 1] = `${'#'.repeat(section.depth)} ${section.heading}`
    for (const { text: own, line } of section.lines) {
      const isRead =
        isLeftOut(section) || rows.has(line) || isStandard(own) || /^\s*> source:/.test(own)
      // its heading has something below it, whoever has read it
      lines[line - 1] = isRead && own.trim() !== '' ? '…' : own
    }
  }
  const { items, context } = examFrom(lines.join('\n'), 'brief', pageVocabulary)
  const asked = items.filter(({ source }) => !isTableHead(source.text))
  return { items: [...withoutTopics(asked)], context }
}

type Read = {
  readonly rows: readonly { readonly line: number }[]
  readonly hasVisual: boolean
  readonly isWritten: boolean
}

const isTableHead = (text: string): boolean =>
  /^(?:page|section|cta|label|field|criterion)\s*\|/i.test(text)
const standard = standardMustPass.filter((text) => !/responsive|accessibility|broken/i.test(text))
const isStandard = (line: string): boolean => standard.some((text) => line.includes(text))
