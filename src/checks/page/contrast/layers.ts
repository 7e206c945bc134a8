import type { Backdrop, BackdropLayer, Rgba } from '../../../model/page-view.ts'
import { clear, faded, over, white } from './colour.ts'

/** What is drawn on a backdrop. */
export type Ink = { readonly colour: Rgba; readonly opacity: number }

/** A colour as painted, and what is painted around it. */
export type Pair = { readonly ink: Rgba; readonly ground: Rgba }

type Flat = { readonly colour: Rgba; readonly opacity: number }

/** No more ways for layers to lie on each other than this are looked at. */
const mostStacks = 64

/** Every pair of ink and ground that may be seen, or null where an image leaves it open. */
export function paintedPairs(ink: Ink, backdrop: Backdrop): readonly Pair[] | null {
  const stacks = flatStacks(backdrop)
  if (stacks === null) return null
  return stacks.map((stack) => ({ ink: compose(ink, stack), ground: compose(null, stack) }))
}

/** The colours that may be seen without any ink; none where an image leaves them open. */
export const groundsOf = (backdrop: Backdrop): readonly Rgba[] =>
  (flatStacks(backdrop) ?? []).map((stack) => compose(null, stack))

/** One stack for each stop of a gradient: which of them lies at a place is for pixels to tell. */
function flatStacks({ layers, solid }: Backdrop): readonly (readonly Flat[])[] | null {
  if (layers.length === 0 && solid !== null) return [[{ colour: solid, opacity: 1 }]]
  let stacks: readonly (readonly Flat[])[] = [[]]
  for (const layer of layers) {
    const colours = coloursOf(layer)
    if (colours.length === 0) return null
    stacks = stacks
      .flatMap((stack) => colours.map((colour) => [...stack, { colour, opacity: layer.opacity }]))
      .slice(0, mostStacks)
  }
  return stacks
}

function coloursOf(layer: BackdropLayer): readonly Rgba[] {
  if (layer.kind === 'image') return []
  return layer.kind === 'colour' ? [layer.colour] : layer.stops
}

/**
 * Blends from the ink down. Everything inside a group with opacity is faded together, once: what is
 * nearer than a layer has the opacities of the groups that end between the two.
 */
function compose(ink: Flat | null, layers: readonly Flat[]): Rgba {
  let opacity = ink?.opacity ?? layers[0]?.opacity ?? 1
  let rgba = ink?.colour ?? clear
  for (const layer of layers) {
    const inner = layer.opacity <= 0 ? 1 : Math.min(1, opacity / layer.opacity)
    const own = layer.opacity < opacity && opacity > 0 ? layer.opacity / opacity : 1
    rgba = over(faded(rgba, inner), faded(layer.colour, own))
    opacity = Math.max(opacity, layer.opacity)
  }
  return over(faded(rgba, opacity), white)
}
