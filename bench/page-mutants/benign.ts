import { type Declaration, parse as parseCss } from 'postcss'
import { contrastRatio } from '../../src/model/colour.ts'
import { hexOf } from '../../src/kit/colour.ts'
import { readOpaque } from '../../src/checks/page/audit/colour.ts'
import {
  addRules,
  type Draft,
  declarationsOf,
  rulesOf,
  seen,
  tagged,
} from '../../src/checks/page/audit/draft.ts'
import type { Site } from '../../src/checks/page/audit/operator.ts'
import { onElement, onPage } from '../../src/checks/page/audit/plant.ts'
import { pick, type Random } from '../../src/checks/page/audit/random.ts'
import { matches } from '../../src/checks/page/selector.ts'
import { palette, resolve, variablesOf } from '../../src/checks/page/audit/style.ts'
import {
  addStyle,
  ancestorsOf,
  append,
  attribute,
  childElements,
  detach,
  type Element,
  elementsIn,
  has,
  insertAfter,
  insertFirst,
  isText,
  made,
  parentOf,
  plainText,
  removeAttribute,
  setAttribute,
} from '../../src/checks/page/audit/tree.ts'

/** A change that no reader, no browser and no careful gate has a reason to object to. */
export type Benign = {
  readonly id: string
  vary(site: Site, random: Random): Site | null
}

const nowhere = { selectors: [], files: [] }
const about = (id: string) => ({ id, class: 'meta', dimension: 'Functionality' }) as const

const fromOperator = (operator: ReturnType<typeof onPage>): Benign => ({
  id: operator.id,
  vary: (site, random) => operator.plant(site, random)?.site ?? null,
})

const page = (id: string, change: (draft: Draft, random: Random) => unknown): Benign =>
  fromOperator(
    onPage(about(id), (draft, random) => {
      const done = change(draft, random)
      return done === null || done === undefined || done === false ? null : nowhere
    }),
  )

const element = (
  id: string,
  candidates: (draft: Draft) => readonly Element[],
  change: (element: Element, draft: Draft, random: Random) => unknown,
): Benign =>
  fromOperator(
    onElement(about(id), candidates, (each, draft, random) => {
      const done = change(each, draft, random)
      return done === null || done === false ? null : nowhere
    }),
  )

const source = (id: string, change: (html: string) => string): Benign => ({
  id,
  vary(site) {
    const before = site.files[site.entry]
    if (typeof before !== 'string') return null
    const after = change(before)
    return after === before ? null : { ...site, files: { ...site.files, [site.entry]: after } }
  },
})

const sheet = (id: string, change: (css: string) => string): Benign => ({
  id,
  vary(site) {
    const before = site.files['style.css']
    if (typeof before !== 'string') return null
    const after = change(before)
    return after === before ? null : { ...site, files: { ...site.files, 'style.css': after } }
  },
})

const script = (id: string, change: (js: string) => string): Benign => ({
  id,
  vary(site) {
    const before = site.files['script.js']
    if (typeof before !== 'string') return null
    return { ...site, files: { ...site.files, 'script.js': change(before) } }
  },
})

const rules = (id: string, css: string): Benign => page(id, (draft) => addRules(draft, css))

const paragraphs = (draft: Draft) =>
  tagged(draft, 'p', 'li').filter(
    (each) => each.childNodes.length === 1 && plainText(each).split(' ').length > 5,
  )

/** Puts something around or into one word of a text, so that it reads the same. */
const inText = (id: string, change: (text: string) => string | null): Benign =>
  element(id, paragraphs, (each) => {
    const [node] = each.childNodes
    if (node === undefined || !isText(node)) return null
    const after = change(node.value)
    if (after === null) return null
    const holder = made(`<div>${after}</div>`)
    each.childNodes.length = 0
    for (const child of holder.childNodes) {
      child.parentNode = each
      each.childNodes.push(child)
    }
    return true
  })

const around = (id: string, open: string, close: string): Benign =>
  inText(id, (text) => text.replace(/\b([a-z]{4,})\b/, `${open}$1${close}`))

