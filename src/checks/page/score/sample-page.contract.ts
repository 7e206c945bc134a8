import type { PageFacts } from '../../../model/page-facts.ts'
import type { StaticFacts, StaticPage, StyleLiteral } from '../../../model/page-static.ts'
import type { SectionFact, StyleTally, ViewFacts } from '../../../model/page-structure.ts'
import type { Box, Control, ImageFact, Rgba, TextBlock, TextRun } from '../../../model/page-view.ts'
import type { PageContract } from '../page-rule.ts'

/** Facts of a page without a fault, to be changed by tests one part at a time. */

export const box = (x = 20, y = 20, width = 200, height = 44): Box => ({ x, y, width, height })
export const white: Rgba = { r: 255, g: 255, b: 255, a: 1 }
export const ink: Rgba = { r: 51, g: 33, b: 15, a: 1 }

export const aText = (over: Partial<TextRun> = {}): TextRun => ({
  selector: 'main > p',
  tag: 'p',
  source: 'text',
  text: 'Bread that is still warm',
  box: box(),
  lines: 1,
  fontSize: 17,
  fontWeight: 400,
  fontFamily: 'Georgia, serif',
  fontStyle: 'normal',
  textAlign: 'start',
  colour: ink,
  opacity: 1,
  textShadow: null,
  clipFill: null,
  backdrop: { layers: [], solid: white, pixels: null },
  isLarge: false,
  inDisabled: false,
  inLink: false,
  ariaHidden: false,
  clipped: null,
  pastEdge: 0,
  overlaps: [],
  coveredBy: null,
  insideScroller: null,
  ancestorRoles: ['main'],
  block: 0,
  ...over,
})

export const aBlock = (text: string, over: Partial<TextBlock> = {}): TextBlock => ({
  selector: `main > p:nth-of-type(${text.length})`,
  tag: 'p',
  text,
  box: box(),
  role: null,
  visible: true,
  hidden: null,
  lang: null,
  ...over,
})

export const aControl = (over: Partial<Control> = {}): Control => ({
  selector: '#buy',
  tag: 'button',
  type: 'button',
  role: 'button',
  name: 'Reserve a loaf',
  nameFrom: 'content',
  text: 'Reserve a loaf',
  href: null,
  placeholder: null,
  value: null,
  title: null,
  label: null,
  disabled: false,
  focusable: true,
  tabIndex: 0,
  visible: true,
  ariaHidden: false,
  box: box(),
  inline: false,
  coveredBy: null,
  offCanvas: false,
  cursor: 'pointer',
  paint: {
    colour: white,
    background: ink,
    backgroundImage: null,
    borderColour: ink,
    borderWidth: 0,
    borderSides: [],
    outlineColour: ink,
    outlineWidth: 0,
    boxShadow: null,
    textDecoration: 'none',
    opacity: 1,
    around: { layers: [], solid: white, pixels: null },
  },
  because: 'native',
  ariaControls: null,
  inForm: null,
  insideDialog: null,
  icon: null,
  iconColours: [],
  ...over,
})

export const anImage = (over: Partial<ImageFact> = {}): ImageFact => ({
  selector: 'main > img',
  kind: 'img',
  src: 'loaf.jpg',
  alt: 'A loaf',
  role: null,
  name: 'A loaf',
  decorative: false,
  box: box(20, 300, 400, 300),
  hasSizeAttributes: true,
  broken: false,
  visible: true,
  inLink: false,
  svg: null,
  ...over,
})

export const noStyles: StyleTally = {
  colours: [],
  fontFamilies: [],
  gradients: [],
  animations: [],
}

export const aSection = (over: Partial<SectionFact> = {}): SectionFact => ({
  selector: '#hero',
  tag: 'section',
  id: 'hero',
  heading: 'Bread that is still warm',
  box: box(0, 0, 1280, 600),
  signature: 'section(h1 p a)',
  repeats: null,
  ...over,
})

export const aView = (width: number, over: Partial<ViewFacts> = {}): ViewFacts => ({
  width,
  height: width === 375 ? 667 : 720,
  scheme: 'light',
  opened: null,
  scrollWidth: width,
  clientWidth: width,
  scrollHeight: 2000,
  overflows: [],
  texts: [aText()],
  blocks: [aBlock('Bread that is still warm', { selector: 'main > p' })],
  controls: [],
  images: [],
  headings: [
    { selector: 'h1', level: 1, text: 'Bread that is still warm', visible: true, box: box() },
  ],
  landmarks: [{ selector: 'main', role: 'main', name: '', visible: true, box: box() }],
  forms: [],
  ids: [],
  frames: [],
  tables: [],
  sections: [],
  styles: noStyles,
  states: {
    hover: ['.button:hover'],
    focus: [':focus-visible'],
    active: ['.button:active'],
    darkScheme: false,
  },
  leftOut: 0,
  ...over,
})

export const widths = [375, 768, 1024, 1280] as const

export const aPage = (over: Partial<PageFacts> = {}): PageFacts => ({
  page: 'index.html',
  url: 'http://page.test/index.html',
  title: 'Bakery',
  lang: 'en',
  dir: null,
  doctype: 'html5',
  viewportMeta: 'width=device-width, initial-scale=1',
  description: 'Bread',
  views: widths.map((width) => aView(width)),
  dark: null,
  opened: [],
  screenshots: [],
  axe: { version: '4', violations: [], incomplete: [], inapplicable: [] },
  network: { requests: [], console: [], pageErrors: [], attempts: [] },
  links: [],
  probes: {
    clicks: [],
    forms: [],
    keyboard: { stops: [], unreached: [], trap: [], completed: true },
    states: [],
    openers: [],
    leftOut: [],
  },
  performance: {
    transfer: [],
    layoutShift: 0,
    shifts: [],
    domNodes: 50,
    loadMs: 100,
  },
  static: null,
  sight: { browser: 'Chromium', walls: 'bubblewrap', gaps: [] },
  ...over,
})

/** The same change in every view. */
export const inViews = (over: Partial<ViewFacts>): readonly ViewFacts[] =>
  widths.map((width) => aView(width, over))

export const noContract: PageContract = { copy: null, sections: null, tokens: null, brand: null }

export const aStaticPage = (over: Partial<StaticPage> = {}): StaticPage => ({
  file: 'index.html',
  doctype: 'html5',
  lang: 'en',
  title: 'Bakery',
  description: 'Bread',
  charset: 'utf-8',
  viewport: 'width=device-width',
  imagesWithoutAlt: [],
  emptyLinks: [],
  emptyButtons: [],
  links: [],
  texts: [],
  ...over,
})

export const staticFacts = (over: Partial<StaticFacts> = {}): StaticFacts => ({
  pages: [aStaticPage()],
  literals: [],
  customProperties: [],
  styleErrors: [],
  files: ['index.html', 'style.css'],
  ...over,
})

export const aLiteral = (
  kind: StyleLiteral['kind'],
  property: string,
  value: string,
  over: Partial<StyleLiteral> = {},
): StyleLiteral => ({
  file: 'style.css',
  line: 12,
  column: 3,
  kind,
  property,
  value,
  declaration: value,
  selector: '.card',
  where: 'rule',
  start: null,
  ...over,
})
