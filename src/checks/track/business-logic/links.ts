import { dotted, literalOf } from '../../integrity/names.ts'
import { all, is, type Node, type Source } from '../../integrity/source.ts'
import { type Issue, met, notApplicable, type Part, unmet } from '../evaluation.ts'
import { plainRoute, sameRoute } from '../integration/read-spec.ts'
import { issueAt } from '../track-code.ts'
import type { Business } from './business.ts'

const going = /^(?:navigate|push|replace|redirect|permanentRedirect|goto|navigateTo)$/

/** Links and redirects of the track lead somewhere. */
export async function links(business: Business): Promise<Part> {
  const about = 'links of the track lead somewhere'
  const { code } = business
  const pages = pagesOf(business)
  const targets = code.touched('source').flatMap((source) =>
    linksIn(source)
      .filter(({ node }) => code.isOwn(source, node))
      .map((each) => ({ ...each, source })),
  )
  if (targets.length === 0 || pages.length === 0)
    return notApplicable(
      'links',
      about,
      targets.length === 0 ? 'the track writes no links' : 'the pages of the project are not known',
    )
  const dead: Issue[] = []
  for (const { source, node, path } of targets) {
    const plain = plainRoute(path.replace(/[?#].*$/, ''))
    if (
      pages.some(
        (page) =>
          sameRoute(page, plain) ||
          (page.endsWith('*') && plain.startsWith(page.slice(0, -1))) ||
          fits(page, plain),
      )
    )
      continue
    const answer = (await code.facts.application?.request({ method: 'GET', path: plain })) ?? null
    if (answer !== null && answer.status < 400) continue
    dead.push(
      issueAt(
        source,
        node,
        `the link to ${path} leads nowhere`,
        `write the page ${path}, or link to one of ${[...new Set(pages)].slice(0, 6).join(', ')}`,
      ),
    )
  }
  dead.push(...(await deadForms(business)))
  return dead.length > 0
    ? unmet('links', about, dead)
    : met('links', about, `${targets.length} links lead to pages that are there`)
}

/** Forms that the pages show and that ask for a page, such as a search. */
async function deadForms({ code: { facts } }: Business): Promise<readonly Issue[]> {
  const { application } = facts
  if (application === null) return []
  const forms = [...application.pages].flatMap(([page, { views }]) =>
    (views.at(-1)?.forms ?? []).flatMap(({ action, method }) =>
      action === null ||
      !/^get$/i.test(method) ||
      !URL.canParse(action, `${application.origin}${page}`)
        ? []
        : [{ page, to: new URL(action, `${application.origin}${page}`) }],
    ),
  )
  const own = forms.filter(({ to }) => to.origin === new URL(application.origin).origin)
  const answers = await Promise.all(
    own.map(({ to }) => application.request({ method: 'GET', path: to.pathname })),
  )
  return own
    .filter((_, index) => (answers[index]?.status ?? 200) === 404)
    .map(({ page, to }) => ({
      message: `the form of ${page} leads to ${to.pathname}, which answers 404`,
      fix: `answer ${to.pathname}, or let the form lead to a page that is there`,
    }))
}

/** Whether a path is one of those that a route with parameters answers. */
export const fits = (page: string, path: string): boolean =>
  new RegExp(
    `^${page.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]*\}/g, '[^/]+')}$`,
  ).test(path)

type Link = { readonly node: Node; readonly path: string }

const linksIn = (source: Source): readonly Link[] => [
  ...all(source, 'JSXAttribute').flatMap((node) => {
    const value = is('JSXExpressionContainer')(node.value) ? node.value.expression : node.value
    const path =
      is('JSXIdentifier')(node.name) && /^(?:href|to)$/.test(node.name.name)
        ? literalOf(value)
        : null
    return isPage(path) ? [{ node, path }] : []
  }),
  ...all(source, 'CallExpression').flatMap((node) => {
    const path = going.test(dotted(node.callee).split('.').at(-1) ?? '')
      ? (node.arguments.map(literalOf).find(isPage) ?? null)
      : null
    return isPage(path) ? [{ node, path }] : []
  }),
]

const isPage = (path: string | null): path is string =>
  path !== null && /^\/(?!\/)/.test(path) && !/\.\w{2,5}(?:[?#]|$)/.test(path)

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
  const message = sources.flatMap((source) => [
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
  return [...message, ...byFile].map((path) => plainRoute(`/${path}`))
}
