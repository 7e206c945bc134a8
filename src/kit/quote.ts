/**
 * Whether a text says the words of a quote. How they are set does not count: white space, case, kinds of
 * quotation marks and dashes, marks of Markdown, escapes; and "..." leaves something out.
 */
export function standsIn(text: string): (quote: string) => boolean {
  const place = bare(text)
  return (quote) => {
    let from = 0
    const parts = bare(quote)
      .split(/\.{3,}/)
      .map((part) => part.replace(/^[.,;:]+|[.,;:]+$/g, ''))
      .filter((part) => part !== '')
    const isLong = (part: string) => parts.length === 1 || part.length > 3
    return (
      parts.length > 0 &&
      parts.every((part) => {
        const at = place.indexOf(part, from)
        from = at + part.length
        return at !== -1 && isLong(part)
      })
    )
  }
}

const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[–—−‑]/g, '-')
    .replace(/\\[nrt]|[\s"'“”‘’‚„«»`*_#|\\]/g, '')
