import type { PageFacts } from '../../../model/page-facts.ts'
import type { PagePlace, PageRule } from '../page-rule.ts'
import { definePageRule, oncePerPlace, quote, type Sighting } from '../score/define-rule.ts'
import { motionRules } from './motion.ts'

const kb = 1024
const mostBundle = 200 * kb
const mostAll = 1500 * kb
/** Packed or not, a browser has to read it all. */
const mostRead = 1000 * kb
const isBundle = /^(document|script|stylesheet|style|html|css|javascript|js|fetch|xhr|json)$/i

const pageWeight: PageRule = definePageRule(
  {
    id: 'weight/page',
    about: `Markup, styles and scripts weigh at most ${mostBundle / kb} KB packed, all together at most ${mostAll / kb} KB.`,
    example: { bad: 'A script of 900 KB', better: 'A script of 20 KB' },
    needs: ['performance'],
  },
  (facts) => {
    const { transfer } = facts.performance
    const sum = (of: (type: string) => boolean, size: 'gzipBytes' | 'bytes' = 'gzipBytes') =>
      transfer.filter(({ type }) => of(type)).reduce((total, each) => total + each[size], 0)
    const heavy = (
      what: string,
      bytes: number,
      most: number,
      of: (type: string) => boolean = () => true,
    ): readonly Sighting[] =>
      bytes <= most
        ? []
        : [
            {
              severity: 'warning',
              message: `${what} ${Math.round(bytes / kb)} KB.`,
              place: heaviest(facts, of),
              measured: { value: Math.round(bytes / kb), needed: most / kb, unit: 'KB' },
            },
          ]
    return [
      ...heavy('Packed, markup, styles and scripts weigh', sum(inBundle), mostBundle, inBundle),
      ...heavy('Markup, styles and scripts come to', sum(inBundle, 'bytes'), mostRead, inBundle),
      ...heavy(
        'Packed, all files together weigh',
        sum(() => true),
        mostAll,
      ),
    ]
  },
)

const inBundle = (type: string): boolean => isBundle.test(type)

/** The file that weighs most; the page as a whole where none stands out. */
function heaviest({ network }: PageFacts, of: (type: string) => boolean): PagePlace {
  const files = network.requests.filter(({ type, duringProbe }) => of(type) && !duringProbe)
  const all = files.reduce((total, { bytes }) => total + bytes, 0)
  const first = files.toSorted((a, b) => b.bytes - a.bytes)[0]
  if (first === undefined || first.bytes * 2 < all) return {}
  return { file: first.url.replace(/^[a-z]+:\/\/[^/]+\//i, '').slice(0, 200) }
}

const unsizedImage: PageRule = definePageRule(
  {
    id: 'weight/unsized-image',
    about: 'A picture says its width and height, so that nothing jumps when it arrives.',
    example: {
      bad: '<img src="loaf.jpg">',
      better: '<img src="loaf.jpg" width="560" height="480">',
    },
  },
  ({ views }) =>
    oncePerPlace(
      views.flatMap(({ images }) =>
        images
          .filter(({ kind, visible, hasSizeAttributes, broken }) => {
            return kind === 'img' && visible && !hasSizeAttributes && !broken
          })
          .map(({ selector, box, src }) => ({
            severity: 'warning' as const,
            message: `${quote(src)} does not say its width and height.`,
            place: { selector, box },
          })),
      ),
    ),
)

const mostShift = 0.1
const badShift = 0.25

const layoutShift: PageRule = definePageRule(
  {
    id: 'weight/layout-shift',
    about: `Nothing jumps while the page loads: the layout shifts by at most ${mostShift}.`,
    example: { bad: 'A banner that pushes the text down', better: 'A banner with its room kept' },
    needs: ['performance'],
  },
  ({ performance: { layoutShift: shift, shifts } }) => {
    if (shift <= mostShift) return []
    const worst = shifts.toSorted((a, b) => b.value - a.value)[0]
    return [
      {
        severity: shift > badShift ? 'error' : 'warning',
        message: `The layout shifts by ${Math.round(shift * 1000) / 1000} while the page loads.`,
        place: { selector: worst?.sources[0] ?? 'body' },
        measured: { value: Math.round(shift * 1000) / 1000, needed: mostShift, unit: 'shift' },
      },
    ]
  },
)

export const weightRules: readonly PageRule[] = [
  pageWeight,
  unsizedImage,
  layoutShift,
  ...motionRules,
]
