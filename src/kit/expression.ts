/** A regular expression, as its source or written `/…/flags`. */
export function readExpression(text: string): { readonly source: string; readonly flags: string } {
  const [, source, flags] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(text) ?? []
  return source === undefined ? { source: text, flags: 'm' } : { source, flags: flags ?? '' }
}
