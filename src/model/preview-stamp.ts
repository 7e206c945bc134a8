import { err, ok, type Result } from './result.ts'

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'"
const stampName = 'loopwright-intent-sha256'

export const previewLimit = 2_000_000

const stampOf = (intentHash: string) => `<!doctype html>
<html>
<head>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="${stampName}" content="${intentHash}">
<meta charset="utf-8">
`

/**
 * Makes a page from outside safe to keep. The policy stands before anything the page says, so no
 * script, no event handler and no address of the page takes effect, whatever its markup; a parser
 * merges the page's own `<html>` and `<head>` into ours. Nothing of the page is taken away but a
 * second doctype and a byte order mark.
 */
export function stampPreview(
  html: string,
  intentHash: string,
): Result<string, { readonly reason: string }> {
  const refuse = (reason: string) => err({ reason })
  if (!/^[0-9a-f]{64}$/.test(intentHash)) return refuse('the hash of the intent is not a SHA-256')
  const stamp = stampOf(intentHash)
  if (html.startsWith(stamp)) return ok(html)
  if (!html.isWellFormed()) return refuse('the page holds broken characters (lone surrogates)')
  if (html.includes('\0')) return refuse('the page holds NUL characters')
  if (!/<[a-z][^<>]*>/i.test(html)) return refuse('the page holds no HTML element')
  if (leavesByItself(html)) return refuse('the page would leave for another address by itself')
  const page = stamp + html.replace(/^\uFEFF?\s*(?:<!doctype[^<>"']*>\s*)?/i, '')
  return utf8Size(page) > previewLimit
    ? refuse(`the page is larger than ${previewLimit / 1_000_000} MB`)
    : ok(page)
}

/** The hash a page is bound to: the first stamp counts, since a page may carry a false one below. */
export function readPreviewStamp(html: string): string | null {
  const match = new RegExp(`<meta name="${stampName}" content="([0-9a-f]{64})"`).exec(html)
  return match?.[1] ?? null
}

// a policy cannot forbid a refresh, so such a page is refused; letters may be written as numbers
function leavesByItself(html: string): boolean {
  const plain = html.replace(
    /&#(?:x0*([0-9a-f]{1,6})|0*(\d{1,7}));?/gi,
    (whole, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code < 128 ? String.fromCharCode(code) : whole
    },
  )
  return /http-equiv\s*=\s*["']?\s*refresh/i.test(plain)
}

function utf8Size(text: string): number {
  let size = text.length
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    // a surrogate pair is two units and four bytes
    if (unit > 0x7f) size += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1
  }
  return size
}
