import type { FormProbe, FormTry } from '../../model/page-probes.ts'
import { awaitEffect, mark, since } from './effects.ts'
import type { Filling } from './in-page/filling.ts'
import type { Tab } from './tab.ts'

const mostForms = 4
const patienceMs = 200

/** Sends every form empty, with one wrong value, and filled in. Nothing leaves the page. */
export async function probeForms(tab: Tab): Promise<readonly FormProbe[]> {
  const forms = await tab.ask<readonly string[]>(
    `(kit.begin(6000), [...document.forms].filter((form) => form.checkVisibility() && kit.fieldsOf(form).length > 0).map((form) => kit.selectorOf(form)))`,
  )
  const probes: FormProbe[] = []
  for (const selector of forms.slice(0, mostForms)) {
    const empty = await attempt(tab, selector, 'empty')
    const wrong = await attempt(tab, selector, 'wrong')
    const valid = await attempt(tab, selector, 'valid')
    probes.push({ selector, empty, wrong, valid })
  }
  return probes
}

async function attempt(tab: Tab, selector: string, how: Filling): Promise<FormTry | null> {
  const name = JSON.stringify(selector)
  const filled = await tab.ask<boolean>(`kit.fillForm(${name}, ${JSON.stringify(how)})`)
  if (!filled) return null
  const before = mark(tab)
  if (!(await tab.ask<boolean>(`kit.send(${name})`))) return null
  await awaitEffect(tab, selector, { before, patienceMs })
  const seen = await tab.ask<Pick<FormTry, 'invalid' | 'shown' | 'announced'>>(`kit.sent(${name})`)
  const { attempts, requests, errors } = since(tab, before)
  const navigation = attempts.find((each) => each.kind === 'navigation')?.detail ?? null
  const request = requests[0]?.url ?? null
  return {
    ...seen,
    blocked: navigation === null && request === null && seen.invalid.length > 0,
    request,
    navigation,
    errors: errors.map((error) => error.message),
  }
}
