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
    box: kit.elementBox(element),
    hasSizeAttributes:
      (element.hasAttribute('width') && element.hasAttribute('height')) ||
      style.aspectRatio !== 'auto',
    broken: img !== null && img.complete && img.naturalWidth === 0 && kit.hasSource(img),
    visible: kit.isShown(element) && kit.hasSize(element),
    inLink: element.closest('a[href], button') !== null,
    svg: kind === 'svg' ? kit.svgShape(element) : null,
  }
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
    box: kit.elementBox(element),
    hasSizeAttributes: true,
    broken: false,
    visible: kit.isShown(element),
    inLink: element.closest('a[href], button') !== null,
    svg: null,
  }
}
