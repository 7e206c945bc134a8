import type { Brief } from '../../inputs/brief.ts'
import { targetOf } from './anchors.ts'
import { escaped, slugOf, tag, words } from './markup.ts'
import type { Part, Plan } from './parts.ts'
import type { Scene } from './scene.ts'

type Cta = Extract<Part, { type: 'cta' }>

/** What the last button of a page does. */
export type Closing =
  | { readonly type: 'link'; readonly href: string }
  /** Opens a letter to the brand. */
  | { readonly type: 'letter'; readonly to: string }
  /** Chooses one of the plans; the choice goes into the address. */
  | { readonly type: 'choice'; readonly plans: readonly Plan[]; readonly asks: string }
  /** Nothing else is known to do: a reader leaves an address to be answered at. */
  | { readonly type: 'address' }

const mailIn = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/

/** An address of the brief, one in the copy, a choice among the plans, or the reader's own address. */
export function closingOf(part: Cta, scene: Pick<Scene, 'inputs' | 'parts' | 'anchors'>): Closing {
  const { inputs, parts, anchors } = scene
  const target = targetOf(part.button, inputs.brief, { parts, anchors })
  if (target.startsWith('mailto:')) return { type: 'letter', to: target.slice('mailto:'.length) }
  if (!target.startsWith('#')) return { type: 'link', href: target }
  const own = anchors.ids.get('cta')
  if (target !== `#${own ?? ''}`) return { type: 'link', href: target }
  const mail = mailIn.exec(wordsOf(inputs.brief, parts))?.[0]
  if (mail !== undefined) return { type: 'letter', to: mail }
  const pricing = parts.find((each) => each.type === 'pricing')
  return pricing?.type === 'pricing' && pricing.plans.length > 1
    ? { type: 'choice', plans: pricing.plans, asks: pricing.headline }
    : { type: 'address' }
}

const wordsOf = (brief: Brief, parts: readonly Part[]): string =>
  `${JSON.stringify(parts)} ${brief.constraints} ${brief.text}`

/** The button, and what must be filled in before it. */
export function closing(part: Cta, scene: Scene): string {
  const end = closingOf(part, scene)
  const own = `#${scene.anchors.ids.get('cta') ?? 'cta'}`
  const button = words('button', { class: 'button', type: 'submit' }, part.button)
  switch (end.type) {
    case 'link':
      return tag(
        'p',
        { class: 'calls' },
        words('a', { class: 'button', href: end.href }, part.button),
      )
    case 'letter':
      return tag(
        'form',
        { class: 'calls', method: 'get', action: `mailto:${end.to}` },
        `<input type="hidden" name="subject" value="${escaped(part.button)}">`,
        button,
      )
    case 'choice':
      return tag(
        'form',
        { class: 'booking', method: 'get', action: own },
        tag(
          'fieldset',
          {},
          words('legend', { class: 'unseen' }, end.asks),
          ...end.plans.map(ticket),
        ),
        button,
      )
    case 'address':
      return tag(
        'form',
        { class: 'booking', method: 'get', action: own },
        words('label', { class: 'field-name', for: 'email' }, 'E-mail'),
        '<input class="field" id="email" name="email" type="email" autocomplete="email" required>',
        button,
      )
  }
}

const ticket = ({ name, price }: Plan): string =>
  tag(
    'label',
    { class: 'ticket' },
    `<input type="radio" name="plan" value="${slugOf(name)}" required>`,
    words('span', { class: 'ticket-name' }, name),
    ` ${words('span', { class: 'ticket-price' }, price)}`,
  )
