import type { FieldFact } from '../../../model/page-structure.ts'
import type { DemandCheck } from '../../../obligations/demand.ts'
import { type Answer, met, undecided, unmet } from '../../../obligations/examine.ts'
import { quote } from '../score/define-rule.ts'
import { type Shown, stems } from './parts.ts'
import { bareName } from './vocabulary.ts'

type Asked = Extract<DemandCheck, { type: 'fields' }>
type Field = Pick<FieldFact, 'selector' | 'tag' | 'type' | 'required' | 'bounds'> & {
  readonly called: string
}

/** Fields that go by many names. */
const kinds: readonly (readonly [asked: RegExp, is: (field: Field) => boolean])[] = [
  [/^(?:e-?mail(?: address)?)$/, ({ type, called }) => type === 'email' || /e-?mail/.test(called)],
  [
    /^(?:(?:tele)?phone(?: number)?|tel|mobile(?: number)?)$/,
    ({ type, called }) => type === 'tel' || /phone|\btel|mobile/.test(called),
  ],
  [
    /^(?:message|comments?|question|note|enquiry|request|your message)$/,
    ({ tag, called }) =>
      tag === 'textarea' || /message|comment|question|note|enquir|request|tell us/.test(called),
  ],
  [
    /^(?:date|day)$/,
    ({ type, called }) => type.startsWith('date') || /\bdate\b|\bday\b|\bwhen\b/.test(called),
  ],
  [/^(?:time|hour)$/, ({ type, called }) => /time/.test(type) || /\btime\b|\bhour/.test(called)],
  [
    /^(?:(?:number of )?(?:guests|people|persons|seats|adults)|party size)$/,
    ({ called }) => /guest|people|person|party|seats?|how many|adults/.test(called),
  ],
  [
    /^(?:consent|privacy|terms)(?: checkbox)?$/,
    ({ type, called }) => type === 'checkbox' && /agree|consent|privacy|terms|accept/.test(called),
  ],
]

const types: Readonly<Record<string, (field: Field) => boolean>> = {
  email: ({ type }) => type === 'email',
  tel: ({ type }) => type === 'tel',
  phone: ({ type }) => type === 'tel',
  number: ({ type, tag }) => type === 'number' || type === 'range' || tag === 'select',
  date: ({ type }) => type.startsWith('date'),
  time: ({ type }) => /time/.test(type),
  checkbox: ({ type }) => type === 'checkbox',
  radio: ({ type }) => type === 'radio',
  select: ({ tag, type }) => tag === 'select' || type === 'radio',
  dropdown: ({ tag }) => tag === 'select',
  textarea: ({ tag }) => tag === 'textarea',
  multiline: ({ tag }) => tag === 'textarea',
  password: ({ type }) => type === 'password',
  file: ({ type }) => type === 'file',
  url: ({ type }) => type === 'url',
}

/** The fields of the form that fits best, held against those that were asked for. */
export function findFields({ view }: Shown, { fields: asked, owner }: Asked): Answer {
  const forms = formsOf(view)
  if (forms.length === 0)
    return unmet(`there is no form${owner ? ` for ${quote(owner)}` : ''} on the page`)
  const judged = forms.map((form) =>
    asked.map((each) => ({ each, ...problemOf(each, form.fields) })),
  )
  const good = (list: (typeof judged)[number]) =>
    list.filter(({ problem }) => problem === null).length
  const best = judged.reduce((one, other) => (good(other) > good(one) ? other : one))
  const form = forms[judged.indexOf(best)]
  const wrong = best.flatMap(({ problem, isDoubt }) => (isDoubt ? [] : (problem ?? [])))
  const doubts = best.flatMap(({ problem, isDoubt }) => (isDoubt ? (problem ?? []) : []))
  const has = form?.fields.map(({ called }) => quote(called)).join(', ') ?? ''
  if (wrong.length > 0) return unmet(`${wrong.join('; ')}; the form has ${has}`, form?.selector)
  return doubts.length > 0
    ? undecided(`${doubts.join('; ')}; the form has ${has}`)
    : met(`the form has ${has}`, form?.selector)
}

