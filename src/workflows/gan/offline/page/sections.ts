import { artFor } from '../art/art.ts'
import { targetOf } from './anchors.ts'
import { closing } from './closing.ts'
import { freeSection } from './free-section.ts'
import { tag, words } from './markup.ts'
import { type Feature, figureOf, type Part, type Plan } from './parts.ts'
import { groundFor, type Scene } from './scene.ts'

type PartOf<Type extends Part['type']> = Extract<Part, { type: Type }>

/** One section of the page. The words are those of the copy, in the order of the copy. */
export function sectionOf(part: Part, scene: Scene, index: number): string {
  switch (part.type) {
    case 'hero':
      return hero(part, scene)
    case 'prose':
      return framed(part, { scene, index }, heading(part, part.headline), prose(part, scene))
    case 'features':
      return framed(
        part,
        { scene, index },
        part.headline === null ? '' : heading(part, part.headline),
        tag(
          'ol',
          { class: 'promises' },
          ...part.items.map((item, at) => feature(item, fieldClass(scene, at))),
        ),
      )
    case 'pricing':
      return framed(
        part,
        { scene, index },
        heading(part, part.headline),
        scene.look.layout === 'product' ? priceTable(part) : priceList(part),
      )
    case 'cta':
      return framed(
        part,
        { scene, index },
        heading(part, part.headline),
        closing(part, scene),
        part.supporting === null ? '' : words('p', { class: 'assurance' }, part.supporting),
      )
    case 'free':
      return framed(part, { scene, index }, ...freeSection(part, headingId(part)))
  }
}

const headingId = ({ name }: Part): string => `${name}-title`.replace('_', '-')

const heading = (part: Part, text: string): string => words('h2', { id: headingId(part) }, text)

type Place = { readonly scene: Scene; readonly index: number }

/** A section with its id, its ground and its width. */
function framed(part: Part, { scene, index }: Place, ...inside: readonly string[]): string {
  const { anchors, look } = scene
  const width = look.widths[index % look.widths.length] ?? 'wide'
  const titled = inside.some((each) => each.includes(`id="${headingId(part)}"`))
  return tag(
    'section',
    {
      id: anchors.ids.get(part.name),
      class: `part ${part.name} ${width} on-${groundFor(scene, part.name)}`,
      'aria-labelledby': titled ? headingId(part) : null,
    },
    `\n${tag('div', { class: 'wrap', id: anchors.aliases.get(part.name) }, ...inside)}\n`,
  )
}

function hero(part: PartOf<'hero'>, scene: Scene): string {
  const { look, anchors, inputs, parts } = scene
  const call = (label: string | null, kind: string, second: boolean) => {
    if (label === null) return ''
    const href = targetOf(label, inputs.brief, { parts, anchors, second })
    return words('a', { class: kind, href }, label)
  }
  const calls = [
    call(part.primary, 'button', false),
    call(part.secondary, 'quiet-link', true),
  ].filter(Boolean)
  return tag(
    'section',
    {
      id: anchors.ids.get('hero'),
      class: `hero side-${look.side} on-${groundFor(scene, 'hero')}`,
      'aria-labelledby': headingId(part),
    },
    tag(
      'div',
      { class: 'wrap', id: anchors.aliases.get('hero') },
      tag(
        'div',
        { class: 'hero-words' },
        words('h1', { id: headingId(part) }, part.headline),
        part.subheadline === null ? '' : words('p', { class: 'lead' }, part.subheadline),
        calls.length === 0 ? '' : tag('p', { class: 'calls' }, calls.join(' ')),
      ),
      tag('div', { class: 'hero-art' }, artFor(look, 'hero')),
    ),
  )
}

/** A solution goes step by step where the layout has a form for steps; a problem is told. */
function prose({ name, sentences }: PartOf<'prose'>, { look }: Scene): string {
  const [first = '', ...rest] = sentences
  if (name === 'solution' && look.layout !== 'editorial' && sentences.length > 1)
    return tag('ol', { class: 'steps' }, ...sentences.map((each) => words('li', {}, each)))
  if (rest.length === 0) return tag('div', { class: 'told' }, words('p', { class: 'first' }, first))
  return tag(
    'div',
    { class: 'told' },
    words('p', { class: 'first' }, first),
    words('p', {}, rest.join(' ')),
  )
}

/** On a poster every field has its own ground. */
function fieldClass({ look }: Scene, at: number): string | null {
  const grounds = ['accent', 'brand', 'paper', 'accent', 'paper', 'brand'] as const
  return look.layout === 'poster' ? `on-${grounds[at % grounds.length] ?? 'brand'}` : null
}

const feature = ({ title, description, metric }: Feature, ground: string | null): string =>
  tag(
    'li',
    { class: ground },
    words('h3', {}, title),
    words('p', {}, description),
    metric === null ? '' : measure(metric),
  )

/** The figure of a metric is set apart from what it counts. */
function measure(metric: string): string {
  const parts = figureOf(metric)
  if (parts === null) return words('p', { class: 'metric' }, metric)
  return tag(
    'p',
    { class: 'metric' },
    words('span', { class: 'figure' }, parts.figure),
    ` ${words('span', { class: 'counts' }, parts.rest)}`,
  )
}

const highlights = ({ highlights: all }: Plan): string =>
  all.length === 0 ? '' : tag('ul', {}, ...all.map((each) => words('li', {}, each)))

const period = ({ period: each }: Plan): string =>
  each === null ? '' : words('p', { class: 'period' }, each)

const priceList = ({ plans }: PartOf<'pricing'>): string =>
  tag(
    'ol',
    { class: 'plans' },
    ...plans.map((plan) =>
      tag(
        'li',
        {},
        words('h3', {}, plan.name),
        words('p', { class: 'price' }, plan.price),
        period(plan),
        highlights(plan),
      ),
    ),
  )

const priceTable = (part: PartOf<'pricing'>): string =>
  tag(
    'table',
    { class: 'plans', 'aria-labelledby': headingId(part) },
    tag(
      'tbody',
      {},
      ...part.plans.map((plan) =>
        tag(
          'tr',
          {},
          words('th', { scope: 'row' }, plan.name),
          tag('td', { class: 'cost' }, words('p', { class: 'price' }, plan.price), period(plan)),
          tag('td', {}, highlights(plan)),
        ),
      ),
    ),
  )

/** The title of the tab: what the page says first, and who says it. */
export function documentTitle({ parts, name }: Scene): string {
  const first = parts.find(({ type }) => type === 'hero')
  const headline = first?.type === 'hero' ? first.headline : name
  return name === '' || headline === name ? headline : `${headline} – ${name}`
}
