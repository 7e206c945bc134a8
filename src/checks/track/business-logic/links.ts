import { literalOf } from '../../integrity/names.ts'
import { all, is, type Source } from '../../integrity/source.ts'
import { plainRoute } from '../integration/read-spec.ts'
import type { Business } from './business.ts'

/** Whether a path is one of those that a route with parameters answers. */
export const fits = (page: string, path: string): boolean =>
  new RegExp(
    `^${page.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]*\}/g, '[^/]+')}$`,
  ).test(path)

/** Paths that show something: those that the server answers, those of routers in the browser, and those of files. */
export function pagesOf({ code, routes, project }: Business): readonly string[] {
  const answered = routes.filter(({ method }) => method === 'get' || method === 'all')
  return [
    ...answered.map(({ path }) => path),
    ...pagePaths(project.product, [...code.facts.files.keys()]),
  ]
}

/** Pages of routers in the browser, and of frameworks that take them from their files. */
function pagePaths(sources: readonly Source[], files: readonly string[]): readonly string[] {
  const told = sources.flatMap((source) => [
    ...all(source, 'JSXAttribute').flatMap(({ name, value }) =>
      is('JSXIdentifier')(name) && name.name === 'path' ? (literalOf(value) ?? []) : [],
    ),
    ...all(source, 'Property').flatMap(({ key, value }) =>
      is('Identifier')(key) && key.name === 'path' ? (literalOf(value) ?? []) : [],
    ),
  ])
  const byFile = files.flatMap((path) => {
    const [, app, pages, svelte] =
      /(?:^|\/)(?:app\/(.*?)page\.[jt]sx?|pages\/(?!api\/)(.*?)\.(?:[jt]sx?|vue|astro|mdx?)|routes\/(.*?)\+page\.svelte)$/.exec(
        path,
      ) ?? []
    const own = app ?? pages?.replace(/(?:^|\/)index$/, '') ?? svelte
    return own === undefined ? [] : [own.replaceAll(/\([^)]*\)\/?/g, '')]
  })
  return [...told, ...byFile].map((path) => plainRoute(`/${path}`))
}