/** Forms, and fields that stand in none. */
function formsOf({
  forms,
  controls,
}: Shown['view']): readonly { readonly selector: string; readonly fields: readonly Field[] }[] {
  const inForms = forms.map(({ selector, fields }) => ({
    selector,
    fields: fields
      .filter(
        ({ type, visible }) => visible && !/^(?:submit|reset|button|image|hidden)$/.test(type),
      )
      .map((field) => ({
        selector: field.selector,
        tag: field.tag,
        type: field.type,
        required: field.required || field.ariaRequired,
        bounds: field.bounds ?? {},
        called: [field.accessibleName, field.label?.text, field.placeholder, field.name]
          .filter((name) => name !== null && name !== undefined && name !== '')
          .join(' ')
          .toLowerCase(),
      })),
  }))
  const known = new Set(inForms.flatMap(({ fields }) => fields.map(({ selector }) => selector)))
  const loose = controls
    .filter(
      ({ tag, type, visible, selector }) =>
        visible &&
        !known.has(selector) &&
        /^(?:input|select|textarea)$/.test(tag) &&
        !/^(?:submit|reset|button|image|hidden)$/.test(type ?? ''),
    )
    .map(({ selector, tag, type, name, placeholder }) => ({
      selector,
      tag,
      type: type ?? 'text',
      required: false,
      called: `${name} ${placeholder ?? ''}`.trim().toLowerCase(),
    }))
  return [
    ...inForms.filter(({ fields }) => fields.length > 0),
    ...(loose.length > 0 ? [{ selector: 'body', fields: loose }] : []),
  ]
}

type Problem = { readonly problem: string | null; readonly isDoubt?: boolean }

function problemOf(wanted: Asked['fields'][number], fields: readonly Field[]): Problem {
  const { name, type, required } = wanted
  const asked = name
    .toLowerCase()
    .replace(/\s+field$/, '')
    .trim()
  const kind = kinds.find(([pattern]) => pattern.test(asked))?.[1]
  const words = stems(bareName(asked))
  const field =
    fields.find(({ called }) => isAll(words, called)) ?? (kind && fields.find((each) => kind(each)))
  if (field === undefined) {
    const near = fields.find(({ called }) => words.some((word) => isAll([word], called)))
    return near === undefined || words.length < 2
      ? { problem: `no field is called ${quote(name)}` }
      : { problem: `${quote(near.called)} may be ${quote(name)}`, isDoubt: true }
  }
  const isType = type === undefined ? undefined : types[type.toLowerCase()]
  if (isType?.(field) === false)
    return {
      problem: `${quote(name)} is ${field.tag === 'input' ? field.type : field.tag}, not ${type ?? ''}`,
    }
  if (required === true && !field.required) return { problem: `${quote(name)} is not required` }
  return boundsProblem(wanted, field)
}

/** Bounds are held against its attributes; a script may see to them, and to what else was said, in its own way. */
function boundsProblem(
  { name, least, most, counts, says }: Asked['fields'][number],
  { bounds = {} }: Field,
): Problem {
  const [low, high] = counts === 'characters' ? ['minlength', 'maxlength'] : ['min', 'max']
  for (const [attribute, wanted] of [
    [low, least],
    [high, most],
  ] as const) {
    if (wanted === undefined) continue
    const given = bounds[attribute ?? '']
    if (given === undefined)
      return { problem: `${quote(name)} has no ${attribute} of ${wanted}`, isDoubt: true }
    if (Number(given) !== wanted)
      return { problem: `${quote(name)} has ${attribute} ${given}, not ${wanted}` }
  }
  return says === undefined
    ? { problem: null }
    : { problem: `whether ${quote(name)} is ${quote(says)} takes a look`, isDoubt: true }
}

const isAll = (words: readonly string[], called: string): boolean => {
  const said = new Set(stems(called.replaceAll(/[-_]/g, ' ')))
  return words.length > 0 && words.every((word) => said.has(word))
}
