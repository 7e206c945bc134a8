import type { PageFacts } from '../../../../model/page-facts.ts'
import { type LineFinder, lineFinder } from '../../../page/places.ts'
import type { TrackFacts } from '../../facts.ts'
import type { Ui } from './ui.ts'

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** A style sheet of another site was not loaded, so that visitors see something else. */
const isBare = ({ network }: PageFacts): boolean =>
  network.requests.some(
    ({ type, url, blocked }) =>
      blocked === 'third-party' &&
      (type === 'stylesheet' ? !/font/.test(url) : /tailwind/.test(url)),
  )

/** Pages of the application that the track had a part in, and where their elements are written. */
export async function readPages({
  application,
  files,
  touched,
}: TrackFacts): Promise<Pick<Ui, 'pages' | 'placeOf'>> {
  const pathOfText = new Map([...files].map(([path, text]) => [text, path]))
  const shown = [...(application?.pages ?? [])].filter(
    ([, page]) => page.views.length > 0 && !isBare(page),
  )
  const places = new Map<PageFacts, { readonly path: string; readonly find: LineFinder }>()
  const pages: PageFacts[] = []
  for (const [route, page] of shown) {
    const loaded = (page.sources ?? []).map(({ bytes, contentType }) => ({
      contentType,
      path: pathOfText.get(textOf(bytes)),
    }))
    const known = loaded.flatMap(({ path }) => path ?? [])
    const isOld =
      loaded.length > 0 &&
      known.length === loaded.length &&
      !known.some((path) => touched.includes(path))
    if (isOld) continue
    pages.push(page)
    const document = loaded.find(({ contentType }) => /html/.test(contentType))?.path
    places.set(page, {
      path: document ?? route,
      find: await lineFinder(route, document === undefined ? null : (files.get(document) ?? null)),
    })
  }
  return {
    pages,
    placeOf: (page, selector) => {
      const place = places.get(page)
      const line = place?.find(selector) ?? null
      return { path: place?.path ?? page.page, ...(line === null ? {} : { line }) }
    },
  }
}
