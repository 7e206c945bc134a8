import type { Backdrop, BackdropLayer, Rgba } from '../../../model/page-view.ts'

/** Any computed CSS colour as red, green, blue and alpha. */
export function rgba(css: string): Rgba {
  const known = kit.memo.colours.get(css)
  if (known !== undefined) return known
  const plain = /^rgba?\(([\d.]+), ?([\d.]+), ?([\d.]+)(?:, ?([\d.]+))?\)$/.exec(css)
  const colour =
    plain === null
      ? kit.paintedColour(css)
      : {
          r: Number(plain[1]),
          g: Number(plain[2]),
          b: Number(plain[3]),
          a: plain[4] === undefined ? 1 : Number(plain[4]),
        }
  kit.memo.colours.set(css, colour)
  return colour
}

/** Colours in newer notations are painted on one pixel and read back. */
export function paintedColour(css: string): Rgba {
  kit.memo.canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const pen = kit.memo.canvas
  if (pen === null || !CSS.supports('color', css)) return { r: 0, g: 0, b: 0, a: 0 }
  pen.clearRect(0, 0, 1, 1)
  pen.fillStyle = css
  pen.fillRect(0, 0, 1, 1)
  const [r = 0, g = 0, b = 0, a = 0] = pen.getImageData(0, 0, 1, 1).data
  return { r, g, b, a: Math.round((a / 255) * 1000) / 1000 }
}

/** The colours named in a gradient, in order. */
export function gradientStops(css: string): readonly Rgba[] {
  const names =
    css.match(
      /(?:rgba?|hsla?|oklch|oklab|lch|lab|hwb|color)\((?:[^()]|\([^()]*\))*\)|#[\da-f]{3,8}\b|\btransparent\b|\b(?:white|black)\b/gi,
    ) ?? []
  return names.map((name) => kit.rgba(name))
}

export function over(top: Rgba, bottom: Rgba): Rgba {
  const a = top.a + bottom.a * (1 - top.a)
  if (a === 0) return { r: 0, g: 0, b: 0, a: 0 }
  const mix = (one: number, two: number) =>
    Math.round(((one * top.a + two * bottom.a * (1 - top.a)) / a) * 10) / 10
  return { r: mix(top.r, bottom.r), g: mix(top.g, bottom.g), b: mix(top.b, bottom.b), a }
}

/** What the background of one element paints, nearest first. */
export function paintLayers(
  style: CSSStyleDeclaration,
  selector: string,
  opacity: number,
): readonly BackdropLayer[] {
  const layers: BackdropLayer[] = []
  if (style.backgroundImage !== 'none' && style.backgroundClip !== 'text') {
    for (const css of kit.splitTopLevel(style.backgroundImage)) {
      if (css.includes('gradient('))
        layers.push({ kind: 'gradient', selector, stops: kit.gradientStops(css), css, opacity })
      else if (css.startsWith('url(') || css.startsWith('image-set('))
        layers.push({ kind: 'image', selector, url: css.slice(0, 300), opacity })
    }
  }
  const colour = kit.rgba(style.backgroundColor)
  if (colour.a > 0 && style.backgroundClip !== 'text')
    layers.push({ kind: 'colour', selector, colour, opacity })
  return layers
}

export function splitTopLevel(css: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < css.length; at++) {
    const character = css[at]
    if (character === '(') depth++
    else if (character === ')') depth--
    else if (character === ',' && depth === 0) {
      parts.push(css.slice(start, at).trim())
      start = at + 1
    }
  }
  return [...parts, css.slice(start).trim()]
}

/** The colour of the paper: what the root paints, else white, or black paper in a dark scheme. */
export function canvasLayer(): BackdropLayer {
  const dark =
    /\bdark\b/.test(kit.styleOf(document.documentElement).colorScheme) &&
    (matchMedia('(prefers-color-scheme: dark)').matches ||
      !/\blight\b/.test(kit.styleOf(document.documentElement).colorScheme))
  const colour = dark ? { r: 18, g: 18, b: 18, a: 1 } : { r: 255, g: 255, b: 255, a: 1 }
  return { kind: 'colour', selector: 'html', colour, opacity: 1 }
}

export function backdropOf(layers: readonly BackdropLayer[]): Backdrop {
  const backdropLayers: BackdropLayer[] = []
  let opaque = false
  for (const layer of layers) {
    backdropLayers.push(layer)
    opaque = layer.kind === 'colour' && layer.colour.a * layer.opacity >= 0.999
    if (opaque) break
  }
  if (!opaque) backdropLayers.push(kit.canvasLayer())
  let solid: Rgba | null = { r: 0, g: 0, b: 0, a: 0 }
  for (const layer of backdropLayers) {
    if (layer.kind !== 'colour') {
      solid = null
      break
    }
    solid = kit.over(solid, { ...layer.colour, a: layer.colour.a * layer.opacity })
  }
  return { layers: backdropLayers, solid, pixels: null }
}
