import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import type { Site } from '../../src/checks/page/audit/operator.ts'

/** A browser of the benchmark's own, to check mutants and to find places; the gate never sees it. */
export type Stage = {
  show(site: Site, view: View): Promise<Page>
  /** A blank page without any site. */
  desk(): Promise<Page>
  close(): Promise<void>
}

export type View = { readonly width: number; readonly dark?: boolean; readonly scripts?: boolean }

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css',
  js: 'text/javascript',
  svg: 'image/svg+xml',
  png: 'image/png',
  json: 'application/json',
}

export const typeOf = (path: string): string =>
  types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'

export async function openStage(): Promise<Stage> {
  const home = mkdtempSync(join(tmpdir(), 'page-mutants-'))
  const browser: Browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
  })
  const contexts = new Map<string, BrowserContext>()
  let current: Site | null = null
  const contextFor = async (view: View): Promise<BrowserContext> => {
    const key = JSON.stringify([view.dark, view.scripts])
    const known = contexts.get(key)
    if (known !== undefined) return known
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      colorScheme: view.dark === true ? 'dark' : 'light',
      javaScriptEnabled: view.scripts !== false,
    })
    await context.route('**/*', async (route) => {
      const path = decodeURIComponent(new URL(route.request().url()).pathname.slice(1))
      const content = current?.files[path === '' ? 'index.html' : path]
      if (content === undefined || !route.request().url().startsWith('http://stage.test/'))
        return route.fulfill({ status: 404, body: '' })
      const body = typeof content === 'string' ? content : Buffer.from(content)
      return route.fulfill({ body, contentType: typeOf(path) })
    })
    contexts.set(key, context)
    return context
  }
  return {
    async show(site, view) {
      current = site
      const context = await contextFor(view)
      const page = context.pages()[0] ?? (await context.newPage())
      await page.setViewportSize({ width: view.width, height: view.width < 500 ? 667 : 720 })
      await page.goto(`http://stage.test/${site.entry}`)
      return page
    },
    async desk() {
      const context = await contextFor({ width: 1280, scripts: true })
      const page = await context.newPage()
      await page.setContent('<!doctype html><title>desk</title>')
      return page
    },
    async close() {
      await browser.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
