import { guessLanguage } from '../../checks/page/accessibility/detect-language.ts'
import type { Copy, SectionName } from '../../workflows/gan/inputs/copy.ts'
import { type Anchors, anchorsOf, slugOf, targetOf } from '../../workflows/gan/anchors.ts'
import { escaped, tag, words } from './markup.ts'
import type { Inputs } from './read-inputs.ts'
import type { Palette } from './style.ts'

type Sections = Copy['sections']
type Page = { readonly inputs: Inputs; readonly anchors: Anchors; readonly name: string }

/** The whole page: the words of the copy in the order of the copy, and no others. */
export function documentOf(inputs: Inputs, palette: Palette): string {
  const { copy, brief, voice } = inputs
  const page: Page = {
    inputs,
    anchors: anchorsOf(brief, copy.order),
    name: voice?.name ?? (titleOf(brief.title).split(/[,:–—|]/)[0] ?? '').trim(),
  }
  const main = copy.order.filter((name) => name !== 'footer')
  return `<!doctype html>
<html lang="${languageOf(inputs)}" data-palette="${palette}">
${headOf(page)}
<body>
${headerOf(page)}
<main>
${main.map((name) => sectionOf(name, page)).join('\n')}
</main>
${footerOf(page)}
</body>
</html>
`
}

const titleOf = (title: string): string => title.replace(/^BRIEF\s*[:–—-]?\s*/i, '')

/** The language that the brief names, else the one the words are written in. */
function languageOf({ brief, copy }: Inputs): string {
  const asked = /\blang(?:uage)?\s*[:=]\s*([a-z]{2}(?:-[A-Z]{2})?)\b/.exec(brief.text)?.[1]
  return asked ?? guessLanguage(JSON.stringify(copy.copy.sections), 'en')?.languages[0] ?? 'en'
}

function headOf({ inputs, name }: Page): string {
  const hero = inputs.copy.copy.sections.hero?.primary
  const headline = hero?.headline ?? name
  const title = name === '' || headline === name ? headline : `${headline} – ${name}`
  return `<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<meta name="description" content="${escaped(hero?.subheadline ?? headline)}">
<link rel="icon" href="mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="styles.css">
</head>`
}

/** The calls of the hero, each with where it leads; one that means nothing in particular leads on. */
function callsOf({ inputs, anchors }: Page): readonly (readonly [href: string, text: string])[] {
  const { cta_primary, cta_secondary } = inputs.copy.copy.sections.hero?.primary ?? {}
  const next = inputs.copy.order.find((name) => name !== 'hero') ?? 'hero'
  const end = anchors.ids.has('cta') ? 'cta' : next
  const calls = [
    [cta_primary, end],
    [cta_secondary, next],
  ] as const
  return calls.flatMap(([text, otherwise]) =>
    text === undefined ? [] : [[targetOf(text, inputs.brief, anchors, otherwise), text] as const],
  )
}

function headerOf(page: Page): string {
  const links = callsOf(page)
    .toReversed()
    .map(([href, text]) => tag('li', {}, words('a', { href }, text)))
  const top = page.anchors.ids.get('hero') ?? 'hero'
  const brand = page.name && words('a', { class: 'wordmark', href: `#${top}` }, page.name)
  const nav = links.length > 0 && tag('nav', { 'aria-label': page.name || 'Page' }, list(links))
  return tag('header', {}, tag('div', { class: 'wrap' }, brand, nav || ''))
}

function footerOf(page: Page): string {
  const said = page.inputs.copy.copy.sections.footer?.primary
  return tag(
    'footer',
    { class: 'on-deep' },
    tag(
      'div',
      { class: 'wrap', id: page.anchors.ids.get('footer') },
      ...(said === undefined
        ? [words('p', { class: 'wordmark' }, page.name)]
        : freeFields(said, 'footer-title')),
    ),
  )
}

const list = (items: readonly string[], name = 'ul', kind?: string): string =>
  items.length === 0 ? '' : tag(name, { class: kind }, ...items)

const optional = (name: string, text: string | undefined, kind?: string): string =>
  text === undefined ? '' : words(name, { class: kind }, text)

const grounds: Readonly<Partial<Record<SectionName, string>>> = {
  solution: 'on-brand',
  pricing: 'on-band',
}

function sectionOf(name: SectionName, page: Page): string {
  const { anchors } = page
  const title = `${name.replace('_', '-')}-title`
  const inside = contentOf(name, title, page)
  return tag(
    'section',
    {
      id: anchors.ids.get(name),
      class: [name, grounds[name]].filter(Boolean).join(' '),
      'aria-labelledby': inside.includes(`id="${title}"`) ? title : null,
    },
    tag('div', { class: 'wrap', id: anchors.aliases.get(name) }, inside),
  )
}

