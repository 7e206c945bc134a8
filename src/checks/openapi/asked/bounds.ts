import type { DemandCheck } from '../../../obligations/demand.ts'
import type { Form } from '../../../obligations/examine.ts'
import { enumerations, isNote, lists, noteOf, rows, writeOnly } from './fields.ts'

/** "`title` has at most 200 characters", "`limit` (max 100)", "`tags`: up to 5 items". */
const bounds: Form = (sentence) =>
  [
    ...sentence.matchAll(
      /(?:\b(?:the|its|an?) )?`?(\b[A-Za-z_][\w-]*)`?(?: (?:has|have|is|of|with|must|may|can|be|field|between)){0,3}(?:,|:| \()? ?(?:(?:an? )?(?<most>at most|up to|max\.?(?:imum)?(?: of)?|maxLength|maxItems|no more than)|(?:an? )?(?<least>at least|min\.?(?:imum)?(?: of)?|minLength|minItems)) (\d+)(?: (characters?|chars|letters|items|entries|elements))?\)?/gi,
    ),
  ].flatMap((found) => {
    const subject = found[1] ?? ''
    if (
      isNote.test(subject) ||
      /^(?:default|lists?|pages?|and|or|the|an?|with|of|is|has|be|to|contain\w*|return\w*|allow\w*|accept\w*|there)$/i.test(
        subject,
      )
    )
      return []
    const unit = found[5]
    const check: DemandCheck = {
      type: 'limit',
      name: subject,
      bound: found.groups?.['most'] === undefined ? 'least' : 'most',
      value: Number(found[4]),
      ...(unit === undefined
        ? {}
        : { unit: /^(?:char|letter)/i.test(unit) ? 'characters' : 'items' }),
    }
    return [{ start: found.index, end: found.index + found[0].length, check, negated: false }]
  })

const inNote =
  /\b((?<most>at most|up to|max(?:imum|Length|Items)?\.?)|at least|min(?:imum|Length|Items)?\.?|(?<given>default))(?: is| of|:)? (?<value>\d+)(?: (?<unit>characters?|chars|letters|items))?/gi

/** "`celsius` (integer, at most 320)", "`places` (1 to 8)", "`pageSize` (maximum 100, default 20)". */
const notes: Form = (sentence) =>
  [...sentence.matchAll(/`?\b([A-Za-z_][\w-]*)`? \(([^()]+)\)/g)].flatMap((found) => {
    const [whole, subject = '', note = ''] = found
    const from = found.index + whole.length - note.length - 1
    const limit = (bound: 'most' | 'least', value = '', unit?: string): DemandCheck => ({
      type: 'limit',
      name: subject,
      bound,
      value: Number(value),
      ...(unit ? { unit: /^(?:char|letter)/i.test(unit) ? 'characters' : 'items' } : {}),
    })
    const single = [...note.matchAll(inNote)].map((one) => {
      const { most, given, value, unit } = one.groups ?? {}
      return {
        one,
        checks: [
          given === undefined
            ? limit(most === undefined ? 'least' : 'most', value, unit)
            : ({ type: 'value', name: subject, value: Number(value) } as const),
        ],
      }
    })
    const ranges = [...note.matchAll(/(?<![\w.-])(\d+)(?: to | ?[-–] ?)(\d+)(?![\w-])/g)].map(
      (one) => ({ one, checks: [limit('least', one[1]), limit('most', one[2])] }),
    )
    return [...single, ...ranges].flatMap(({ one, checks }) =>
      checks.flatMap((check) => {
        const at = { start: from + one.index, end: from + one.index + one[0].length }
        // a list of fields may have taken the words of the note, though not the number
        const besides = { start: sentence.length, end: sentence.length }
        return [at, besides].map((place) => ({ ...place, check, negated: false }))
      }),
    )
  })

/** "`from` and `to` (both date-time, required)". */
const shared: Form = (sentence) =>
  [
    ...sentence.matchAll(
      /((?:`[A-Za-z_][\w-]*`(?:, and |, | and )?)+) \((?:both|all|each)(?: an?| of type)? ([^()]+)\)/gi,
    ),
  ].flatMap((found) => {
    const told = noteOf(found[2] ?? '')
    if (told === null) return []
    const fields = (found[1]?.match(/[A-Za-z_][\w-]*(?=`)/g) ?? []).map((own) => ({
      name: own,
      ...told,
    }))
    const check: DemandCheck = { type: 'fields', fields }
    const end = found.index + found[0].length
    // the names may be read as parameters, the note is read here
    return [
      { start: end - (found[2] ?? '').length - 2, end, check, negated: false },
      { start: sentence.length, end: sentence.length, check, negated: false },
    ]
  })

/** "`plate` and `zone` are required". */
const required: Form = (sentence) =>
  [
    ...sentence.matchAll(
      /((?:`[A-Za-z_][\w-]*`(?:, and |, | and )?)+) (?:is|are|must be) (required|mandatory|optional)\b/gi,
    ),
  ].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    check: {
      type: 'fields',
      fields: (found[1]?.match(/[A-Za-z_][\w-]*(?=`)/g) ?? []).map((own) => ({
        name: own,
        required: !/optional/i.test(found[2] ?? ''),
      })),
    },
    negated: false,
  }))

/** "maximum 100 items per page", "at most 50 results". */
const pageSizes: Form = (sentence) =>
  [
    ...sentence.matchAll(
      /\b(?:an? )?(?:at most|up to|max\.?(?:imum)?(?: of)?|no more than) (\d+) (?:items|results|entries|records)(?: (?:per|a|on a) page)?/gi,
    ),
  ].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    check: { type: 'limit', name: 'items', bound: 'most', value: Number(found[1]) },
    negated: false,
  }))

export const fieldForms: readonly Form[] = [
  enumerations,
  required,
  shared,
  rows,
  writeOnly,
  lists,
  notes,
  bounds,
  pageSizes,
]
