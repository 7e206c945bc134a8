import { readFile } from 'node:fs/promises'
import { problem } from '../respond.ts'
import { route, type Route } from '../router.ts'

const folders: Readonly<Record<string, string>> = {
  styles: 'text/css; charset=utf-8',
  client: 'text/javascript; charset=utf-8',
  assets: 'image/svg+xml',
}

export const assetRoutes = (): readonly Route[] =>
  Object.entries(folders).map(([folder, contentType]) =>
    route('GET', `/${folder}/:name`, async ({ parameters }) => {
      const { name = '' } = parameters
      const body = /^[a-z][a-z-]*\.(?:css|js|svg)$/.test(name)
        ? await readFile(new URL(`../../${folder}/${name}`, import.meta.url)).catch(() => null)
        : null
      if (body === null) return problem(404, 'There is no such file.')
      return new Response(body, {
        headers: { 'content-type': contentType, 'cache-control': 'max-age=3600' },
      })
    }),
  )
