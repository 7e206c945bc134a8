import { describe, expect, test } from 'vitest'
import type { FormTry } from '../../../model/page-probes.ts'
import type { FieldFact, FormFact } from '../../../model/page-structure.ts'
import { aControl, aPage, inViews, noContract } from '../score/sample-page.contract.ts'
import { fieldRules } from './fields.ts'
import { interactionRules } from './rules.ts'

const aField = (over: Partial<FieldFact> = {}): FieldFact => ({
  selector: '#mail',
  tag: 'input',
  type: 'email',
  name: 'mail',
  accessibleName: 'Mail',
  label: null,
  required: true,
  ariaRequired: false,
  autocomplete: 'email',
  pattern: null,
  min: null,
  max: null,
  minLength: null,
  maxLength: null,
  inputMode: null,
  placeholder: null,
  options: 0,
  describedBy: null,
  visible: true,
  ...over,
})

const aTry = (over: Partial<FormTry> = {}): FormTry => ({
  blocked: false,
  invalid: [],
  shown: [],
  announced: false,
  request: null,
  navigation: 'http://page.test/thanks.html',
  errors: [],
  ...over,
})

const sent = (field: Partial<FieldFact>, valid: Partial<FormTry> = {}) => {
  const form: FormFact = {
    selector: '#order',
    action: 'thanks.html',
    method: 'get',
    noValidate: false,
    name: 'Order',
    fields: [aField(field)],
    submitters: ['#send'],
  }
  return aPage({
    views: inViews({ forms: [form] }),
    probes: {
      ...aPage().probes,
      forms: [{ selector: '#order', empty: null, wrong: null, valid: aTry(valid) }],
    },
  })
}

const ids = (facts: ReturnType<typeof sent>, rules = fieldRules) =>
  rules
    .flatMap((rule) => rule.run(facts, noContract))
    .map(({ ruleId, place }) => [ruleId, place.selector])

describe('the fields of a form', () => {
  test.each<[string, Partial<FieldFact>, Partial<FormTry>]>([
    ['field-not-sent', { name: null }, {}],
    ['field-closed', {}, { closed: ['#mail'] }],
    ['no-choice', { tag: 'select', type: 'select-one', autocomplete: null }, {}],
    ['field-too-short', { maxLength: 3 }, {}],
    ['field-type', { type: 'text' }, {}],
    ['field-filling', { autocomplete: 'bday-day' }, {}],
  ])('break %s', (id, field, valid) => {
    expect(ids(sent(field, valid))).toEqual([[`interaction/${id}`, '#mail']])
  })

  test.each<[string, Partial<FieldFact>, Partial<FormTry>]>([
    ['in order', {}, {}],
    ['without a name, read by a script', { name: null }, { navigation: null, shown: ['Thanks'] }],
    ['for any text, with the right keys', { type: 'text', inputMode: 'email' }, {}],
    ['for a code of four signs', { type: 'text', autocomplete: null, maxLength: 4 }, {}],
    ['filled as a user name', { autocomplete: 'section-a username' }, {}],
    ['that nobody sees', { name: null, visible: false }, {}],
  ])('%s are fine', (_, field, valid) => {
    expect(ids(sent(field, valid))).toEqual([])
  })

  test('can be sent once they are filled: a button that stays disabled is told', () => {
    const facts = sent({}, { locked: true, navigation: null })
    expect(ids(facts, interactionRules)).toEqual([['interaction/dead-form', '#send']])
  })
})

describe('a set of choices that act at once', () => {
  test('is never sent, and so is not dead', () => {
    const facts = sent({ type: 'radio', autocomplete: null }, { navigation: null })
    const [form] = facts.views[0]?.forms ?? []
    const filter = form === undefined ? [] : [{ ...form, action: null, submitters: [] }]
    expect(ids({ ...facts, views: inViews({ forms: filter }) }, interactionRules)).toEqual([])
    expect(ids(facts, interactionRules)).toEqual([['interaction/dead-form', '#order']])
  })
})

describe('what can be pressed', () => {
  const withControl = (over: Parameters<typeof aControl>[0]) =>
    aPage({ views: inViews({ controls: [aControl(over)] }) })

  test('takes clicks itself, unless it is switched off or out of sight', () => {
    expect(ids(withControl({ ignoresPointer: true }), interactionRules)).toMatchObject([
      ['interaction/covered-control', aControl().selector],
    ])
    for (const over of [{ disabled: true }, { visible: false }, { ariaHidden: true }])
      expect(ids(withControl({ ignoresPointer: true, ...over }), interactionRules)).toEqual([])
  })

  test('answers to keys as to clicks', () => {
    const click = { selector: '#menu', name: 'Menu', effects: ['mutation'] as const, detail: null }
    const probes = { ...aPage().probes, clicks: [{ ...click, deafToKeys: true }] }
    expect(ids(aPage({ probes }), interactionRules)).toEqual([
      ['interaction/deaf-to-keys', '#menu'],
    ])
  })

  test.each([
    ['http://localhost:3000/prices', 1],
    ['http://192.168.0.4/', 1],
    ['file:///C:/site/index.html', 1],
    ['https://elsewhere.test/localhost', 0],
  ])('%s leads visitors somewhere or not', (url, count) => {
    const link = { selector: 'a', attribute: 'href', raw: url, url, text: 'Prices' } as const
    const facts = aPage({ links: [{ ...link, verdict: { type: 'external', url } }] })
    expect(ids(facts, interactionRules)).toHaveLength(count)
  })
})
