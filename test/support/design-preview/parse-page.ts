/** An element of a page, in the order of the page. */
export type Element = {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** Names of the elements around it, the outermost first. */
  readonly around: readonly string[]
}

export type Page = { readonly elements: readonly Element[]; readonly text: string }

const empty = new Set(['meta', 'link', 'br'])
const token =
  /<!doctype html>|<style>[^<]*<\/style>|<\/([a-z][a-z0-9]*)\s*>|<([a-zA-Z][a-zA-Z0-9]*)((?:\s+[a-zA-Z][a-zA-Z-]*(?:="[^"<>]*")?)*)\s*(\/?)>/y
const attribute = /([a-zA-Z][a-zA-Z-]*)(?:="([^"<>]*)")?/g

/** Reads a page strictly: every tag known by its shape, closed in order, every value quoted. Throws otherwise. */
export function parsePage(page: string): Page {
  const elements: Element[] = []
  const open: string[] = []
  const text: string[] = []
  let at = 0
  while (at < page.length) {
    const next = page.indexOf('<', at)
    const words = page.slice(at, next < 0 ? page.length : next)
    if (words.includes('>')) throw new Error(`a loose > in ${JSON.stringify(words.slice(0, 200))}`)
    text.push(words)
    if (next < 0) break
    token.lastIndex = next
    const match = token.exec(page)
    if (match === null)
      throw new Error(`no tag of ours: ${JSON.stringify(page.slice(next, next + 120))}`)
    const [whole, closing, name, attributes = '', slash] = match
    if (closing !== undefined && open.pop() !== closing)
      throw new Error(`</${closing}> closes something else`)
    if (name !== undefined) {
      const values = [...attributes.matchAll(attribute)].map(
        ([, key = '', value = '']) => [key, value] as const,
      )
      elements.push({ name, attributes: new Map(values), around: [...open] })
      if (slash !== '/' && !empty.has(name)) open.push(name)
    }
    at = next + whole.length
  }
  if (open.length > 0) throw new Error(`never closed: ${open.join(' ')}`)
  return { elements, text: text.join('\n') }
}
