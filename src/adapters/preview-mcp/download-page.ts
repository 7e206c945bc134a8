import { previewLimit } from '../../model/preview-stamp.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { PreviewFailure } from '../../ports/preview.ts'
import { endlessReply, limitReply } from './web-server.ts'

export type DownloadRules = {
  /** `example.org` for itself, `*.example.org` for every host below it. */
  readonly hosts: readonly string[]
  /** The server that named the address; its own origin is as good as the server. */
  readonly server: string | undefined
  readonly signal: AbortSignal
}

const mostRedirects = 3

/**
 * Fetches the page a tool points at. The address comes from outside, so it must be of a known host at
 * every redirect, and no key goes with the request.
 */
export async function downloadPage(
  address: string,
  rules: DownloadRules,
): Promise<Result<string, PreviewFailure>> {
  let url = URL.parse(address)
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    if (url === null) return err({ reason: 'the tool points at something that is no address' })
    if (!isAllowed(url, rules))
      return err({
        reason: `the tool points at a page of ${url.protocol}//${url.host}, which is not among \`download_hosts\``,
      })
    const response = await fetch(url.href, { redirect: 'manual', signal: rules.signal })
    const next = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && next !== null) {
      await response.body?.cancel()
      url = URL.parse(next, url.href)
      continue
    }
    if (!response.ok) {
      await response.body?.cancel()
      return err({ reason: `the page could not be fetched from ${url.host} (${response.status})` })
    }
    return readPage(response)
  }
  return err({ reason: 'the page could not be fetched: too many redirects' })
}

async function readPage(response: Response): Promise<Result<string, PreviewFailure>> {
  try {
    return ok(await limitReply(response, previewLimit).text())
  } catch (error) {
    if (!String(error).includes(endlessReply)) throw error
    return err({ reason: `the page is larger than ${previewLimit / 1_000_000} MB` })
  }
}

function isAllowed(url: URL, { hosts, server }: DownloadRules): boolean {
  if (server !== undefined && URL.parse(server)?.origin === url.origin) return true
  if (url.protocol !== 'https:') return false
  return hosts.some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
  )
}
