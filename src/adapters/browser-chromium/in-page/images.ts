import type { StyleTally } from '../../../model/page-structure.ts'
import type { ImageFact } from '../../../model/page-view.ts'

export function images(): readonly ImageFact[] {
  return kit.memo.elements.flatMap((element) => {
    const kind = kit.imageKind(element)
    if (kind !== null) return [kit.image(element, kind)]
    const background = kit.styleOf(element).backgroundImage
    return background.includes('url(') && element.checkVisibility()
      ? [kit.backgroundImage(element, background)]
      : []
  })
}

export function imageKind(element: Element): ImageFact['kind'] | null {
  if (element.localName === 'img') return 'img'
  if (element.localName === 'svg') return kit.ownerOf(element)?.closest('svg') ? null : 'svg'
  if (element.matches('input[type=image]')) return 'input'
  if (element.localName === 'video') return 'video'
  if (element.localName === 'canvas') return 'canvas'
  return element.getAttribute('role') === 'img' ? 'role-img' : null
}

export function image(element: Element, kind: ImageFact['kind']): ImageFact {
  const img = element instanceof HTMLImageElement ? element : null
  const style = kit.styleOf(element)
  const alt = element.getAttribute('alt')
  const role = element.getAttribute('role')
  const hidden = kit.isAriaHidden(element)
  const unnamedSvg = kind === 'svg' && kit.nameOf(element) === '' && role !== 'img'
  return {
    selector: kit.selectorOf(element),
    kind,
    src: (img?.currentSrc || element.getAttribute('src') || '').slice(0, 2000),
    alt,
    role,
    name: kit.nameOf(element),
    decorative:
      (kind === 'img' && alt === '') ||
      role === 'none' ||
      role === 'presentation' ||
      hidden ||
      unnamedSvg,
    natural: { width: img?.naturalWidth ?? 0, height: img?.naturalHeight ?? 0 },
    box: kit.elementBox(element),
    objectFit: style.objectFit,
    ...kit.innerSize(element, style),
    hasSizeAttributes:
      (element.hasAttribute('width') && element.hasAttribute('height')) ||
      style.aspectRatio !== 'auto',
    loading: element.getAttribute('loading'),
    broken: img !== null && img.complete && img.naturalWidth === 0 && kit.hasSource(img),
    visible: kit.isShown(element) && kit.hasSize(element),
    inLink: element.closest('a[href], button') !== null,
    svg: kind === 'svg' ? kit.svgShape(element) : null,
  }
}

export function innerSize(element: Element, style: CSSStyleDeclaration): Pick<ImageFact, 'inner'> {
  const sum = (...names: readonly string[]) =>
    names.reduce((total, name) => total + (Number.parseFloat(style.getPropertyValue(name)) || 0), 0)
  const across = sum('padding-left', 'padding-right', 'border-left-width', 'border-right-width')
  const down = sum('padding-top', 'padding-bottom', 'border-top-width', 'border-bottom-width')
  if (across + down === 0) return {}
  const { width, height } = element.getBoundingClientRect()
  return { inner: { width: width - across, height: height - down } }
}

/** An SVG without a size of its own has no natural width and is still fine. */
export function hasSource(img: HTMLImageElement): boolean {
  const source = img.currentSrc || img.src
  if (source === '') return true
  return !/^data:image\/svg|\.svg(\?|#|$)/i.test(source) || img.naturalHeight === 0
}

export function svgShape(element: Element): ImageFact['svg'] {
  const shapes = [...element.querySelectorAll('path, circle, rect, line, polyline, polygon, use')]
  return {
    viewBox: element.getAttribute('viewBox') ?? '',
    paths: shapes
      .slice(0, 20)
      .map((shape) =>
        kit
          .plain(
            shape.getAttribute('d') ??
              shape.getAttribute('points') ??
              shape.getAttribute('href') ??
              shape.localName,
          )
          .slice(0, 300),
      ),
  }
}

export function backgroundImage(element: Element, css: string): ImageFact {
  const url = /url\("?([^")]*)"?\)/.exec(css)?.[1] ?? ''
  return {
    selector: kit.selectorOf(element),
    kind: 'background',
    src: url.slice(0, 2000),
    alt: null,
    role: element.getAttribute('role'),
    name: '',
    decorative: element.getAttribute('role') !== 'img',
    natural: { width: 0, height: 0 },
    box: kit.elementBox(element),
    objectFit: kit.styleOf(element).backgroundSize,
    hasSizeAttributes: true,
    loading: null,
    broken: false,
    visible: kit.isShown(element),
    inLink: element.closest('a[href], button') !== null,
    svg: null,
  }
}

/** The share of the first screen from which on a picture sets the mood of a page. */
export function isLargePicture(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  const source = element instanceof HTMLImageElement || kit.pictureBehind(element) !== null
  return source && width * height >= innerWidth * innerHeight * 0.15 && kit.isShown(element)
}

export function pictureBehind(element: Element): string | null {
  return /url\("((?:[^"\\]|\\.)+)"\)/.exec(kit.styleOf(element).backgroundImage)?.[1] ?? null
}

/** Large pictures that show nothing but one colour running into another. */
export async function pictureGradients(): Promise<StyleTally['gradients']> {
  const large = kit.memo.elements.filter((each) => kit.isLargePicture(each)).slice(0, 4)
  const found = await Promise.all(large.map((element) => kit.pictureGradient(element)))
  return found.filter((each) => each !== null)
}

export async function pictureGradient(
  element: Element,
): Promise<StyleTally['gradients'][number] | null> {
  const picture = element instanceof HTMLImageElement ? element : new Image()
  const url = element instanceof HTMLImageElement ? element.currentSrc : kit.pictureBehind(element)
  if (url === null) return null
  if (picture !== element) picture.src = url.replaceAll('\\"', '"')
  const loaded = await picture.decode().then(
    () => true,
    () => false,
  )
  const context = new OffscreenCanvas(8, 8).getContext('2d', { willReadFrequently: true })
  if (!loaded || context === null) return null
  context.drawImage(picture, 0, 0, 8, 8)
  const { data } = context.getImageData(0, 0, 8, 8)
  const at = (x: number, y: number) => {
    const [r = 0, g = 0, b = 0, a = 0] = data.slice((y * 8 + x) * 4, (y * 8 + x) * 4 + 4)
    return { r, g, b, a: a / 255 }
  }
  const spots = [...data.keys()].filter((index) => index % 4 === 0 && (index / 4) % 8 < 7)
  const smooth = spots.every((index) =>
    [0, 1, 2].every(
      (part) => Math.abs((data[index + part] ?? 0) - (data[index + 4 + part] ?? 0)) < 48,
    ),
  )
  if (!smooth) return null
  const rect = element.getBoundingClientRect()
  return {
    selector: kit.selectorOf(element),
    css: `url(${url.slice(0, 100)})`,
    stops: [at(0, 0), at(7, 0), at(3, 3), at(0, 7), at(7, 7)],
    box: kit.boxOf(rect),
    area: Math.round(rect.width * rect.height),
    onText: false,
  }
}
