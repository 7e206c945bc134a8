import type { ImageFact } from '../../../model/page-view.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, oncePerPlace, quote } from '../score/define-rule.ts'

/** How much wider or taller than it is drawn a picture may be shown. */
const mostStretch = 1.2

/** How far the shown shape is from the drawn one; 1 where they are the same. */
function stretchOf({ natural, box, inner = box, objectFit }: ImageFact): number {
  if (natural.width < 1 || natural.height < 1 || inner.width < 24 || inner.height < 24) return 1
  if (objectFit !== 'fill') return 1
  const change = inner.width / inner.height / (natural.width / natural.height)
  return Math.max(change, 1 / change)
}

export const distortedImage: PageRule = definePageRule(
  {
    id: 'layout/distorted-image',
    dimension: 'Design Quality',
    about: 'No picture is squeezed or stretched out of its shape.',
    example: {
      bad: 'img { width: 100%; height: 80px }',
      better: 'img { width: 100%; height: 80px; object-fit: cover }',
    },
  },
  ({ views }) =>
    oncePerPlace(
      views.flatMap(({ images, width }) =>
        images
          .filter((image) => image.kind === 'img' && image.visible && !image.broken)
          // a drawing without a shape of its own, or one that is told to, fills any box
          .filter((image) => !image.decorative && stretchOf(image) > mostStretch)
          .map((image) => ({
            message: `${quote(image.src)} is shown ${Math.round((stretchOf(image) - 1) * 100)} % out of its shape at ${width} px.`,
            place: { selector: image.selector, box: image.box, width },
            measured: {
              value: Math.round(stretchOf(image) * 100) / 100,
              needed: mostStretch,
              unit: 'times its shape',
            },
          })),
      ),
    ),
)
