import { describe, expect, test } from 'vitest'
import { err, ok } from '../../model/result.ts'
import type { ApplicationResponse } from '../../ports/application.ts'
import { lookAtPages, routesIn } from './look.ts'

const origin = 'http://127.0.0.1:4000'

type Site = Readonly<Record<string, string | Partial<ApplicationResponse>>>

/** Looks at made pages: what is a text is a page with these words, in which paths are links. */
async function look(site: Site, spec = '', fails: readonly string[] = []) {
  const answerFor = (path: string): Partial<ApplicationResponse> | null => {
    const page = site[path] ?? site['*'] ?? { status: 404 }
    return typeof page === 'string' ? { headers: { 'content-type': 'text/html' } } : page
  }
  return lookAtPages({
    spec,
    timeoutMs: 1_000,
    signal: new AbortController().signal,
    application: {
      origin,
      request: async ({ path }) => ({ status: 200, headers: {}, body: '', ...answerFor(path) }),
    },
    browser: {
      look: async (_, { page }) => {
        if (fails.includes(page)) return err({ type: 'crashed', reason: 'it crashed' })
        const words = site[`/${page}`] ?? site['*']
        const text = typeof words === 'string' ? words : ''
        const links = (text.match(/\S*\/\S*/g) ?? []).map((path) => ({
          attribute: 'href',
          url: new URL(path, origin).href,
        }))
        return ok({ page, title: '', views: [{ blocks: [{ text }] }], links } as never)
      },
    },
  })
}

const pathsOf = async (...args: Parameters<typeof look>) => [...(await look(...args)).pages.keys()]

describe('the pages of an application', () => {
  test('are the first, those that the spec names, and those that are linked', async () => {
    const site = {
      '/': 'home /about#team /about /terms?x=1',
      '/about': 'a',
      '/terms': 't',
      '/plans': 'p',
    }
    expect(await pathsOf(site, 'A visitor opens `/plans`.')).toEqual([
      '/',
      '/plans',
      '/about',
      '/terms',
    ])
  })

  test('are HTML that is there, where redirects lead', async () => {
    const site = {
      '/': { status: 302, headers: { location: '/start' } },
      '/start': 'hello /data /gone https://example.org/ /away /again',
      '/data': { headers: { 'content-type': 'application/json' } },
      '/away': { status: 301, headers: { location: 'https://example.org/' } },
      '/again': { status: 307, headers: { location: `${origin}/start?x` } },
    }
    expect(await pathsOf(site)).toEqual(['/start'])
  })

  test('are at most eight', async () => {
    const links = Array.from({ length: 20 }, (_, at) => `/page-${at}`)
    const site = { '/': links.join(' '), ...Object.fromEntries(links.map((path) => [path, path])) }
    expect(await pathsOf(site)).toHaveLength(8)
  })

  test('are only those that its scripts know, where the server answers every path', async () => {
    const site = { '/': 'home', '/plans': 'our plans', '*': 'page not found' }
    expect(await pathsOf(site, '`/plans`, files in `/src/pages`')).toEqual(['/', '/plans'])
  })

  test('that cannot be looked at are named', async () => {
    const { pages, unseen } = await look({ '/': 'home /about', '/about': 'a' }, '', ['about'])
    expect([...pages.keys()]).toEqual(['/'])
    expect([...unseen]).toEqual([['/about', 'it crashed']])
  })
})

test('routes of a spec are paths in backticks without parameters', () => {
  const spec =
    'Open `/pricing`, `GET /faq`, `/help?q=1`, `/pricing` or `/a.html`; not /this, `/users/:id`, `/blog/[slug]`, `/api/users`, `POST /login`, `/src/main.ts`, `//cdn` or `and/or`.'
  expect(routesIn(spec)).toEqual(['/pricing', '/faq', '/help', '/a.html'])
})
