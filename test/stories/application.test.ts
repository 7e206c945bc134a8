import { expect, onTestFinished, test } from 'vitest'
import { openWorkspace } from '../../src/app.ts'
import { lookAtPages } from '../../src/checks/track/look.ts'
import { makeProject, withScripts } from '../support/small-project.ts'

const { signal } = new AbortController()

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`

const server = `
import { createServer } from 'node:http'
const pages = ${JSON.stringify({
  '/': page('Home', '<a href="/about">About us</a>'),
  '/about': page('About', '<p>We sell books.</p>'),
  '/pricing': page('Pricing', '<p>All books cost 5 €.</p>'),
})}
createServer((request, response) => {
  const text = pages[request.url]
  response.writeHead(text ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(text ?? 'not found')
}).listen(process.env.PORT)
`

test('an application is started behind walls and looked at with the browser', async () => {
  const folder = makeProject(
    { ...withScripts({ start: 'node server.mjs' }), 'server.mjs': server },
    { packages: false },
  )
  const opened = await openWorkspace({ cwd: folder, env: process.env })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const workspace = opened.value
  const bench = await workspace.openWorkbench(folder)
  if (!bench.ok) throw new Error(bench.error)
  onTestFinished(() => bench.value.close())
  const started = await workspace.openApplication(bench.value, { signal })
  if (!started.ok) throw new Error(JSON.stringify(started.error))
  const application = started.value
  onTestFinished(() => application.stop())
  const browser = await workspace.openBrowser()
  onTestFinished(() => browser.close())

  const spec = 'The page `/pricing` shows the price.'
  const looked = await lookAtPages({ application, browser, spec, signal, timeoutMs: 60_000 })
  expect([...looked.unseen]).toEqual([])
  expect([...looked.pages].map(([path, { title }]) => [path, title])).toEqual([
    ['/', 'Home'],
    ['/pricing', 'Pricing'],
    ['/about', 'About'],
  ])
})
