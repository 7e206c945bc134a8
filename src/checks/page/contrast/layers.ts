import type { Backdrop, BackdropLayer, Box, Rgba } from '../../../model/page-view.ts'
import { clear, faded, over, white } from './colour.ts'
import { coloursUnder } from './gradient.ts'

/** The boxes that gradients fill, by the selector of the element that paints them. */
export type GradientBoxes = ReadonlyMap<string, Box>

/** What is drawn on a backdrop, and where. */
export type Ink = { readonly colour: Rgba; readonly opacity: number; readonly box: Box }

/** A colour as painted, and what is painted around it. */
export type Pair = { readonly ink: Rgba; readonly ground: Rgba }

type Flat = { readonly colour: Rgba; readonly opacity: number }

/** No more ways for layers to lie on each other than this are looked at. */
const mostStacks = 256

/** Every pair of ink and ground that can be seen, or null where an image leaves it open. */
export function paintedPairs(
  ink: Ink,
  backdrop: Backdrop,
  boxes: GradientBoxes,
): readonly Pair[] | null {
  const stacks = flatStacks(backdrop, ink.box, boxes)
  if (stacks === null) return null
  return stacks.map((stack) => ({
    ink: compose({ colour: ink.colour, opacity: ink.opacity }, stack),
    ground: compose(null, stack),
  }))
}

/** The colours that can be seen behind a box, without any ink. */
export function groundsOf(
  backdrop: Backdrop,
  box: Box,
  boxes: GradientBoxes,
): readonly Rgba[] | null {
  const stacks = flatStacks(backdrop, box, boxes)
  return stacks === null ? null : stacks.map((stack) => compose(null, stack))
}

function flatStacks(
  { layers, solid }: Backdrop,
  seen: Box,
  boxes: GradientBoxes,
): readonly (readonly Flat[])[] | null {
  if (layers.length === 0 && solid !== null) return [[{ colour: solid, opacity: 1 }]]
  let stacks: readonly (readonly Flat[])[] = [[]]
  for (const layer of layers) {
    const colours = coloursOf(layer, seen, boxes)
    if (colours === null) return null
    stacks = stacks
      .flatMap((stack) => colours.map((colour) => [...stack, { colour, opacity: layer.opacity }]))
      .slice(0, mostStacks)
  }
  return stacks
}

function coloursOf(layer: BackdropLayer, seen: Box, boxes: GradientBoxes): readonly Rgba[] | null {
  if (layer.kind === 'colour') return [layer.colour]
  if (layer.kind === 'image') return null
  const painted = boxes.get(layer.selector)
  const under = painted === undefined ? null : coloursUnder(layer.css, painted, seen)
  const colours = under ?? layer.stops
  return colours.length === 0 ? null : colours
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
