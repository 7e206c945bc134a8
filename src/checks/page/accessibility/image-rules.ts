import type { PageFacts } from '../../../model/page-facts.ts'
import type { Control, ImageFact } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { allViews } from '../contrast/page-views.ts'
import {
  at,
  bare,
  isWithin,
  parentSelector,
  quote,
  type Seen,
  shownOnce,
  worksRule,
} from './about.ts'
import { percentDecoded } from '../../../kit/parse.ts'

const kinds: readonly ImageFact['kind'][] = ['img', 'input', 'role-img', 'svg']

const namedImages = (facts: PageFacts): readonly ImageFact[] =>
  shownOnce(facts, ({ images }) => images).filter(
    ({ kind, decorative, name, alt }) =>
      kinds.includes(kind) && !decorative && wordsFor({ name, alt }) !== '',
  )

const wordsFor = ({ name, alt }: { readonly name: string; readonly alt: string | null }): string =>
  (name === '' ? (alt ?? '') : name).trim()

const baseName = (src: string): string =>
  percentDecoded(src.replace(/[?#].*$/, '').replace(/^.*\//, ''))

/** The file's name, with or without its ending, as written or with its signs turned to spaces. */
function isFileName(words: string, src: string): boolean {
  if (/\.(avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp)$/i.test(words)) return true
  if (/^(img|dsc|dscn|pxl|image|photo|screenshot|unsplash)[-_ ]?\d{2,}/i.test(words)) return true
  if (/^[\da-f]{16,}$|^[\da-f]{8}-[\da-f]{4}-/i.test(words)) return true
  const file = baseName(src)
  const stem = file.replace(/\.\w+$/, '')
  // one plain word can name a picture and its file alike
  return /[-_\d]/.test(stem) && stem.length > 3 && (words === stem || words === file)
}

const hollow =
  /^(an? |the |my |your )?(alt|alt text|banner|bild|decoration|decorative|divider|foto|graphic|icon|illustration|image|imagen|img|logo|photo|photograph|pic|picture|placeholder|screenshot|spacer|thumbnail|untitled)( (\d+|text|here|of|description|image|photo|picture))?$|^(click|click here|button|image button)$/

const altSaysNothing: PageRule = worksRule(
  {
    id: 'alt-says-nothing',
    about:
      'The alt text says what a picture shows: it is no file name and not just “image” or “photo”.',
    example: { bad: 'alt="IMG_2041.jpg"', better: 'alt="Two loaves cooling on a rack"' },
    mustPass: true,
  },
  (facts) =>
    namedImages(facts).flatMap((image) => {
      const words = wordsFor(image)
      const why = isFileName(words, image.src)
        ? 'is a file name'
        : hollow.test(bare(words))
          ? 'says nothing about the picture'
          : null
      return why === null
        ? []
        : [{ message: `the alt text ${quote(words)} ${why}`, place: at(image) }]
    }),
)

/** The link or button that a picture stands in. */
const linkAround = (facts: PageFacts, { selector }: ImageFact): Control | null =>
  facts.views
    .at(-1)
    ?.controls.find(
      (control) => /^(a|button)$/.test(control.tag) && isWithin(selector, control.selector),
    ) ?? null

const altRepeats: PageRule = worksRule(
  {
    id: 'alt-repeats-text',
    about: 'The alt text does not repeat the words next to the picture: they would be read twice.',
    example: { bad: '<img alt="Our shop"> Our shop', better: '<img alt=""> Our shop' },
  },
  (facts) =>
    namedImages(facts).flatMap((image) => {
      const words = bare(wordsFor(image))
      const around = parentSelector(image.selector)
      if (around === null || /^(body|main)$/.test(around) || words === '') return []
      const link = linkAround(facts, image)
      if (link !== null && bare(link.text) === words)
        return [
          {
            message: `the alt text repeats the words of its link: ${quote(link.text)}`,
            place: at(image),
          },
        ]
      const twin = allViews(facts)
        .flatMap(({ blocks }) => blocks)
        .find(({ selector, text, visible }) => {
          return visible && isWithin(selector, around) && bare(text) === words
        })
      return twin === undefined
        ? []
        : [
            {
              message: `the alt text repeats the words beside it: ${quote(twin.text)}`,
              place: at(image),
            },
          ]
    }),
)

const altShared: PageRule = worksRule(
  {
    id: 'alt-shared',
    about: 'Different pictures have different alt texts.',
    example: { bad: 'three portraits, each alt="Team"', better: 'each alt names who it shows' },
  },
  (facts) => {
    const images = namedImages(facts).filter(({ kind, inLink }) => kind === 'img' && !inLink)
    return images.flatMap((image, index) => {
      const twin = images
        .slice(0, index)
        .find((each) => bare(wordsFor(each)) === bare(wordsFor(image)) && each.src !== image.src)
      return twin === undefined
        ? []
        : [
            {
              message: `another picture has the same alt text ${quote(wordsFor(image))}`,
              place: at(image),
            },
          ]
    })
  },
)

const captionedWithoutAlt: PageRule = worksRule(
  {
    id: 'alt-missing-in-figure',
    about: 'A picture that is worth a caption is worth an alt text.',
    example: {
      bad: '<figure><img alt=""><figcaption>Sales in May</figcaption></figure>',
      better: '<figure><img alt="Bars rising from 3 to 9">…</figure>',
    },
  },
  (facts) => {
    const captions = allViews(facts)
      .flatMap(({ blocks }) => blocks)
      .filter(({ tag, visible }) => tag === 'figcaption' && visible)
    return shownOnce(facts, ({ images }) => images)
      .filter(({ kind, alt }) => kind === 'img' && alt === '')
      .filter(({ selector }) =>
        captions.some((caption) => isWithin(selector, parentSelector(caption.selector) ?? ' ')),
      )
      .map((image) => ({
        message: 'the picture has a caption and an empty alt text',
        place: at(image),
      }))
  },
)

const altAndTitle: PageRule = worksRule(
  {
    id: 'alt-and-title',
    about:
      'What is written about a picture agrees: no title beside an empty alt, no role against it.',
    example: { bad: '<img alt="" title="Our shop">', better: '<img alt="Our shop">' },
  },
  ({ markup }) =>
    (markup?.images ?? []).flatMap(({ selector, alt, title, role }): readonly Seen[] => {
      const place = { selector }
      if (/^(none|presentation)$/.test(role) && (alt ?? '') !== '')
        return [
          {
            message: `the picture is called decoration and has the alt text ${quote(alt ?? '')}`,
            place,
          },
        ]
      if (title === '' || alt === null) return []
      if (alt === '')
        return [
          { message: `the picture has an empty alt text and the title ${quote(title)}`, place },
        ]
      return bare(alt) === bare(title)
        ? []
        : [{ message: `the alt text ${quote(alt)} and the title ${quote(title)} differ`, place }]
    }),
)

export const imageRules: readonly PageRule[] = [
  altAndTitle,
  altSaysNothing,
  altRepeats,
  altShared,
  captionedWithoutAlt,
]
