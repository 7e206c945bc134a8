import type { ClickEffect, ClickProbe, FormProbe, FormTry } from '../../model/page-probes.ts'
import { awaitAnswers, awaitEffect, mark, since } from './effects.ts'
import type { Filling } from './in-page/filling.ts'
import type { Tab } from './tab.ts'

const mostForms = 4
const patienceMs = 200
const answerMs = 5_000

type Sendable = {
  readonly selector: string
  readonly buttons: readonly { readonly selector: string; readonly name: string }[]
}

export type FormsTried = {
  readonly forms: readonly FormProbe[]
  /** What the buttons that send them did. */
  readonly clicks: readonly ClickProbe[]
}

/** Sends every form empty, with one wrong value, and filled in. Nothing leaves the page. */
export async function probeForms(tab: Tab): Promise<FormsTried> {
  const sendable = await tab.ask<readonly Sendable[]>('kit.sendableForms()')
  const forms: FormProbe[] = []
  const clicks: ClickProbe[] = []
  for (const { selector, buttons } of sendable.slice(0, mostForms)) {
    const empty = await attempt(tab, selector, 'empty')
    const wrong = await attempt(tab, selector, 'wrong')
    const valid = await attempt(tab, selector, 'valid')
    const probe = { selector, empty, wrong, valid }
    forms.push(probe)
    clicks.push(...buttons.map((button) => ({ ...button, ...effectsOf(probe) })))
  }
  return { forms, clicks }
}

function effectsOf({ empty, wrong, valid }: FormProbe): Pick<ClickProbe, 'effects' | 'detail'> {
  const effects = new Set<ClickEffect>()
  const tries = [valid, empty, wrong].filter((each) => each !== null)
  for (const { navigation, request, shown, errors, blocked } of tries) {
    if (navigation !== null) effects.add('navigation')
    if (request !== null) effects.add('request')
    if (shown.length > 0) effects.add('mutation')
    if (errors.length > 0) effects.add('error')
    if (blocked) effects.add('focus')
  }
  const first = tries.map(({ navigation, request, shown, errors }) =>
    [errors[0], navigation, request, shown[0]].find((each) => typeof each === 'string'),
  )
  return {
    effects: effects.size === 0 ? ['none'] : [...effects],
    detail: first.find((each) => typeof each === 'string') ?? null,
  }
}

async function attempt(tab: Tab, selector: string, how: Filling): Promise<FormTry | null> {
  const name = JSON.stringify(selector)
  const filled = await tab.ask<boolean>(`kit.fillForm(${name}, ${JSON.stringify(how)})`)
  if (!filled) return null
  const before = mark(tab)
  const sending = await tab.ask<'sent' | 'stopped' | 'gone' | 'locked'>(`kit.send(${name})`)
  if (sending === 'gone') return null
  // a page may still answer to what the browser stopped, but it does so at once
  const patience = sending === 'sent' ? patienceMs : 0
  await awaitEffect(tab, selector, { before, patienceMs: patience })
  if (sending === 'sent') await awaitAnswers(tab, answerMs)
  const observed = await tab.ask<Pick<FormTry, 'invalid' | 'shown' | 'announced'>>(
    `kit.sent(${name})`,
  )
  const { attempts, requests, errors } = since(tab, before)
  const navigation = attempts.find((each) => each.kind === 'navigation')?.detail ?? null
  const request = requests[0]?.url ?? null
  const answer = requests.at(-1)?.status ?? null
  return {
    ...observed,
    blocked: navigation === null && request === null && observed.invalid.length > 0,
    request,
    ...(answer === null ? {} : { answer }),
    navigation,
    errors: errors.map((error) => error.message),
    ...(sending === 'locked' ? { locked: true } : {}),
  }
}
