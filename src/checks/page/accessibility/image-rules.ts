import { percentDecoded } from '../../../kit/parse.ts'
import type { ImageFact } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule } from '../score/define-rule.ts'
import { at, bare, quote, shownOnce } from './elements.ts'

const kinds: readonly ImageFact['kind'][] = ['img', 'input', 'role-img', 'svg']

const wordsFor = ({ name, alt }: ImageFact): string => (name === '' ? (alt ?? '') : name).trim()

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

const altSaysNothing = definePageRule(
  {
    id: 'alt-says-nothing',
    about:
      'The alt text says what a picture shows: it is no file name and not just “image” or “photo”.',
    example: { bad: 'alt="IMG_2041.jpg"', better: 'alt="Two loaves cooling on a rack"' },
    mustPass: true,
  },
  (facts) =>
    shownOnce(facts, ({ images }) => images).flatMap((image) => {
      const words = wordsFor(image)
      if (!kinds.includes(image.kind) || image.decorative || words === '') return []
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

export const imageRules: readonly PageRule[] = [altSaysNothing]
