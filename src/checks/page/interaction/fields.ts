import type { PageFacts } from '../../../model/page-facts.ts'
import type { FieldFact, FormFact } from '../../../model/page-structure.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, oncePerPlace, quote, type Sighting } from '../score/define-rule.ts'

const formsOf = ({ views, opened }: PageFacts): readonly FormFact[] => {
  const known = new Map(
    [...views, ...opened].flatMap(({ forms }) => forms.map((each) => [each.selector, each])),
  )
  return [...known.values()]
}

const nameOf = ({ accessibleName, selector }: FieldFact): string => accessibleName || selector

const fieldRule = (
  about: Pick<PageRule, 'id' | 'about' | 'example'>,
  look: (field: FieldFact, form: FormFact, facts: PageFacts) => string | null,
): PageRule =>
  definePageRule({ ...about, needs: ['views', 'probes'] }, (facts): readonly Sighting[] =>
    oncePerPlace(
      formsOf(facts).flatMap((form) =>
        form.fields.flatMap((field) => {
          const message = look(field, form, facts)
          if (message === null || !field.visible) return []
          return [{ severity: 'warning' as const, message, place: { selector: field.selector } }]
        }),
      ),
    ),
  )

/** The browser itself sends the form: nothing else reads its fields. */
function isSentByBrowser({ probes }: PageFacts, { selector, action }: FormFact): boolean {
  const valid = probes.forms.find((each) => each.selector === selector)?.valid
  return (action ?? '') !== '' && (valid?.navigation ?? null) !== null
}

const fieldNotSent = fieldRule(
  {
    id: 'interaction/field-not-sent',
    about: 'What is written into a field goes out with its form: the field has a name.',
    example: { bad: '<input id="mail" type="email">', better: '<input id="mail" name="mail">' },
  },
  (field, form, facts) =>
    (field.name ?? '') === '' && isSentByBrowser(facts, form)
      ? `What is written into ${quote(nameOf(field))} is not sent: the field has no name.`
      : null,
)

const fieldClosed = fieldRule(
  {
    id: 'interaction/field-closed',
    about: 'An empty field can be written into once the fields before it are filled.',
    example: { bad: '<input name="mail" readonly>', better: '<input name="mail">' },
  },
  ({ selector, ...field }, form, { probes }) => {
    const valid = probes.forms.find((each) => each.selector === form.selector)?.valid
    return (valid?.closed ?? []).includes(selector)
      ? `Nobody can write into ${quote(nameOf({ selector, ...field }))}.`
      : null
  },
)

const noChoice = fieldRule(
  {
    id: 'interaction/no-choice',
    about: 'A list to choose from has choices.',
    example: {
      bad: '<select name="size"></select>',
      better: '<select name="size"><option>Small</option></select>',
    },
  },
  ({ tag, options, ...field }) =>
    tag === 'select' && options === 0
      ? `${quote(nameOf({ tag, options, ...field }))} has nothing to choose from.`
      : null,
)

/** The least room that a good answer needs. */
const leastRoom: readonly (readonly [RegExp, number])[] = [
  [/\b(email|url)\b/, 12],
  [/\b(name|street-address|address-line1|organization)\b/, 10],
  [/\btel\b/, 7],
]

const roomFor = ({ type, autocomplete }: FieldFact): number =>
  leastRoom.find(([kind]) => kind.test(type) || kind.test(autocomplete ?? ''))?.[1] ?? 0

const tooShort = fieldRule(
  {
    id: 'interaction/field-too-short',
    about: 'A field has room for what it asks for.',
    example: { bad: '<input type="email" maxlength="8">', better: '<input type="email">' },
  },
  (field) =>
    field.maxLength !== null && field.maxLength < roomFor(field)
      ? `${quote(nameOf(field))} takes only ${field.maxLength} signs.`
      : null,
)

const kinds: readonly (readonly [RegExp, RegExp, string])[] = [
  [/\bemail\b/, /^(email)$/, 'email'],
  [/\btel(-national)?\b/, /^(tel|numeric|decimal)$/, 'tel'],
]

const wrongKeyboard = fieldRule(
  {
    id: 'interaction/field-type',
    about: 'A field for an address or a number of a phone says so, and brings the right keys.',
    example: {
      bad: '<input type="text" autocomplete="email">',
      better: '<input type="email" autocomplete="email">',
    },
  },
  ({ type, autocomplete, inputMode, ...field }) => {
    if (type !== 'text') return null
    const kind = kinds.find(([asked]) => asked.test(autocomplete ?? ''))
    if (kind === undefined || kind[1].test(inputMode ?? '')) return null
    const name = nameOf({ type, autocomplete, inputMode, ...field })
    return `${quote(name)} asks for ${quote(kind[2])} and is a field for any text.`
  },
)

/** What a field for an address of mail may be filled with. */
const fillsMail = /^(|on|off|email|username|(.* )?(email|username|one-time-code|webauthn))$/

const wrongFilling = fieldRule(
  {
    id: 'interaction/field-filling',
    about: 'Browsers fill a field with what its type asks for.',
    example: {
      bad: '<input type="email" autocomplete="tel">',
      better: '<input type="email" autocomplete="email">',
    },
  },
  (field) =>
    field.type === 'email' && !fillsMail.test((field.autocomplete ?? '').trim().toLowerCase())
      ? `${quote(nameOf(field))} takes an address of mail and is filled with ${quote(field.autocomplete ?? '')}.`
      : null,
)

export const fieldRules: readonly PageRule[] = [
  fieldNotSent,
  fieldClosed,
  noChoice,
  tooShort,
  wrongKeyboard,
  wrongFilling,
]
