import type * as fs from 'node:fs'
import type * as http from 'node:http'

type Modules = { readonly fs: typeof fs; readonly http: typeof http }

/** Serves a folder as any server of static files would, and says on which port. It runs inside the walls: see inside.ts. */
export function serveFiles(kit: Modules, folder: string): Promise<number> {
  const types: Readonly<Record<string, string>> = {
    html: 'text/html',
    css: 'text/css',
    js: 'text/javascript',
    mjs: 'text/javascript',
    json: 'application/json',
    svg: 'image/svg+xml',
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    webp: 'image/webp',
    ico: 'image/x-icon',
    woff2: 'font/woff2',
  }
  const isFile = (path: string) => kit.fs.statSync(path, { throwIfNoEntry: false })?.isFile()
  const find = (url: string) => {
    try {
      const path = decodeURIComponent(new URL(url, 'http://localhost').pathname)
      if (path.includes('..')) return undefined
      const at = `${folder}${path.replace(/\/$/, '')}`
      return [at, `${at}.html`, `${at}/index.html`].find(isFile)
    } catch {
      return undefined
    }
  }
  const server = kit.http.createServer(({ url = '/' }, response) => {
    const path = find(url)
    response.statusCode = path === undefined ? 404 : 200
    response.setHeader('content-type', types[path?.split('.').pop() ?? ''] ?? 'text/plain')
    response.end(path === undefined ? 'not found' : kit.fs.readFileSync(path))
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}
