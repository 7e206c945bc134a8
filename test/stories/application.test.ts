import { expect, onTestFinished, test } from 'vitest'
import { openWorkspace } from '../../src/app.ts'
import { startApplication } from '../../src/checks/track/start-application.ts'
import { type Files, makeProject, withScripts } from '../support/small-project.ts'

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`

const server = `
import { createServer } from 'node:http'
if (!process.env.RATES_KEY) throw new Error('RATES_KEY is missing')
const pages = ${JSON.stringify({
  '/': page('Home', '<a href="/about">About us</a>'),
  '/about': page('About', '<p>We sell books.</p>'),
  '/pricing': page('Pricing', '<p>All books cost 5 €.</p>'),
})}
createServer(async (request, response) => {
  if (request.url === '/rates')
    return fetch(process.env.RATES_URL + '/now').then(async (told) => response.end(told.status + await told.text()), (error) => response.end(error.cause.code))
  const text = pages[request.url]
  response.writeHead(text ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(text ?? 'not found')
}).listen(process.env.PORT)
`

async function run(files: Files, spec = '') {
  const root = makeProject(files, { packages: false })
  const opened = await openWorkspace({ cwd: root, env: process.env })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const texts = Object.entries(files).filter((each): each is [string, string] => each[1] !== null)
  const track = { root, spec, metadata: { evaluators: ['eval-ui-ux'] } }
  const running = await startApplication(opened.value, track, {
    files: new Map(texts),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  onTestFinished(() => running.close())
  return running
}

test('an application runs behind walls, is seen with the browser, and is tried without what it depends on', async () => {
  const files = {
    ...withScripts({ start: 'node server.mjs' }),
    'server.mjs': server,
    '.env.example': 'RATES_URL=https://rates.example/v1\nRATES_KEY=\n',
  }
  const { application, notes, withUpstream } = await run(
    files,
    'The page `/pricing` shows the price.',
  )
  expect(notes).toEqual([
    'the application runs with the values of its example environment; without them it ends',
  ])
  expect([...(application?.pages ?? [])].map(([path, { title }]) => [path, title])).toEqual([
    ['/', 'Home'],
    ['/pricing', 'Pricing'],
    ['/about', 'About'],
  ])
  for (const [behaviour, told] of [
    ['dead', /ECONNREFUSED/],
    ['error-500', /^500/],
    ['malformed', /^200\{/],
  ] as const) {
    const other = await withUpstream?.(behaviour)
    expect((await other?.request({ method: 'GET', path: '/rates' }))?.body).toMatch(told)
  }
})

test('an application that does not start is told with what it printed', async () => {
  const files = { ...withScripts({ dev: 'node server.mjs' }), 'server.mjs': server }
  expect(await run(files)).toMatchObject({
    application: null,
    why: expect.stringMatching(/^`npm run dev` ended with exit code 1 .*RATES_KEY is missing/),
  })
})
