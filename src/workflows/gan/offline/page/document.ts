import { guessLanguage } from '../../../../checks/page/accessibility/detect-language.ts'
import { artFor } from '../art/art.ts'
import { lookMarks } from '../look.ts'
import { targetOf } from './anchors.ts'
import { freeSection } from './free-section.ts'
import { escaped, tag, words } from './markup.ts'
import type { Part } from './parts.ts'
import { groundFor, type Scene } from './scene.ts'
import { documentTitle, sectionOf } from './sections.ts'

/** The whole page. */
export function documentOf(scene: Scene): string {
  const { parts, look } = scene
  const main = parts.filter(({ name }) => name !== 'footer')
  const hero = main.findIndex(({ type }) => type === 'hero')
  const drawn = main.map((part, index) => sectionOf(part, scene, Math.max(0, index - hero - 1)))
  return `<!doctype html>
${tag(
  'html',
  { lang: languageOf(scene), ...lookMarks(look) },
  '\n',
  headOf(scene),
  '\n<body>\n',
  headerOf(scene),
  '\n<main>\n',
  drawn.join('\n'),
  '\n</main>\n',
  footerOf(scene),
  '\n</body>\n',
)}
`
}

function headOf(scene: Scene): string {
  const hero = scene.parts.find(({ type }) => type === 'hero')
  const description = hero?.type === 'hero' ? (hero.subheadline ?? hero.headline) : scene.name
  return `<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(documentTitle(scene))}</title>
<meta name="description" content="${escaped(description)}">
<link rel="icon" href="mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="styles.css">
</head>`
}

/** The language of the words themselves. */
function languageOf({ inputs, parts }: Scene): string {
  const guess = guessLanguage(JSON.stringify(parts.map((part) => Object.values(part))), 'en')
  const asked = /\blang(?:uage)?\s*[:=]\s*([a-z]{2}(?:-[A-Z]{2})?)\b/.exec(inputs.brief.text)?.[1]
  return asked ?? guess?.languages[0] ?? 'en'
}

type Link = { readonly text: string; readonly href: string; readonly main: boolean }

/** Where one can go from the head of the page, in words the copy already has. */
function linksOf({ inputs, parts, anchors }: Scene): readonly Link[] {
  const hero = parts.find(({ type }) => type === 'hero')
  const calls = hero?.type === 'hero' ? [hero.secondary, hero.primary] : []
  const links = calls.flatMap((text, index): readonly Link[] => {
    const second = index === 0
    return text === null
      ? []
      : [{ text, href: targetOf(text, inputs.brief, { parts, anchors, second }), main: !second }]
  })
  return links.length > 0 ? links : titles(parts, anchors).slice(0, 3)
}

const titles = (parts: readonly Part[], { ids }: Scene['anchors']): readonly Link[] =>
  parts.flatMap((part): readonly Link[] => {
    if (part.type === 'hero' || part.type === 'free' || part.headline === null) return []
    return [{ text: part.headline, href: `#${ids.get(part.name) ?? part.name}`, main: false }]
  })

function headerOf(scene: Scene): string {
  const links = linksOf(scene).map(({ text, href, main }) =>
    tag('li', {}, words('a', { href, class: main ? 'header-call' : 'header-link' }, text)),
  )
  const top = scene.anchors.ids.get('hero') ?? 'hero'
  return tag(
    'header',
    { class: `masthead on-${groundFor(scene, 'header')}` },
    tag(
      'div',
      { class: 'wrap' },
      scene.name === ''
        ? ''
        : tag('a', { class: 'wordmark', href: `#${top}` }, escaped(scene.name)),
      links.length === 0
        ? ''
        : tag('nav', { 'aria-label': scene.name || 'Page' }, tag('ul', {}, ...links)),
      scene.look.layout === 'editorial' ? contentsOf(scene) : '',
    ),
  )
}

/** A list of contents, as magazines have one. */
function contentsOf(scene: Scene): string {
  const links = titles(scene.parts, scene.anchors)
  if (links.length < 3) return ''
  return tag(
    'nav',
    { class: 'contents', 'aria-label': documentTitle(scene) },
    tag('ol', {}, ...links.map(({ text, href }) => tag('li', {}, words('a', { href }, text)))),
  )
}

function footerOf(scene: Scene): string {
  const part = scene.parts.find(({ name }) => name === 'footer')
  const said = part?.type === 'free' ? freeSection(part, 'footer-title') : []
  return tag(
    'footer',
    { class: `ending on-${groundFor(scene, part === undefined ? 'ending' : 'footer')}` },
    tag(
      'div',
      { class: 'wrap', id: part === undefined ? null : scene.anchors.ids.get('footer') },
      tag('div', { class: 'ending-art' }, artFor(scene.look, 'ending')),
      said.length > 0 || scene.name === '' ? '' : words('p', { class: 'wordmark' }, scene.name),
      ...said,
    ),
  )
}