function contentOf(name: SectionName, id: string, page: Page): string {
  const { sections } = page.inputs.copy.copy
  switch (name) {
    case 'hero':
      return heroOf(id, page)
    case 'problem':
    case 'solution': {
      const { headline = '', body = '' } = sections[name]?.primary ?? {}
      return words('h2', { id }, headline) + words('p', {}, body)
    }
    case 'features': {
      const { headline, items = [] } = sections.features?.primary ?? {}
      const promises = items.map((item) =>
        tag(
          'li',
          {},
          words('h3', {}, item.title),
          words('p', {}, item.description),
          optional('p', item.metric, 'metric'),
        ),
      )
      return (headline === undefined ? '' : words('h2', { id }, headline)) + list(promises, 'ol')
    }
    case 'pricing': {
      const { headline = '', plans = [] } = sections.pricing?.primary ?? {}
      return words('h2', { id }, headline) + list(plans.map(planOf), 'ol', 'plans')
    }
    case 'cta': {
      const { headline = '', supporting_text } = sections.cta?.primary ?? {}
      return words('h2', { id }, headline) + closing(page) + optional('p', supporting_text, 'note')
    }
    case 'social_proof':
    case 'footer':
      return freeFields(sections[name]?.primary ?? {}, id).join('')
  }
}

function heroOf(id: string, page: Page): string {
  const { headline = '', subheadline } = page.inputs.copy.copy.sections.hero?.primary ?? {}
  const calls = callsOf(page).map(([href, text], index) =>
    words('a', { href, class: index === 0 ? 'button' : 'quiet-link' }, text),
  )
  return (
    words('h1', { id }, headline) +
    optional('p', subheadline, 'lead') +
    (calls.length === 0 ? '' : tag('p', { class: 'calls' }, calls.join(' ')))
  )
}

type Plan = NonNullable<Sections['pricing']>['primary']['plans'][number]

const planOf = ({ name, price, billing_period, highlights }: Plan): string =>
  tag(
    'li',
    {},
    words('h3', {}, name),
    words('p', { class: 'price' }, price),
    optional('p', billing_period, 'note'),
    list(highlights.map((each) => words('li', {}, each))),
  )

const mail = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/

/** What the last button does: it leads on, writes to the brand, or asks for the plan or an address. */
export function closingOf({ brief, copy }: Inputs, anchors: Anchors) {
  const { sections } = copy.copy
  const button = sections.cta?.primary.button_text ?? ''
  const target = targetOf(button, brief, anchors, 'cta')
  const own = target === `#${anchors.ids.get('cta') ?? ''}`
  const written = mail.exec(`${JSON.stringify(sections)} ${brief.text}`)?.[0]
  const to = own && written !== undefined ? `mailto:${written}` : target
  const plans = sections.pricing?.primary.plans ?? []
  if (to.startsWith('mailto:')) return { type: 'letter', to, button } as const
  if (!own) return { type: 'link', to, button } as const
  return plans.length > 1
    ? ({ type: 'choice', to, button, plans } as const)
    : ({ type: 'address', to, button } as const)
}

function closing({ inputs, anchors }: Page): string {
  const end = closingOf(inputs, anchors)
  if (end.type === 'link')
    return tag('p', { class: 'calls' }, words('a', { class: 'button', href: end.to }, end.button))
  const hidden = `<input type="hidden" name="subject" value="${escaped(end.button)}">`
  const field = `<label for="email">E-mail</label>\n<input id="email" name="email" type="email" autocomplete="email" required>`
  const asked =
    end.type === 'letter' ? hidden : end.type === 'address' ? field : choiceOf(inputs, end.plans)
  const submit = words('button', { class: 'button', type: 'submit' }, end.button)
  return tag('form', { method: 'get', action: end.to }, asked, submit)
}

const choiceOf = ({ copy }: Inputs, plans: readonly Plan[]): string =>
  tag(
    'fieldset',
    {},
    words('legend', { class: 'unseen' }, copy.copy.sections.pricing?.primary.headline ?? ''),
    ...plans.map(({ name, price }) =>
      tag(
        'label',
        {},
        `<input type="radio" name="plan" value="${slugOf(name)}" required>`,
        words('span', {}, name),
        ` ${words('span', {}, price)}`,
      ),
    ),
  )

type Free = NonNullable<Sections['footer']>['primary']

const unread = /^(?:href|url|link|src|icon|id|image|target)$/
const isHeading = /^(?:headline|heading|title)$/
const isQuote = /^(?:quote|text|body|testimonial|review)$/

/** Sections whose fields nobody has fixed. */
const freeFields = (fields: Free, id: string): readonly string[] =>
  Object.entries(fields)
    .filter(([field]) => !unread.test(field))
    .map(([field, value]) => {
      if (typeof value === 'string')
        return isHeading.test(field) ? words('h2', { id }, value) : words('p', {}, value)
      return list(
        value.map((each) =>
          typeof each === 'string' ? words('li', {}, each) : tag('li', {}, ...recordOf(each)),
        ),
        'ul',
        'voices',
      )
    })

function recordOf(record: Readonly<Record<string, string>>): readonly string[] {
  const href = Object.entries(record).find(([field]) => /^(?:href|url|link|target)$/.test(field))
  return Object.entries(record)
    .filter(([field]) => !unread.test(field))
    .map(([field, text], index) => {
      if (index === 0 && /^(?:#|mailto:|tel:|https?:)/.test(href?.[1] ?? ''))
        return words('a', { href: href?.[1] }, text)
      return isQuote.test(field)
        ? tag('blockquote', {}, words('p', {}, text))
        : words('p', { class: 'note' }, text)
    })
}