const everyColour = (draft: Draft, write: (hex: string) => string | null) => {
  let changed = 0
  for (const { root } of draft.sheets)
    root.walkDecls((declaration: Declaration) => {
      if (!/^#[\da-f]{6}$/i.test(declaration.value)) return
      const after = write(declaration.value)
      if (after === null || after === declaration.value) return
      declaration.value = after
      changed += 1
    })
  return changed > 0
}

function hsl(hex: string): string | null {
  const colour = readOpaque(hex)
  if (colour === null) return null
  const [r, g, b] = [colour.r / 255, colour.g / 255, colour.b / 255]
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  const span = most - least
  const light = (most + least) / 2
  const saturation = span === 0 ? 0 : span / (1 - Math.abs(2 * light - 1))
  const turn =
    span === 0
      ? 0
      : most === r
        ? ((g - b) / span + 6) % 6
        : most === g
          ? (b - r) / span + 2
          : (r - g) / span + 4
  const round = (number: number) => Number(number.toFixed(3))
  return `hsl(${round(turn * 60)} ${round(saturation * 100)}% ${round(light * 100)}%)`
}

const rgb = (hex: string): string | null => {
  const colour = readOpaque(hex)
  return colour === null ? null : `rgb(${colour.r}, ${colour.g}, ${colour.b})`
}

/** A strong purple of the same brightness in the place of the accent, in every file that names it. */
function brandPurple(site: Site): Site | null {
  const css = site.files['style.css']
  if (typeof css !== 'string') return null
  const accent = /--(?:color-)?(?:crust|tide|pine|lamp|signal|rose|red|blue):\s*(#[\da-f]{6})/.exec(
    css,
  )?.[1]
  const colour = accent === undefined ? null : readOpaque(accent)
  if (accent === undefined || colour === null) return null
  const white = { r: 255, g: 255, b: 255 }
  const wanted = contrastRatio(colour, white)
  const purples = Array.from({ length: 99 }, (_, at) => at + 1).map((light) => purple(light))
  const near = purples.toSorted(
    (one, other) =>
      Math.abs(contrastRatio(one, white) - wanted) - Math.abs(contrastRatio(other, white) - wanted),
  )[0]
  if (near === undefined) return null
  const files = Object.fromEntries(
    Object.entries(site.files).map(([path, content]) => [
      path,
      typeof content === 'string' ? content.replaceAll(accent, hexOf(near)) : content,
    ]),
  )
  return { ...site, files }
}

function purple(light: number) {
  const [l, s] = [light / 100, 0.55]
  const c = (1 - Math.abs(2 * l - 1)) * s
  const m = l - c / 2
  return { r: (c * 0.45 + m) * 255, g: m * 255, b: (c + m) * 255 }
}

const spaceName = (draft: Draft): string =>
  [...variablesOf(draft, 'light').keys()].find((name) => /^--(?:space-4|s4)$/.test(name)) ??
  '--space-4'

const inkName = (draft: Draft): string => palette(draft)[2]?.[0] ?? '--color-ink'

const fields = (draft: Draft) =>
  tagged(draft, 'input', 'textarea').filter((each) => has(each, 'id'))

const labelOf = (draft: Draft, field: Element) =>
  tagged(draft, 'label').find((each) => attribute(each, 'for') === attribute(field, 'id'))

const decoration =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24"><circle cx="12" cy="12" r="10" fill="#888888"/></svg>\n'

const renamedVariables = (site: Site): Site | null => {
  const css = site.files['style.css']
  if (typeof css !== 'string') return null
  const after = css.replaceAll(/--(?=[a-z])/g, '--brand-')
  return { ...site, files: { ...site.files, 'style.css': after } }
}

/** A class under another name, in the page, the sheet and the script. */
function renamedClass(site: Site): Site | null {
  const html = site.files[site.entry]
  const css = site.files['style.css']
  if (typeof html !== 'string' || typeof css !== 'string') return null
  const name = /\.(button|lede|hint|field|solid|ticket|go|pill|standfirst)\b/.exec(css)?.[1]
  if (name === undefined) return null
  const swap = (text: string) => text.replaceAll(new RegExp(`\\.${name}\\b`, 'g'), `.${name}-x`)
  const files = Object.fromEntries(
    Object.entries(site.files).map(([path, content]) => [
      path,
      typeof content !== 'string'
        ? content
        : path.endsWith('.html')
          ? content.replaceAll(
              /class="([^"]*)"/g,
              (_, list: string) =>
                `class="${list
                  .split(' ')
                  .map((each) => (each === name ? `${name}-x` : each))
                  .join(' ')}"`,
            )
          : path.endsWith('.css')
            ? swap(content)
            : content,
    ]),
  )
  return { ...site, files }
}

