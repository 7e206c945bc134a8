import { inflateSync } from 'node:zlib'
import type { Box, Rgba, TextRun } from '../../model/page-view.ts'
import type { ViewFacts } from '../../model/page-structure.ts'
import { cropPixels, decodePng, pixelAt, type Pixels } from '../../model/png.ts'
import { capture } from './screenshot.ts'
import type { Tab } from './tab.ts'

const mostRuns = 40
const mostArea = 4_000_000
/** Half the size is a quarter of the work, and a background looks the same. */
const scale = 0.5

/** Looks at the pixels behind texts that stand on gradients or images, with all text hidden. */
export async function lookBehind(tab: Tab, view: ViewFacts): Promise<ViewFacts> {
  const needed = view.texts
    .filter((run) => run.backdrop.solid === null && run.source !== 'marker')
    .filter((run) => run.box.x >= 0 && run.box.x + run.box.width <= view.width)
    .slice(0, mostRuns)
  const frame = frameOf(needed.map((run) => run.box))
  if (frame === null || frame.width * frame.height > mostArea) return view
  await tab.ask('kit.hideText()')
  const png = await capture(tab, frame, scale).finally(() => tab.ask('kit.showText()'))
  const picture = decodePng(png, inflateSync)
  if (picture === null) return view
  const wanted = new Set(needed)
  return {
    ...view,
    texts: view.texts.map((run) => (wanted.has(run) ? withPixels(run, picture, frame) : run)),
  }
}

function withPixels(run: TextRun, picture: Pixels, frame: Box): TextRun {
  const box = {
    x: (run.box.x - frame.x) * scale,
    y: (run.box.y - frame.y) * scale,
    width: run.box.width * scale,
    height: run.box.height * scale,
  }
  const part = cropPixels(picture, box, 0)
  return part === null ? run : { ...run, backdrop: { ...run.backdrop, pixels: extremes(part) } }
}

function frameOf(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null
  const left = Math.floor(Math.min(...boxes.map((box) => box.x)))
  const top = Math.floor(Math.min(...boxes.map((box) => box.y)))
  const right = Math.ceil(Math.max(...boxes.map((box) => box.x + box.width)))
  const bottom = Math.ceil(Math.max(...boxes.map((box) => box.y + box.height)))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const brightness = ({ r, g, b }: Rgba): number => 0.2126 * r + 0.7152 * g + 0.0722 * b

/** A few stray pixels do not decide: the darkest and lightest twentieth are left out. */
function extremes(part: Pixels): NonNullable<TextRun['backdrop']['pixels']> {
  const step = Math.max(1, Math.floor(Math.sqrt((part.width * part.height) / 2_000)))
  const rgbas: Rgba[] = []
  for (let y = 0; y < part.height; y += step)
    for (let x = 0; x < part.width; x += step) rgbas.push(pixelAt(part, x, y))
  rgbas.sort((one, two) => brightness(one) - brightness(two))
  const at = (share: number): Rgba =>
    rgbas[Math.min(rgbas.length - 1, Math.floor(rgbas.length * share))] ?? {
      r: 0,
      g: 0,
      b: 0,
      a: 1,
    }
  const mean = (channel: 'r' | 'g' | 'b') =>
    Math.round(rgbas.reduce((sum, colour) => sum + colour[channel], 0) / rgbas.length)
  return {
    darkest: at(0.05),
    lightest: at(0.95),
    mean: { r: mean('r'), g: mean('g'), b: mean('b'), a: 1 },
  }
}
