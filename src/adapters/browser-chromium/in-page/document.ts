export type RawLink = {
  readonly selector: string
  readonly attribute: 'href' | 'action' | 'formaction' | 'src'
  readonly raw: string
  readonly url: string
  readonly text: string
}

export type DocumentFacts = {
  readonly url: string
  readonly title: string
  readonly lang: string | null
  readonly dir: string | null
  readonly doctype: 'html5' | 'legacy' | 'none'
  readonly viewportMeta: string | null
  readonly description: string | null
  readonly links: readonly RawLink[]
  readonly fragments: readonly string[]
  readonly domNodes: number
}

export function documentFacts(): DocumentFacts {
  const meta = (name: string) =>
    document.querySelector(`meta[name="${name}" i]`)?.getAttribute('content') ?? null
  const type = document.doctype
  const modern = type?.name === 'html' && type.publicId === ''
  return {
    url: location.href,
    title: kit.plain(document.title),
    lang: document.documentElement.getAttribute('lang'),
    dir: document.documentElement.getAttribute('dir'),
    doctype: type === null ? 'none' : modern ? 'html5' : 'legacy',
    viewportMeta: meta('viewport'),
    description: meta('description'),
    links: kit.rawLinks(),
    fragments: [
      ...kit.memo.elements.flatMap((element) =>
        kit.idOf(element) === '' ? [] : [kit.idOf(element)],
      ),
      ...[...document.querySelectorAll('a[name]')].map((each) => each.getAttribute('name') ?? ''),
    ],
    domNodes: kit.memo.elements.length + kit.memo.leftOut,
  }
}

export function rawLinks(): readonly RawLink[] {
  const resolved = (raw: string) => {
    try {
      return new URL(raw, document.baseURI).href
    } catch {
      return ''
    }
  }
  return kit.memo.elements.flatMap((element) =>
    (['href', 'action', 'formaction', 'src'] as const).flatMap((attribute) => {
      const fits =
        (attribute === 'href' && element.matches('a, area')) ||
        (attribute === 'action' && element.localName === 'form') ||
        (attribute === 'formaction' && element.matches('button, input')) ||
        (attribute === 'src' && element.localName === 'iframe')
      const raw = element.getAttribute(attribute) ?? element.getAttribute(`xlink:${attribute}`)
      if (!fits || raw === null) return []
      const text = kit.plain(element.textContent).slice(0, 200)
      return [
        { selector: kit.selectorOf(element), attribute, raw, url: resolved(raw.trim()), text },
      ]
    }),
  )
}