/** Two neighbouring rules that touch no common element change places. */
function reordered(draft: Draft, random: Random) {
  const spots = rulesOf(draft).flatMap((rule) => {
    const next = rule.next()
    if (next?.type !== 'rule' || rule.parent?.type !== 'root') return []
    const [one, other] = [rule.selectors, next.selectors]
    if ([...one, ...other].some((each) => /[:*]/.test(each))) return []
    const shared = draft.elements.some(
      (each) =>
        one.some((selector) => matches(each, selector)) &&
        other.some((selector) => matches(each, selector)),
    )
    return shared ? [] : [{ rule, next }]
  })
  const spot = pick(spots, random)
  if (spot === undefined) return null
  spot.next.after(spot.rule.clone())
  spot.rule.remove()
  return true
}

const wrapAll = (css: string, open: string): string => {
  const root = parseCss(css)
  const plain = root.nodes.filter(
    (node) =>
      node.type === 'rule' && !node.selector.includes(':root') && !node.selector.includes('*'),
  )
  return plain.length === 0
    ? css
    : `${css}\n${open} {\n  .never-used {\n    display: block;\n  }\n}\n`
}

const externalised = (site: Site): Site | null => {
  const css = site.files['style.css']
  const html = site.files[site.entry]
  if (typeof css !== 'string' || typeof html !== 'string') return null
  const cut = css.indexOf('\n}\n', css.length / 2) + 3
  const after = html.replace(
    'href="style.css">',
    'href="style.css">\n    <link rel="stylesheet" href="more.css">',
  )
  return cut < 3 || openBraces(css.slice(0, cut)) !== 0 || after === html
    ? null
    : {
        ...site,
        files: {
          ...site.files,
          [site.entry]: after,
          'style.css': css.slice(0, cut),
          'more.css': css.slice(cut),
        },
      }
}

const openBraces = (css: string): number => css.split('{').length - css.split('}').length

const styleInPage = (site: Site): Site | null => {
  const css = site.files['style.css']
  const html = site.files[site.entry]
  if (typeof css !== 'string' || typeof html !== 'string') return null
  const after = html.replace(
    /<link rel="stylesheet" href="style\.css">/,
    () => `<style>\n${css}</style>`,
  )
  return after === html ? null : { ...site, files: { ...site.files, [site.entry]: after } }
}

const scriptInPage = (site: Site): Site | null => {
  const js = site.files['script.js']
  const html = site.files[site.entry]
  if (typeof js !== 'string' || typeof html !== 'string') return null
  const after = html
    .replace(/\s*<script [^>]*src="script\.js"[^>]*><\/script>/, '')
    .replace('</body>', () => `<script>\n${js}</script>\n</body>`)
  return { ...site, files: { ...site.files, [site.entry]: after } }
}

