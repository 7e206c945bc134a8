import type * as fs from 'node:fs'
import type * as http from 'node:http'

/** These functions run inside the walls: see inside.ts. */
type Modules = { readonly fs: typeof fs; readonly http: typeof http }

export type Address = { readonly host: string; readonly port: number }

/** How an address answers for its first page. */
export function probe(kit: Modules, { host, port }: Address): Promise<'page' | 'http' | 'silent'> {
  return new Promise((resolve) => {
    const request = kit.http.get(
      {
        host,
        port,
        path: '/',
        agent: false,
        timeout: 20_000,
        headers: { accept: 'text/html,*/*' },
      },
      (response) => {
        response.destroy()
        const { statusCode = 0, headers } = response
        const isPage = statusCode < 300 && /html/.test(headers['content-type'] ?? '')
        resolve(isPage || (statusCode >= 300 && statusCode < 400) ? 'page' : 'http')
      },
    )
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve('silent'))
  })
}

export type ListeningSocket = Address & { readonly inode: string }

/** Every socket that somebody listens on; null where the system does not tell. */
export function listening({ fs: files }: Modules): readonly ListeningSocket[] | null {
  const read = (path: string) => {
    try {
      return files.readFileSync(path, 'utf8').trim().split('\n').slice(1)
    } catch {
      return null
    }
  }
  const parse = (host: string) => (line: string) => {
    const fields = line.trim().split(/\s+/)
    const port = Number.parseInt(fields[1]?.split(':')[1] ?? '', 16)
    return fields[3] === '0A' ? [{ host, port, inode: fields[9] ?? '' }] : []
  }
  const old = read('/proc/net/tcp')
  if (old === null) return null
  return [
    ...old.flatMap(parse('127.0.0.1')),
    ...(read('/proc/net/tcp6') ?? []).flatMap(parse('::1')),
  ]
}

/** Whether a process with this mark in its environment holds a socket. */
export function isHeldBy({ fs: files }: Modules, inode: string, mark: string): boolean {
  const has = (pid: string) => {
    try {
      return (
        files.readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark) &&
        files
          .readdirSync(`/proc/${pid}/fd`)
          .some((fd) => files.readlinkSync(`/proc/${pid}/fd/${fd}`) === `socket:[${inode}]`)
      )
    } catch {
      return false
    }
  }
  return files.readdirSync('/proc').some((name) => /^\d+$/.test(name) && has(name))
}
