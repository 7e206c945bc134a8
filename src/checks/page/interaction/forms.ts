import type { PageFacts } from '../../../model/page-facts.ts'
import type { FormTry } from '../../../model/page-probes.ts'
import type { FormFact } from '../../../model/page-structure.ts'
import type { PageRule } from '../page-rule.ts'
import { isOfTheLook, wasKept } from './traffic.ts'
import { definePageRule, oncePerPlace } from '../score/define-rule.ts'

const formAt = (facts: PageFacts, selector: string): FormFact | undefined =>
  [...facts.views, ...facts.opened]
    .flatMap(({ forms }) => forms)
    .find((form) => form.selector === selector)

/** The try had an effect that someone could notice. */
const didSomething = ({ request, navigation, shown, announced, invalid, blocked }: FormTry) =>
  request !== null ||
  navigation !== null ||
  shown.length > 0 ||
  announced ||
  invalid.length > 0 ||
  blocked

const wentOut = ({ request, navigation, blocked }: FormTry): boolean =>
  !blocked && (request !== null || navigation !== null)

/** A server was asked, and the page stayed and marked what is wrong, or said what the server has against it. */
const refusedByServer = (attempt: FormTry): boolean =>
  (attempt.navigation === null && attempt.invalid.length > 0) ||
  (isTurnedDown(attempt) && (attempt.announced || attempt.shown.length > 0))

const isTurnedDown = ({ navigation, answer = 0 }: FormTry): boolean =>
  navigation === null && answer >= 400 && answer < 500

const accepted = (attempt: FormTry): boolean =>
  !refusedByServer(attempt) &&
  (wentOut(attempt) ||
    (!attempt.blocked &&
      attempt.invalid.length === 0 &&
      !attempt.announced &&
      attempt.shown.length > 0))

/** A form without an address loads its own page again, which among plain files answers nothing. */
function onlyReloads(
  { url, static: files }: PageFacts,
  form: FormFact | undefined,
  { navigation, request, shown, announced }: FormTry,
): boolean {
  if (form === undefined || (form.action ?? '') !== '' || isSearch(form) || files === null)
    return false
  const pathOf = (address: string): string => address.replace(/^[A-Z]+ /, '').replace(/[?#].*$/, '')
  const toItself = navigation !== null && pathOf(navigation) === pathOf(url)
  return (
    toItself &&
    shown.length === 0 &&
    !announced &&
    (request === null || pathOf(request) === pathOf(url))
  )
}

/** Leaves the browser, or closes its dialog: nothing in the page shows it. */
const leaves = ({ action, method }: FormFact): boolean =>
  method.toLowerCase() === 'dialog' || /^(mailto|tel|sms):/i.test(action ?? '')

const isSearch = ({ fields, selector }: FormFact): boolean =>
  fields.every(({ type, tag }) => type === 'search' || tag === 'select' || type === 'checkbox') ||
  /search/i.test(selector)

/** Choices that act at once, such as filters, are never sent. */
const isSetOfChoices = (form: FormFact): boolean =>
  form.submitters.length === 0 && form.action === null && !asksForWords(form)

const asksForWords = ({ fields }: FormFact): boolean =>
  fields.some(
    ({ type, tag }) =>
      tag === 'textarea' || /^(text|email|tel|password|url|number|date)$/.test(type),
  )

const mustBeFilled = ({ fields }: FormFact): boolean =>
  fields.some(({ type, required, ariaRequired }) => {
    return required || ariaRequired || /^(email|password)$/.test(type)
  })

/** Nothing sends it and nothing in it must be filled: it answers while people choose. */
const isCalculator = (form: FormFact): boolean =>
  form.submitters.length === 0 && !mustBeFilled(form)

export const deadForm: PageRule = definePageRule(
  {
    id: 'interaction/dead-form',
    about: 'A form that is filled in well goes somewhere or says something.',
    example: {
      bad: '<form onsubmit="return false">',
      better: '<form action="/thanks.html" method="get">',
    },
    mustPass: true,
    needs: ['views', 'probes'],
  },
  (facts) =>
    facts.probes.forms.flatMap(({ selector, valid }) => {
      const form = formAt(facts, selector)
      if (valid === null || valid.errors.length > 0) return []
      if (wasKept(facts.network, /^script$/)) return []
      if (form !== undefined && (leaves(form) || isSetOfChoices(form) || isCalculator(form)))
        return []
      if (valid.locked === true)
        return [
          {
            message: `${selector} cannot be sent: its button stays disabled when all is filled in.`,
            place: { selector: form?.submitters[0] ?? selector },
          },
        ]
      if (didSomething(valid) && !onlyReloads(facts, form, valid)) return []
      return [
        {
          message: `${selector} does nothing when it is sent with good values.`,
          place: { selector },
        },
      ]
    }),
)

export const formThrows: PageRule = definePageRule(
  {
    id: 'interaction/form-throws',
    about: 'No form makes a script fail when it is sent.',
    example: { bad: 'fetch(undefined.url)', better: 'fetch(form.action)' },
    mustPass: true,
    needs: ['views', 'probes'],
  },
  ({ probes, network }) =>
    oncePerPlace(
      probes.forms.flatMap(({ selector, empty, valid, wrong }) =>
        [empty, valid, wrong]
          .flatMap((attempt) => attempt?.errors ?? [])
          .filter((error) => !isOfTheLook(error, network))
          .map((error) => ({ message: `${selector} fails: ${error}`, place: { selector } })),
      ),
    ),
)

export const formValidation: PageRule = definePageRule(
  {
    id: 'interaction/form-validation',
    about: 'A form refuses to go without what it needs, and refuses a value of the wrong kind.',
    example: { bad: '<input type="email">', better: '<input type="email" required>' },
    needs: ['views', 'probes'],
  },
  (facts) =>
    facts.probes.forms.flatMap(({ selector, empty, wrong }) => {
      const form = formAt(facts, selector)
      if (form === undefined || isSearch(form) || !asksForWords(form)) return []
      const required = form.fields.find(({ required: must }) => must)
      const takesNothing = empty !== null && accepted(empty)
      // what was said before and still stands there is not new
      const isSaid = empty !== null && refusedByServer(empty)
      const takesWrong = wrong !== null && accepted(wrong) && !(isSaid && isTurnedDown(wrong))
      return [
        ...(takesNothing
          ? [
              {
                severity: mustBeFilled(form) ? ('error' as const) : ('warning' as const),
                message: `${selector} goes out with nothing filled in.`,
                place: { selector: required?.selector ?? selector },
              },
            ]
          : []),
        ...(takesWrong &&
        form.fields.some(
          ({ type, pattern }) => type === 'email' || type === 'url' || pattern !== null,
        )
          ? [
              {
                message: `${selector} goes out with a value of the wrong kind.`,
                place: { selector },
              },
            ]
          : []),
      ]
    }),
)
