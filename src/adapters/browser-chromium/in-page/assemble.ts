import * as basics from './basics.ts'
import * as blocks from './blocks.ts'
import * as colours from './colours.ts'
import * as controlPaint from './control-paint.ts'
import * as controls from './controls.ts'
import * as document from './document.ts'
import * as filling from './filling.ts'
import * as focus from './focus.ts'
import * as statePaint from './state-paint.ts'
import * as forms from './forms.ts'
import * as images from './images.ts'
import * as markup from './markup.ts'
import * as media from './media.ts'
import * as paintWatch from './paint-watch.ts'
import * as probing from './probing.ts'
import * as rules from './rules.ts'
import * as sections from './sections.ts'
import * as settle from './settle.ts'
import * as stack from './stack.ts'
import * as structure from './structure.ts'
import * as tallies from './tallies.ts'
import * as textClip from './text-clip.ts'
import * as texts from './texts.ts'
import * as view from './view.ts'
import * as writtenStyles from './written-styles.ts'

const parts = [
  basics,
  colours,
  stack,
  texts,
  textClip,
  blocks,
  controls,
  controlPaint,
  images,
  markup,
  writtenStyles,
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
]

/** The collectors as one script. Each function is named by its export, so bundling cannot part them. */
export function collectorScript(): string {
  const functions = parts
    .flatMap((part) => Object.entries<unknown>({ ...part }))
    .filter(([, value]) => typeof value === 'function')
    .map(([name, value]) => `kit[${JSON.stringify(name)}] = ${String(value)}`)
  const memo =
    '{ styles: new Map(), selectors: new Map(), colours: new Map(), shown: new Map(), ' +
    'opacities: new Map(), canvas: null, elements: [], leftOut: 0, handled: new Set(), named: new Map(), hiding: null, ' +
    'around: new Map(), places: new Map(), restless: new Set(), moving: [], changed: [], watcher: null, before: null, ' +
    'words: new Set(), looks: new Map(), walked: [], recorder: null, ' +
    'observed: null, entries: { shifts: [], paints: [] } }'
  return `globalThis.kit = { memo: ${memo} };\n${functions.join(';\n')};`
}