const smartQuotes = (site: Site): Site | null => {
  const [html, copy] = [site.files[site.entry], site.files['copy.json']]
  if (typeof html !== 'string' || typeof copy !== 'string') return null
  const quote = (text: string) => text.replaceAll(/([a-z])'s /g, '$1’s ')
  return quote(copy) === copy
    ? null
    : { ...site, files: { ...site.files, [site.entry]: quote(html), 'copy.json': quote(copy) } }
}

const whole = (id: string, vary: (site: Site) => Site | null): Benign => ({ id, vary })

const headLine = (id: string, line: string): Benign =>
  source(id, (html) => html.replace(/(<meta charset="[^"]*">)/, `$1\n    ${line}`))

const images = (draft: Draft) =>
  tagged(draft, 'img').filter((each) => (attribute(each, 'alt') ?? '') !== '')

const pxOf = (value: string): string =>
  value.replaceAll(/(\d*\.?\d+)rem\b/g, (_, number: string) => `${Number(number) * 16}px`)

export const benign: readonly Benign[] = [
  source('doctype-other-case', (html) =>
    html.replace(/<!doctype html>/i, (match) =>
      match === '<!doctype html>' ? '<!DOCTYPE HTML>' : '<!doctype html>',
    ),
  ),
  source('doctype-legacy-compat', (html) =>
    html.replace(/<!doctype html>/i, '<!DOCTYPE html SYSTEM "about:legacy-compat">'),
  ),
  source('comment-in-page', (html) =>
    html.replace(/(<main[^>]*>)/, '$1\n<!-- the sections follow the brief -->'),
  ),
  source('byte-order-mark', (html) => `\uFEFF${html}`),
  source('carriage-returns', (html) => html.replaceAll('\n', '\r\n')),
  source('tabs-for-spaces', (html) =>
    html.replaceAll(/^ +/gm, (spaces) => '\t'.repeat(spaces.length / 2)),
  ),
  source('trailing-spaces', (html) => html.replaceAll('</p>\n', '</p>  \n')),
  source('blank-lines', (html) => html.replaceAll('</section>\n', '</section>\n\n\n')),
  source('void-tags-closed', (html) =>
    html.replaceAll(/<(meta|link|img|input)([^>]*[^/])>/g, '<$1$2 />'),
  ),
  source('tags-in-capitals', (html) =>
    html.replaceAll(
      /<(\/?)(p|h2|li)\b/g,
      (_, slash: string, name: string) => `<${slash}${name.toUpperCase()}`,
    ),
  ),
  source('single-quotes', (html) =>
    html.replaceAll(/ (id|class|href|for)="([^"']*)"/g, " $1='$2'"),
  ),
  source('end-tags-left-out', (html) =>
    html.replaceAll('</li>\n', '\n').replaceAll('</td><td>', '<td>'),
  ),
  source('character-references', (html) =>
    html.replaceAll(
      /(<p[^>]*>)([A-Z])/g,
      (_, open: string, letter: string) => `${open}&#${letter.charCodeAt(0)};`,
    ),
  ),
  source('charset-by-http-equiv', (html) =>
    html.replace(
      /<meta charset="[^"]*">/,
      '<meta http-equiv="Content-Type" content="text/html; charset=utf-8">',
    ),
  ),
  source('lang-with-region', (html) => html.replace('lang="en"', 'lang="en-US"')),
  source('viewport-fit-cover', (html) =>
    html.replace(/initial-scale=1"/, 'initial-scale=1, viewport-fit=cover"'),
  ),
  source('viewport-zoom-to-five', (html) =>
    html.replace(/initial-scale=1"/, 'initial-scale=1, maximum-scale=5, user-scalable=yes"'),
  ),
  source('base-links-with-dot', (html) => html.replaceAll(/href="(\w+\.html)"/g, 'href="./$1"')),
  source('links-with-query', (html) =>
    html.replaceAll(/href="index\.html"/g, 'href="index.html?from=top"'),
  ),
  source('link-to-top', (html) => html.replace(/href="(?:index\.html|#hero)"/, 'href="#top"')),
  source('mail-with-subject', (html) =>
    html.replace(/href="mailto:([^"]*)"/, 'href="mailto:$1?subject=Hello"'),
  ),
  headLine('theme-colour', '<meta name="theme-color" content="#ffffff">'),
  headLine(
    'open-graph',
    '<meta property="og:type" content="website"><meta property="og:title" content="Welcome">',
  ),
  headLine('canonical-link', '<link rel="canonical" href="index.html">'),
  headLine('robots', '<meta name="robots" content="index, follow">'),
  headLine(
    'structured-data',
    '<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebPage","name":"Front page"}</script>',
  ),
  headLine('style-preload', '<link rel="preload" href="style.css" as="style">'),
  headLine('format-detection', '<meta name="format-detection" content="telephone=no">'),
  page('template-with-text', (draft) => {
    const main = tagged(draft, 'main')[0]
    if (main === undefined) return null
    append(main, made('<template><p>A row that a script fills.</p></template>'))
    return true
  }),
  source('noscript-line', (html) =>
    html.replace(
      '</body>',
      '<noscript><style>.never-used { display: none; }</style></noscript>\n</body>',
    ),
  ),
  inText('line-break-in-text', (text) => text.replace(/(\w+ \w+ \w+) /, '$1<br>')),
  element(
    'line-break-in-heading',
    (draft) =>
      tagged(draft, 'h1', 'h2').filter(
        (each) => each.childNodes.length === 1 && plainText(each).split(' ').length > 3,
      ),
    (each) => {
      const [node] = each.childNodes
      if (node === undefined || !isText(node)) return null
      const [first = '', second = '', ...rest] = node.value.trim().split(' ')
      const holder = made(`<div>${first} ${second}<br>${rest.join(' ')}</div>`)
      each.childNodes.length = 0
      for (const child of holder.childNodes) {
        child.parentNode = each
        each.childNodes.push(child)
      }
      return true
    },
  ),
  inText('soft-hyphen', (text) =>
    /\b[a-z]{7,}\b/.test(text) ? text.replace(/\b([a-z]{4})([a-z]{3,})\b/, '$1&shy;$2') : null,
  ),
  inText('word-break-chance', (text) =>
    /\b[a-z]{7,}\b/.test(text) ? text.replace(/\b([a-z]{4})([a-z]{3,})\b/, '$1<wbr>$2') : null,
  ),
  inText('non-breaking-space', (text) =>
    /\d [a-z]/.test(text) ? text.replace(/(\d) ([a-z])/, '$1&nbsp;$2') : null,
  ),
  inText('text-over-lines', (text) => text.replaceAll(' ', '\n        ')),
  around('strong-word', '<strong>', '</strong>'),
  around('emphasised-word', '<em>', '</em>'),
  around('span-around-word', '<span>', '</span>'),
  inText('time-element', (text) =>
    /\b\d{1,2}:\d{2}\b/.test(text) ? text.replace(/\b(\d{1,2}:\d{2})\b/, '<time>$1</time>') : null,
  ),
  page('text-for-screen-readers', (draft) => {
    const link = tagged(draft, 'a').find(
      (each) =>
        plainText(each) !== '' && ancestorsOf(each).some(({ tagName }) => tagName === 'footer'),
    )
    if (link === undefined) return null
    append(link, made('<span class="sr-only"> (this page)</span>'))
    return addRules(
      draft,
      '.sr-only { position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; border: 0; }',
    )
  }),
  page('decorative-image', (draft) => {
    const main = tagged(draft, 'section').at(-1)
    if (main === undefined) return null
    draft.files['images/dot.svg'] = decoration
    append(main, made('<img src="images/dot.svg" width="24" height="24" alt="">'))
    return true
  }),
  page('decorative-drawing', (draft) => {
    const main = tagged(draft, 'section').at(-1)
    if (main === undefined) return null
    append(
      main,
      made(
        '<svg width="48" height="12" viewBox="0 0 48 12" aria-hidden="true" focusable="false"><path d="M0 6q6-12 12 0t12 0 12 0 12 0" fill="none" stroke="currentColor" stroke-width="2"></path></svg>',
      ),
    )
    return true
  }),
  element(
    'lazy-image',
    (draft) => images(draft).filter((each) => !has(each, 'loading')),
    (each) => setAttribute(each, 'loading', 'lazy'),
  ),
  element('async-image', images, (each) => setAttribute(each, 'decoding', 'async')),
  element('image-first', images, (each) => setAttribute(each, 'fetchpriority', 'high')),
  element('image-with-srcset', images, (each) =>
    setAttribute(
      each,
      'srcset',
      `${attribute(each, 'src') ?? ''} 1x, ${attribute(each, 'src') ?? ''} 2x`,
    ),
  ),
  element('picture-element', images, (each) => {
    const holder = made('<picture><source></picture>')
    const [first] = childElements(holder)
    if (first === undefined) return null
    setAttribute(first, 'srcset', attribute(each, 'src') ?? '')
    setAttribute(first, 'media', '(min-width: 600px)')
    insertAfter(each, holder)
    detach(each)
    append(holder, each)
    return true
  }),
  element('data-attribute', seen, (each) => setAttribute(each, 'data-track', 'section-view')),
  element(
    'attributes-in-other-order',
    (draft) => seen(draft).filter((each) => each.attrs.length > 2),
    (each) => {
      each.attrs = each.attrs.toReversed()
    },
  ),
  element(
    'translate-no',
    (draft) => tagged(draft, 'a'),
    (each) => setAttribute(each, 'translate', 'no'),
  ),
  element(
    'direction-stated',
    (draft) => draft.elements.filter(({ tagName }) => tagName === 'html'),
    (each) => setAttribute(each, 'dir', 'ltr'),
  ),
  element(
    'title-on-link',
    (draft) => tagged(draft, 'a').filter((each) => plainText(each) !== ''),
    (each) => setAttribute(each, 'title', 'Opens further down'),
  ),
  element(
    'same-name-by-label',
    (draft) =>
      tagged(draft, 'a', 'button').filter(
        (each) => plainText(each) !== '' && elementsIn(each).length === 0,
      ),
    (each) => setAttribute(each, 'aria-label', plainText(each)),
  ),
  element(
    'list-role',
    (draft) => tagged(draft, 'ul'),
    (each) => setAttribute(each, 'role', 'list'),
  ),
  element(
    'wrapper-around-section',
    (draft) => tagged(draft, 'form', 'table', 'dl'),
    (each) => {
      const holder = made('<div></div>')
      insertAfter(each, holder)
      detach(each)
      append(holder, each)
    },
  ),
  element(
    'details-open',
    (draft) => tagged(draft, 'details'),
    (each) => setAttribute(each, 'open', ''),
  ),
  element(
    'details-as-group',
    (draft) => tagged(draft, 'details'),
    (each) => setAttribute(each, 'name', 'questions'),
  ),
  element('label-by-reference', fields, (each, draft) => {
    const label = labelOf(draft, each)
    const id = attribute(each, 'id') ?? ''
    if (label === undefined || has(each, 'aria-labelledby')) return null
    setAttribute(label, 'id', `${id}-name`)
    setAttribute(each, 'aria-labelledby', `${id}-name`)
    return true
  }),
  element('field-hints', fields, (each) => setAttribute(each, 'enterkeyhint', 'next')),
  element('field-length', fields, (each) => setAttribute(each, 'maxlength', '80')),
  element('placeholder-beside-label', fields, (each, draft) => {
    if (
      has(each, 'placeholder') ||
      labelOf(draft, each) === undefined ||
      !/^(?:text|email|tel)$/.test(attribute(each, 'type') ?? '')
    )
      return null
    setAttribute(
      each,
      'placeholder',
      attribute(each, 'type') === 'email'
        ? 'name@example.org'
        : attribute(each, 'type') === 'tel'
          ? '030 555 01'
          : 'Robin Vale',
    )
    addRules(draft, 'input::placeholder { color: inherit; opacity: 1; }')
    return true
  }),
  element(
    'required-twice',
    (draft) => fields(draft).filter((each) => has(each, 'required')),
    (each) => setAttribute(each, 'aria-required', 'true'),
  ),
  element(
    'table-in-scroller',
    (draft) =>
      tagged(draft, 'table').filter(
        (each) => !ancestorsOf(each).some((above) => attribute(above, 'role') === 'region'),
      ),
    (each) => {
      const holder = made(
        '<div role="region" aria-label="Table" tabindex="0" style="overflow-x: auto"></div>',
      )
      insertAfter(each, holder)
      detach(each)
      append(holder, each)
    },
  ),
  element(
    'wider-table-in-scroller',
    (draft) =>
      tagged(draft, 'table').filter((each) =>
        ancestorsOf(each).some((above) => attribute(above, 'role') === 'region'),
      ),
    (each) => addStyle(each, 'min-width: 60rem'),
  ),
  element(
    'tabindex-zero',
    (draft) => tagged(draft, 'button').filter((each) => !has(each, 'tabindex')),
    (each) => setAttribute(each, 'tabindex', '0'),
  ),
  element(
    'rel-on-link',
    (draft) => tagged(draft, 'a').filter((each) => !has(each, 'rel')),
    (each) => setAttribute(each, 'rel', 'noopener'),
  ),
  element(
    'button-type-left-out',
    (draft) => tagged(draft, 'button').filter((each) => attribute(each, 'type') === 'submit'),
    (each) => removeAttribute(each, 'type'),
  ),
  element('extra-class', seen, (each) =>
    setAttribute(each, 'class', `${attribute(each, 'class') ?? ''} is-ready`.trim()),
  ),
  rules('capitals-by-style', 'h3, .brand, dt { text-transform: uppercase; }'),
  rules(
    'entrance-when-motion-is-welcome',
    '@media (prefers-reduced-motion: no-preference) { h1 { animation: arrive 500ms ease-out; } @keyframes arrive { from { opacity: 0; transform: translateY(8px); } } }',
  ),
  rules(
    'smooth-scroll-when-motion-is-welcome',
    '@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }',
  ),
  rules('print-rules', '@media print { nav, form { display: none; } }'),
  rules(
    'forced-colours',
    '@media (forced-colors: active) { a:focus-visible { outline-color: Highlight; } }',
  ),
  rules(
    'more-contrast',
    '@media (prefers-contrast: more) { a { text-decoration-thickness: 3px; } }',
  ),
  rules('container-query', '@container (min-width: 40rem) { .never-used { display: grid; } }'),
  rules('supports-query', '@supports (display: grid) { .never-used { display: grid; } }'),
  rules('text-wrap', 'h1, h2 { text-wrap: balance; } p { text-wrap: pretty; }'),
  rules('hyphens', 'p { hyphens: auto; }'),
  rules('nearly-opaque', 'p { opacity: 0.995; }'),
  rules('letter-spacing', 'h2 { letter-spacing: 0.01em; }'),
  rules('text-size-adjust', 'html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }'),
  rules('selection-by-system', '::selection { background: Highlight; color: HighlightText; }'),
  rules('thicker-ring', ':focus-visible { outline-width: 4px; }'),
  page('sticky-header', (draft) => {
    const header = tagged(draft, 'header')[0]
    const name = (attribute(header ?? made('<i></i>'), 'class') ?? '').split(' ')[0] ?? ''
    const body = palette(draft)[0]?.[0]
    if (
      header === undefined ||
      name === '' ||
      body === undefined ||
      tagged(draft, 'h1').some((each) => ancestorsOf(each).includes(header))
    )
      return null
    const lines = addRules(
      draft,
      `@media (min-width: 48rem) { .${name} { position: sticky; top: 0; z-index: 2; } } html { scroll-padding-top: 6rem; } .skip { z-index: 4; }`,
    )
    if (
      !rulesOf(draft).some(
        (rule) =>
          rule.selector === `.${name}` &&
          rule.nodes.some((node) => node.type === 'decl' && node.prop.startsWith('background')),
      )
    )
      addRules(draft, `.${name} { background-color: var(${body}); }`)
    return lines
  }),
  page('one-more-gap-from-the-scale', (draft) =>
    addRules(draft, `h2 { margin-bottom: var(${spaceName(draft)}); }`),
  ),
  page('one-more-rule-line', (draft) =>
    addRules(draft, `footer { border-top: 1px solid var(${inkName(draft)}); }`),
  ),
  page('rules-in-other-order', reordered),
  page('colours-as-hsl', (draft) => everyColour(draft, hsl)),
  page('colours-as-rgb', (draft) => everyColour(draft, rgb)),
  page('colours-in-capitals', (draft) => everyColour(draft, (hex) => hex.toUpperCase())),
  page('values-instead-of-names', (draft, random) => {
    const variables = variablesOf(draft, 'light')
    if ([...variablesOf(draft, 'dark')].some(([name, value]) => variables.get(name) !== value))
      return null
    const one = pick(
      declarationsOf(draft, /^(?:padding|margin|gap)$/).filter(({ value }) =>
        /^var\([^)]*\)$/.test(value),
      ),
      random,
    )
    if (one === undefined) return null
    one.value = resolve(one.value, variables)
    return true
  }),
  page('names-with-fallback', (draft) => {
    const all = declarationsOf(draft, /^color$/).filter(({ value }) =>
      /^var\(--[\w-]+\)$/.test(value),
    )
    const variables = variablesOf(draft, 'light')
    for (const each of all)
      each.value = each.value.replace(
        /var\((--[\w-]+)\)/,
        (_, name: string) => `var(${name}, ${variables.get(name) ?? 'inherit'})`,
      )
    return all.length > 0
  }),
  page('logical-properties', (draft) => {
    const all = declarationsOf(draft, /^(?:margin|padding)-(?:left|right|top|bottom)$/)
    const logical: Readonly<Record<string, string>> = {
      left: 'inline-start',
      right: 'inline-end',
      top: 'block-start',
      bottom: 'block-end',
    }
    for (const each of all)
      each.prop = each.prop.replace(/(left|right|top|bottom)$/, (side) => logical[side] ?? side)
    return all.length > 0
  }),
  page('longhands', (draft) => {
    const all = declarationsOf(draft, /^padding$/).filter(({ value }) =>
      /^var\([^)]*\) var\([^)]*\)$/.test(value),
    )
    for (const each of all) {
      const [block = '', inline = ''] = each.value.split(' ')
      each.cloneBefore({ prop: 'padding-block', value: block })
      each.cloneBefore({ prop: 'padding-inline', value: inline })
      each.remove()
    }
    return all.length > 0
  }),
  page('grid-for-flex', (draft) => {
    const all = declarationsOf(draft, /^display$/).filter(
      (each) =>
        each.value === 'inline-flex' &&
        each.parent?.nodes.every((node) => node.type !== 'decl' || node.prop !== 'gap'),
    )
    for (const each of all) each.value = 'inline-grid'
    return all.length > 0
  }),
  sheet('pixels-for-rem', (css) => css.replace(/:root \{[^}]*\}/, pxOf)),
  sheet('media-in-pixels', (css) =>
    css.replaceAll(
      /\(min-width: ([\d.]+)rem\)/g,
      (_, number: string) => `(min-width: ${Number(number) * 16}px)`,
    ),
  ),
  sheet('media-range-syntax', (css) =>
    css.replaceAll(/\(min-width: ([\d.]+rem)\)/g, '(width >= $1)'),
  ),
  sheet('comments-in-styles', (css) => css.replaceAll(/\n\n(?=\.)/g, '\n\n/* component */\n')),
  sheet('styles-on-few-lines', (css) => css.replaceAll(/\s*\n\s*/g, ' ')),
  sheet('imported-layer-unused', (css) => wrapAll(css, '@layer extras')),
  script('script-in-strict-mode', (js) => `'use strict'\n${js}`),
  script('script-with-comment', (js) => `/* small and on its own */\n${js}`),
  script('script-notes-in-console', (js) => `${js}\nconsole.info('ready')\n`),
  script('script-in-a-block', (js) => `{\n${js}\n}\n`),
  whole('style-in-page', styleInPage),
  whole('script-in-page', scriptInPage),
  whole('two-style-sheets', externalised),
  whole('custom-properties-renamed', renamedVariables),
  whole('class-renamed', renamedClass),
  whole('brand-purple', brandPurple),
  whole('smart-quotes', smartQuotes),
  page('first-child-wrapper', (draft) => {
    const title = tagged(draft, 'h1')[0]
    const parent = title === undefined ? null : parentOf(title)
    if (
      title === undefined ||
      parent === null ||
      /grid|flex/.test(attribute(parent, 'class') ?? '')
    )
      return null
    const holder = made('<div></div>')
    insertAfter(title, holder)
    detach(title)
    insertFirst(holder, title)
    return true
  }),
]
