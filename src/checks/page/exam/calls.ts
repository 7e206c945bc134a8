import type { LinkFact } from '../../../model/page-facts.ts'
import type { Control } from '../../../model/page-view.ts'
import { type Answer, met, undecided, unmet } from '../../../obligations/examine.ts'
import { quote } from '../score/define-rule.ts'
import { type Shown, squeezed } from './parts.ts'
import { findSection } from './sections.ts'

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** The same number, with or without the code of its country. */
export function isSameNumber(one: string, other: string): boolean {
  const [a, b] = [digitsOf(one).replace(/^0+/, ''), digitsOf(other).replace(/^0+/, '')]
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= 5 && long.endsWith(short) && long.length - short.length <= 3
}

const phone = /\+?\d[\d\s/().-]{5,}\d/
const mail = /[\w.+-]+@[\w-]+\.[\w.-]+\w/

/** A telephone number that can be called: a `tel:` link with that very number. */
export function findPhone({ facts, text }: Shown, number: string): Answer {
  const link = facts.links.find(({ raw }) => /^tel:/i.test(raw) && isSameNumber(raw, number))
  if (link !== undefined) return met(`${link.raw} is called by ${quote(link.text)}`, link.selector)
  const isSaid = digitsOf(text).includes(digitsOf(number).replace(/^0+/, ''))
  const other = facts.links.find(({ raw }) => /^tel:/i.test(raw))
  const said = isSaid
    ? 'the number is written there, but no tel: link calls it'
    : 'the number is not there'
  return unmet(
    `${number}: ${other === undefined ? said : `the page calls ${other.raw}, not this number`}`,
    other?.selector,
  )
}

/** Before the first heading, or within the first look of the page. */
export function isOnTop({ facts, view }: Shown, number: string): Answer {
  const link = facts.links.find(({ raw }) => /^tel:/i.test(raw) && isSameNumber(raw, number))
  const box = view.controls.find(({ selector }) => selector === link?.selector)?.box
  const first = view.headings.find(({ visible }) => visible)
  if (link === undefined || box === undefined)
    return undecided(`where ${number} stands was not seen`)
  const isFirst = box.y < Math.max(first?.box.y ?? 0, 160)
  return (isFirst ? met : unmet)(
    `${number} stands ${Math.round(box.y)} px from the top`,
    link.selector,
  )
}

export function findMail({ facts, text }: Shown, address: string): Answer {
  const wanted = address.toLowerCase()
  const link = facts.links.find(({ raw }) => raw.toLowerCase().startsWith(`mailto:${wanted}`))
  if (link !== undefined) return met(`${link.raw} is at ${quote(link.text)}`, link.selector)
  return text.toLowerCase().includes(wanted)
    ? met(`${address} stands on the page`)
    : unmet(`${address} is not there`)
}

const controlsCalled = ({ view }: Shown, label: string): readonly Control[] => {
  const wanted = squeezed(label).replace(/[.!…→›»\s]+$/, '')
  const named = ({ text, name }: Control) =>
    [text, name].map((each) => squeezed(each).replace(/[.!…→›»\s]+$/, ''))
  const usable = view.controls.filter(
    ({ visible, tag }) => (visible && !/^(?:input|select|textarea)$/.test(tag)) || false,
  )
  const exact = view.controls.filter((each) => each.visible && named(each).includes(wanted))
  return exact.length > 0
    ? exact
    : usable.filter((each) =>
        named(each).some((name) => name.includes(wanted) && name.length < wanted.length + 40),
      )
}

/** A link or button with these words, and where it leads if that was said. */
export function findCall(shown: Shown, label: string, target: string | null): Answer {
  const controls = controlsCalled(shown, label)
  if (controls.length === 0) {
    const isSaid = squeezed(shown.text).includes(squeezed(label))
    return unmet(
      `no link or button is called ${quote(label)}${isSaid ? '; the words are plain text' : ''}`,
    )
  }
  const number = phone.exec(target ?? label)?.[0]
  const answers = controls.map((control) => leads(shown, control, { label, target, number }))
  return (
    answers.find(({ status }) => status === 'met') ??
    answers.find(({ status }) => status === 'unmet') ??
    answers[0] ??
    undecided(`where ${quote(label)} leads was not seen`)
  )
}

/** Any link that leads there, whatever its words. */
export function findTarget({ facts, view }: Shown, target: string): Answer {
  const controls = new Set(
    view.controls.filter(({ visible }) => visible).map(({ selector }) => selector),
  )
  const ways = facts.links.filter(
    ({ raw, url, attribute }) => attribute === 'href' && isPlace({ raw, url }, target),
  )
  const link = ways.find(({ selector }) => controls.has(selector))
  if (link === undefined)
    return ways.length === 0
      ? unmet(`no link leads to ${target}`)
      : undecided(`the link to ${target} was not seen (${ways[0]!.selector})`)
  return leadsSomewhere(link) || link.raw.startsWith('/')
    ? met(`${quote(link.text)} leads to ${link.raw}`, link.selector)
    : unmet(`${quote(link.text)} leads to ${link.raw}, which is not there`, link.selector)
}

