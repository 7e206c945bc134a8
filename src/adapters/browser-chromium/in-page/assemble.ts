import * as basics from './basics.ts'
import * as blocks from './blocks.ts'
import * as colours from './colours.ts'
import * as controlPaint from './control-paint.ts'
import * as controls from './controls.ts'
import * as document from './document.ts'
import * as filling from './filling.ts'
import * as focus from './focus.ts'
import * as forms from './forms.ts'
import * as images from './images.ts'
import * as media from './media.ts'
import * as paintWatch from './paint-watch.ts'
import * as probing from './probing.ts'
import * as rules from './rules.ts'
import * as sections from './sections.ts'
import * as settle from './settle.ts'
import * as stack from './stack.ts'
import * as statePaint from './state-paint.ts'
import * as structure from './structure.ts'
import * as tallies from './tallies.ts'
import * as textClip from './text-clip.ts'
import * as texts from './texts.ts'
import * as view from './view.ts'

/** Everything that runs in the page. */
export const parts = [
  basics,
  colours,
  stack,
  texts,
  textClip,
  blocks,
  controls,
  controlPaint,
  images,
  media,
  structure,
  forms,
  sections,
  tallies,
  rules,
  document,
  probing,
  filling,
  paintWatch,
  focus,
  statePaint,
  settle,
  view,
] as const

/** What the collectors remember; the type in `kit.ts` says what each part is for. */
const memo = `{
  styles: new Map(), selectors: new Map(), colours: new Map(), shown: new Map(), opacities: new Map(),
  places: new Map(), around: new Map(), named: new Map(), looks: new Map(),
  elements: [], changed: [], moving: [], walked: [], shifts: [],
  handled: new Set(), restless: new Set(), words: new Set(),
  canvas: null, hiding: null, watcher: null, before: null, recorder: null, observer: null,
  leftOut: 0,
}`

/** The collectors as one script. Each function is named by its export, so bundling cannot part them. */
export function collectorScript(): string {
  const functions = parts
    .flatMap((part) => Object.entries<unknown>({ ...part }))
    .filter(([, value]) => typeof value === 'function')
    .map(([name, value]) => `kit[${JSON.stringify(name)}] = ${String(value)}`)
  return `globalThis.kit = { memo: ${memo} };\n${functions.join(';\n')};`
}
