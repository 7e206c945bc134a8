// Runs the peers on one page: a line {"files": {…}, "entry": "index.html", "tools": […], "full": false}
// on stdin, an answer {"axe": {"ms": 1, "findings": […]}, …} on stdout. A finding is {rule, selector}.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { launch } from 'chrome-launcher'
import { HtmlValidate } from 'html-validate'
import lighthouse from 'lighthouse'
import { LinkChecker } from 'linkinator'

const require = createRequire(import.meta.url)
const [chromePath] = process.argv.slice(2)
let site = { files: {}, entry: 'index.html' }
const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css',
  js: 'text/javascript',
  svg: 'image/svg+xml',
}

const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, 'http://x').pathname.slice(1)) || site.entry
  const content = site.files[path]
  response.writeHead(content === undefined ? 404 : 200, {
    'content-type': types[path.split('.').at(-1)] ?? 'application/octet-stream',
  })
  response.end(content ?? '')
})
await new Promise((done) => server.listen(0, '127.0.0.1', done))
const origin = `http://127.0.0.1:${server.address().port}`

const chrome = await launch({
  chromePath,
  chromeFlags: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  ],
})

const timed = async (work) => {
  const start = performance.now()
  // a page may keep a tool waiting for ever; what it has not said by then it does not say
  const tooLate = new Promise((done) => setTimeout(done, 20_000, null).unref())
  const said = await Promise.race([work(), tooLate])
  // the tab that keeps it waiting is left behind
  if (said === null) socket = undefined
  const findings = said ?? []
  return { ms: performance.now() - start, findings }
}

const validator = new HtmlValidate({ extends: ['html-validate:recommended'] })
const htmlValidate = async () => {
  const report = await validator.validateString(String(site.files[site.entry]))
  return report.results.flatMap(({ messages }) =>
    messages.map((each) => ({ rule: each.ruleId, selector: each.selector ?? '', line: each.line })),
  )
}

const quiet = {
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  networkQuietThresholdMs: 0,
  cpuQuietThresholdMs: 0,
}
const lighthouseRun = (full) => async () => {
  const ran = await lighthouse(`${origin}/${site.entry}`, {
    port: chrome.port,
    onlyCategories: ['accessibility'],
    logLevel: 'silent',
    disableFullPageScreenshot: !full,
    ...(full ? {} : quiet),
  })
  const { audits, categories } = ran.lhr
  const failing = Object.values(audits).filter(
    ({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary',
  )
  return [
    ...failing.flatMap(({ id, details }) =>
      (details?.items ?? [{}]).map((item) => ({ rule: id, selector: item.node?.selector ?? '' })),
    ),
    { rule: 'score', selector: '', score: categories.accessibility.score },
  ]
}

const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
let socket
let sent = 0
const waiting = new Map()
const events = new Map()

/** A plain connection to the browser, so that axe alone costs no more than axe. */
async function connect() {
  const made = await fetch(`http://127.0.0.1:${chrome.port}/json/new?about:blank`, {
    method: 'PUT',
  })
  const { webSocketDebuggerUrl } = await made.json()
  socket = new WebSocket(webSocketDebuggerUrl)
  await new Promise((done) => socket.addEventListener('open', done, { once: true }))
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data)
    if (message.id !== undefined) waiting.get(message.id)?.(message.result)
    else events.get(message.method)?.(message.params)
  })
  await send('Page.enable')
  await send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
  })
}
const send = (method, params = {}) =>
  new Promise((done) => {
    sent += 1
    waiting.set(sent, done)
    socket.send(JSON.stringify({ id: sent, method, params }))
  })

const axeRun = async () => {
  if (socket === undefined) await connect()
  const loaded = new Promise((done) => events.set('Page.loadEventFired', done))
  await send('Page.navigate', { url: `${origin}/${site.entry}` })
  await loaded
  await send('Runtime.evaluate', { expression: `${axeSource};0` })
  const { result } = await send('Runtime.evaluate', {
    expression:
      'axe.run(document).then(({ violations }) => JSON.stringify(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => ({ rule: id, selector: String(target[0]) })))))',
    awaitPromise: true,
    returnByValue: true,
  })
  return JSON.parse(result.value)
}

const linkRun = async () => {
  const { links } = await new LinkChecker().check({ path: `${origin}/${site.entry}` })
  return links
    .filter(({ state }) => state === 'BROKEN')
    .map(({ url }) => ({ rule: 'broken', selector: url }))
}

const phoneRun = async () => {
  if (socket === undefined) await connect()
  await send('Emulation.setDeviceMetricsOverride', {
    width: 375,
    height: 667,
    deviceScaleFactor: 1,
    mobile: true,
  })
  const loaded = new Promise((done) => events.set('Page.loadEventFired', done))
  await send('Page.navigate', { url: `${origin}/${site.entry}` })
  await loaded
  const { cssContentSize } = await send('Page.getLayoutMetrics')
  await send('Page.captureScreenshot', {
    format: 'png',
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width: 375, height: cssContentSize.height, scale: 1 },
  })
  await send('Emulation.clearDeviceMetricsOverride')
  return []
}

process.stdout.write('ready\n')
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line)
  site = asked
  const answer = {}
  try {
    if (asked.tools.includes('axe')) answer.axe = await timed(axeRun)
    if (asked.tools.includes('html-validate')) answer['html-validate'] = await timed(htmlValidate)
    if (asked.tools.includes('linkinator')) answer.linkinator = await timed(linkRun)
    if (asked.tools.includes('phone')) answer.phone = await timed(phoneRun)
    if (asked.tools.includes('lighthouse'))
      answer.lighthouse = await timed(lighthouseRun(asked.full))
  } catch (error) {
    answer.error = String(error)
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
chrome.kill()
server.close()
process.exit(0)