function isPlace({ raw, url }: Pick<LinkFact, 'raw' | 'url'>, target: string): boolean {
  const address = mail.exec(target)?.[0]
  if (address !== undefined && !/^https?:/i.test(target))
    return raw.toLowerCase().startsWith(`mailto:${address.toLowerCase()}`)
  if (/^tel:/i.test(target)) return /^tel:/i.test(raw) && isSameNumber(raw, target)
  if (target.startsWith('#')) return raw.endsWith(target)
  const plain = (each: string) =>
    each
      .replace(/^\.?\//, '')
      .replace(/\/$/, '')
      .replace(/(?:index)?\.html?$/, '')
  return [raw, url].some((each) => plain(each) === plain(target))
}

type Wanted = {
  readonly label: string
  readonly target: string | null
  readonly number: string | undefined
}

function leads(shown: Shown, control: Control, { label, target, number }: Wanted): Answer {
  const { selector } = control
  const link = shown.facts.links.find(
    (each) => each.selector === selector && each.attribute === 'href',
  )
  const raw = link?.raw ?? control.href
  if (number !== undefined)
    return raw !== null && /^tel:/i.test(raw) && isSameNumber(raw, number)
      ? met(`${quote(label)} calls ${raw}`, selector)
      : unmet(
          `${quote(label)} ${raw === null ? 'is no link' : `leads to ${raw}`}, not to tel:${digitsOf(number)}`,
          selector,
        )
  if (link === undefined || raw === null) return pressed(shown, control, { label, target })
  // a path from the root may well be there when the site is served
  if (!leadsSomewhere(link) && !(raw.startsWith('/') && target !== null))
    return unmet(`${quote(label)} leads to ${raw}, which is not there`, selector)
  if (target === null) return met(`${quote(label)} leads to ${raw}`, selector)
  return (
    isTarget(shown, link, target) ??
    unmet(`${quote(label)} leads to ${raw}, not to ${target}`, selector)
  )
}

const leadsSomewhere = ({ verdict }: LinkFact): boolean =>
  verdict.type === 'present' ||
  verdict.type === 'external' ||
  (verdict.type === 'scheme' && verdict.wellFormed)

/** Null where the link surely leads elsewhere. */
function isTarget(
  shown: Shown,
  { raw, url, selector, text, verdict }: LinkFact,
  target: string,
): Answer | null {
  const wanted = target.trim().replaceAll('`', '')
  const yes = met(`${quote(text)} leads to ${raw}`, selector)
  const address = mail.exec(wanted)?.[0]
  if (address !== undefined)
    return raw.toLowerCase().startsWith(`mailto:${address.toLowerCase()}`) ? yes : null
  const same = [raw, url].some((each) => each.replace(/\/$/, '') === wanted.replace(/\/$/, ''))
  if (same || (wanted.startsWith('#') && raw.endsWith(wanted))) return yes
  const path = (each: string) => each.replace(/^\.?\//, '').replace(/(?:index)?\.html?$/, '')
  if (/^[\w./-]+$/.test(wanted) && /[./]/.test(wanted))
    return path(raw) === path(wanted) ? yes : null
  if (/^(?:https?:|#)/.test(wanted)) return null
  // a target in words: the part that it names must be where the link leads
  const fragment = /#(.+)$/.exec(raw)?.[1]
  const named = findSection(shown, wanted.replace(/^(?:to\s+)?(?:the\s+)?/i, ''))
  const place = named.evidence[0]?.where ?? ''
  const isThere =
    fragment !== undefined && (place === `#${fragment}` || place.startsWith(`#${fragment} `))
  if (named.status === 'met' && isThere) return yes
  return undecided(
    `${quote(text)} leads to ${raw}; whether that is ${quote(target)} takes a look${verdict.type === 'external' ? ' at another site' : ''}`,
  )
}

/** A button: what a click on it did. */
function pressed(
  { facts }: Shown,
  { selector, inForm }: Control,
  { label, target }: Omit<Wanted, 'number'>,
): Answer {
  const effects = facts.probes.clicks.find((each) => each.selector === selector)?.effects ?? []
  const acts = effects.filter((effect) => !['none', 'error', 'not-clicked'].includes(effect))
  if (inForm !== null && target === null) return met(`${quote(label)} sends ${inForm}`, selector)
  if (acts.length > 0 && target === null)
    return met(`${quote(label)} does something: ${acts.join(', ')}`, selector)
  if (effects.includes('none'))
    return unmet(`${quote(label)} does nothing when it is pressed`, selector)
  return undecided(
    `${quote(label)} is a button; where it leads${target === null ? '' : ` (${target})`} takes a look`,
  )
}
