import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { type Files, makeProject, withScripts } from '../../../test/support/small-project.ts'
import type { Application, ApplicationOptions } from '../../ports/application.ts'
import type { Sandbox } from '../../ports/sandbox.ts'
import type { Workbench } from '../../ports/workbench.ts'
import { openSandbox } from '../sandbox-bwrap/open-sandbox.ts'
import { openSandboxWorkbench } from '../workbench-sandbox/open-workbench.ts'
import { type ApplicationSettings, openApplication } from './open-application.ts'

const sandboxes = new Map<string, Sandbox>()
const temporary = mkdtempSync(join(tmpdir(), 'app-test-'))
beforeAll(async () => {
  chmodSync(temporary, 0o711)
  vi.stubEnv('TMPDIR', temporary)
  for (const kind of ['bwrap', 'none'] as const) sandboxes.set(kind, await openSandbox({ kind }))
  sandboxes.set('refused', await openSandbox({ kind: 'bwrap', bwrapPath: '/nowhere/bwrap' }))
})

// nothing of any application is left
afterAll(() => {
  vi.unstubAllEnvs()
  expect(readdirSync(temporary)).toEqual([])
  expect(processes(temporary)).toEqual([])
  rmSync(temporary, { recursive: true })
})

type Options = Partial<ApplicationOptions & ApplicationSettings> & { readonly kind?: string }

async function open(files: Files, { kind = 'bwrap', ...options }: Options = {}) {
  const sandbox = sandboxes.get(kind)
  if (sandbox === undefined) throw new Error(kind)
  const opened = await openSandboxWorkbench(sandbox, makeProject(files, { packages: false }))
  if (!opened.ok) throw new Error(opened.error)
  onTestFinished(() => opened.value.close())
  return { bench: opened.value, application: await start(opened.value, options) }
}

async function start(bench: Workbench, options: Options = {}) {
  const forever = new AbortController().signal
  const { start: own, build, port, readyMs = 20_000, ...rest } = options
  const settings = { start: own, build, port, readyMs }
  const application = await openApplication(bench, settings, { signal: forever, ...rest })
  if (application.ok) onTestFinished(() => application.value.stop())
  return application
}

async function running(files: Files, options: Options = {}): Promise<Application> {
  const { application } = await open(files, options)
  if (!application.ok) throw new Error(JSON.stringify(application.error))
  return application.value
}

async function failure(files: Files, options: Options = {}) {
  const { application } = await open(files, options)
  if (application.ok) throw new Error('it started')
  return application.error
}

/** A program with `http` at hand, started by the script `start`. */
const program = (code: string): Files => ({
  ...withScripts({ start: 'node main.mjs' }),
  'main.mjs': `import http from 'node:http'\nimport fs from 'node:fs'\nimport { spawn } from 'node:child_process'\n${code}`,
})

/** A server that answers by an expression over `request`. */
const server = (answer: string, listen = 'process.env.PORT'): Files =>
  program(
    `http.createServer(async (request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(String(await (${answer})))
    }).listen(${listen})`,
  )

const get = async (application: Application, path = '/') =>
  (await application.request({ method: 'GET', path }))?.body

/** Programs on this machine whose command line holds a mark. */
const processes = (mark: string): readonly string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark)
      } catch {
        return false
      }
    })

describe.for(['bwrap', 'none'])('an application (%s)', (kind) => {
  test('is started, asked and stopped', async () => {
    const application = await running(
      program(
        `http.createServer((request, response) => {
          response.writeHead(request.url === '/old' ? 302 : 201, [['Location', '/new'], ['Set-Cookie', 'a=1'], ['Set-Cookie', 'b=2']])
          request.pipe(response)
        }).listen(process.env.PORT)`,
      ),
      { kind },
    )
    expect(application.command).toBe('npm run start')
    expect(application.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(
      await application.request({ method: 'POST', path: '/x', body: 'grüß', headers: { a: 'b' } }),
    ).toMatchObject({ status: 201, body: 'grüß', headers: { 'set-cookie': 'a=1\nb=2' } })
    expect(await application.request({ method: 'GET', path: '/old' })).toMatchObject({
      status: 302,
      headers: { location: '/new' },
    })
    expect(await (await fetch(`${application.origin}/x`)).text()).toBe('')
    await application.stop()
    expect(await application.request({ method: 'GET', path: '/' })).toBeNull()
    await application.stop()
  })

  test('leaves nothing running, whatever it started and however it holds on', async () => {
    const mark = `mark-${Math.random()}`
    const application = await running(
      program(
        `process.on('SIGTERM', () => {})
        const forever = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"
        spawn('node', ['-e', forever, '${mark}'], { stdio: 'ignore' })
        spawn('node', ['-e', forever, '${mark}'], { stdio: 'ignore', detached: true }).unref()
        http.createServer((_, response) => response.end('up')).listen(process.env.PORT)`,
      ),
      { kind },
    )
    for (let tries = 0; tries < 50 && processes(mark).length < 2; tries++) await wait(100)
    expect(processes(mark)).toHaveLength(2)
    await application.stop()
    // the kernel ends what a namespace held, a moment later where it is busy
    await expect.poll(() => processes(mark)).toEqual([])
  })

  test('that dies is reported with its exit code and its last lines', async () => {
    const code = `console.log('\\u001B[31mreading settings\\u001B[0m'); throw new Error('API_KEY is missing')`
    expect(await failure(program(code), { kind })).toMatchObject({
      type: 'died',
      exitCode: 1,
      reason: '`npm run start` ended with exit code 1 before it listened on a port',
      output: expect.stringMatching(/^reading settings\n[^]*API_KEY is missing/),
    })
  })

  test('that never listens is given up', async () => {
    const mark = `mark-${Math.random()}`
    const code = `setInterval(() => {}, 1000, '${mark}')`
    const says = `echo busy; node main.mjs ${mark}`
    const files = { ...program(code), ...withScripts({ start: says }) }
    expect(await failure(files, { kind, readyMs: 4_000 })).toMatchObject({
      type: 'never-listened',
      reason: '`npm run start` listened on no port within 4 s',
      output: 'busy',
    })
    // the kernel ends what was inside a moment after the walls are gone
    await expect.poll(() => processes(mark)).toEqual([])
  })

  test('is found where it listens, whatever PORT says', async () => {
    const application = await running(server(`'found'`, '0'), { kind })
    expect(await get(application)).toBe('found')
  })

  test('talks to upstreams that misbehave', async () => {
    const ask = `fetch(process.env[request.url.slice(1)] ?? 'http://nowhere', { signal: AbortSignal.timeout(500) }).then(async (told) => told.status + await told.text(), (error) => error.cause?.code ?? error.name)`
    const application = await running(server(ask), {
      kind,
      upstreams: { gone: 'dead', odd: 'malformed', late: 'slow', broken: 'error-500' },
      environment: (ports) =>
        Object.fromEntries(
          Object.entries(ports).map(([name, port]) => [name, `http://127.0.0.1:${port}/v1`]),
        ),
    })
    expect(await get(application, '/gone')).toBe('ECONNREFUSED')
    expect(await get(application, '/odd')).toMatch(/^200\{"data".*[^}]$/)
    expect(await get(application, '/late')).toBe('TimeoutError')
    expect(await get(application, '/broken')).toMatch(/^500\{.*\}$/)
  })
})

describe('starting an application', () => {
  test('waits for one that is slow', async () => {
    const code = `setTimeout(() => http.createServer((_, response) => response.end('late')).listen(3000), 3000)`
    expect(await get(await running(program(code)))).toBe('late')
  })

  test('runs two side by side on the same port, which the machine uses as well', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' ? address?.port : 0
    const both = await Promise.all(
      ['one', 'two'].map((name) => running(server(`'${name}'`, `${port}, '127.0.0.1'`))),
    )
    expect(await Promise.all(both.map((each) => get(each)))).toEqual(['one', 'two'])
  })

  test('takes the server with pages where several listen', async () => {
    const code = `
      http.createServer((_, response) => { response.statusCode = 404; response.end('{}') }).listen(process.env.PORT)
      setTimeout(() => http.createServer((_, response) => { response.setHeader('content-type', 'text/html'); response.end('<h1>Hello</h1>') }).listen(5173, '::1'), 800)`
    expect(await get(await running(program(code)))).toBe('<h1>Hello</h1>')
    expect(await get(await running(program(code), { port: 5173 }))).toBe('<h1>Hello</h1>')
    expect(
      await get(await running(program(code.replace('process.env.PORT', '4000')), { port: 4000 })),
    ).toBe('{}')
  })

  test('prefers the command of the user, then dev, start and preview, and builds before', async () => {
    const serve = (text: string) => `TEXT=${text} node main.mjs`
    const code = server('process.env.TEXT')
    const scripts = { dev: serve('dev'), start: serve('start'), preview: serve('preview') }
    const opened = await open({ ...code, ...withScripts(scripts) })
    expect(opened.application).toMatchObject({ value: { command: 'npm run dev' } })
    expect(await start(opened.bench, { start: serve('own') })).toMatchObject({
      value: { command: 'TEXT=own node main.mjs' },
    })
    const built = withScripts({
      prebuild: 'mkdir dist',
      build: 'cp main.mjs dist/',
      start: 'TEXT=built node dist/main.mjs',
    })
    expect(await get(await running({ ...code, ...built }))).toBe('built')
  })

  test('goes on to the next script where one brings up nothing', async () => {
    const scripts = withScripts({ dev: 'exit 3', start: 'node main.mjs' })
    const application = await running({ ...server(`'started'`), ...scripts })
    expect(application.command).toBe('npm run start')
    expect(await failure(withScripts({ dev: 'exit 3', start: 'exit 4' }))).toMatchObject({
      exitCode: 3,
    })
  })

  test('serves a site of files where there is nothing to start, or what would serve it is not installed', async () => {
    const site = {
      'public/index.html': '<h1>Home</h1><link rel=stylesheet href=site.css>',
      'public/site.css': 'h1 { color: navy }',
      'public/about/index.html': '<h1>About</h1>',
      'public/terms.html': '<h1>Terms</h1>',
    }
    for (const scripts of [{}, { start: 'no-such-server public' }, { dev: 'npx no-such-server' }]) {
      const application = await running({ ...withScripts(scripts), ...site }, { port: 8080 })
      expect(application.command).toBe('the files of public/')
      const bodies = ['/', '/about', '/about/', '/terms'].map((path) => get(application, path))
      expect((await Promise.all(bodies)).join()).toMatch(/Home.*About.*About.*Terms/)
      expect(await application.request({ method: 'GET', path: '/site.css' })).toMatchObject({
        headers: { 'content-type': 'text/css' },
      })
      for (const path of ['/none', '/%2e%2e%2fpackage.json', '/%E0%A4%A'])
        expect(await application.request({ method: 'GET', path })).toMatchObject({ status: 404 })
    }
    expect(await failure({ ...withScripts({ start: 'exit 1' }), ...site })).toMatchObject({
      exitCode: 1,
    })
    const unbuilt = { 'index.html': '<script type="module" src="/src/main.tsx"></script>' }
    expect(await failure({ ...withScripts({}), ...unbuilt })).toMatchObject({ type: 'no-command' })
  })

  test('starts server.js without a script, as npm does', async () => {
    const code = server(`'up'`)['main.mjs'] ?? ''
    const application = await running({ ...withScripts({}), 'server.js': code })
    expect([application.command, await get(application)]).toEqual(['node server.js', 'up'])
  })

  test('says that a build failed, and that there is nothing to start', async () => {
    const broken = withScripts({ build: 'echo no such module; exit 2', start: 'node main.mjs' })
    expect(await failure(broken)).toMatchObject({
      type: 'died',
      exitCode: 2,
      reason: '`npm run build` failed, so `npm run start` was not started',
      output: 'no such module',
    })
    for (const files of [withScripts({ test: 'true' }), { 'package.json': '{' }])
      expect(await failure(files)).toMatchObject({ type: 'no-command' })
  })

  test('says that a port is taken inside', async () => {
    const code = `const up = () => http.createServer().listen(3000); up().on('listening', () => up().on('error', (error) => { console.error(error); process.exit(1) }))`
    expect(await failure(program(code))).toMatchObject({ type: 'port-taken', exitCode: 1 })
  })

  test('tells a server without HTTP from none', async () => {
    const code = `import('node:net').then((net) => net.createServer((socket) => socket.end('220 mail')).listen(2525))`
    expect(await failure(program(code), { readyMs: 1_500 })).toMatchObject({
      reason: '`npm run start` answered no HTTP request on port 2525 within 2 s',
    })
  })

  test('starts nothing without walls', async () => {
    const proof = join(freshFolder(), 'proof')
    const error = await failure(withScripts({ start: `touch ${proof}` }), { kind: 'refused' })
    expect(error).toMatchObject({
      type: 'no-walls',
      reason: expect.stringContaining('not installed'),
      remedy: expect.stringContaining('apt-get install bubblewrap'),
    })
    expect(existsSync(proof)).toBe(false)
  })

  test('ends when it is called off, before and while it runs', async () => {
    const cancel = new AbortController()
    const { signal } = cancel
    const application = await running(server(`'up'`), { signal })
    cancel.abort()
    await wait(500)
    expect(await get(application)).toBeUndefined()
    expect(await failure(server(`'up'`), { signal })).toMatchObject({ type: 'cancelled' })
  })
})

describe('an application behind walls', () => {
  test('reaches no network, no file of the user and no variable', async () => {
    vi.stubEnv('APPLICATION_SECRET', 'hunter2')
    const secret = join(freshFolder(), 'note')
    writeFileSync(secret, 'private')
    const neighbour = createServer((socket) => socket.end('reached')).listen(0, '127.0.0.1')
    onTestFinished(() => void neighbour.close())
    await once(neighbour, 'listening')
    const address = neighbour.address()
    const port = typeof address === 'object' ? address?.port : 0
    const dial = (host: string) =>
      `fetch('http://${host}', { signal: AbortSignal.timeout(2000) }).then(() => 'reached', () => 'no')`
    const look = (path: string) => `(fs.existsSync('${path}') ? 'seen' : 'no')`
    const application = await running(
      server(
        `Promise.all([${dial('1.1.1.1')}, ${dial(`127.0.0.1:${port}`)}, ${look(secret)}, ${look(process.cwd())}, ${look('/root')}, ${look('/home')}, JSON.stringify(process.env).includes('hunter2')])`,
      ),
    )
    expect(await get(application)).toBe('no,no,no,no,no,no,false')
  })

  test('may print without end', async () => {
    const flood = `const line = 'x'.repeat(100_000); const print = () => process.stdout.write(line, () => setImmediate(print)); print()\n`
    const application = await running(
      program(`${flood}http.createServer((_, response) => response.end('up')).listen(3000)`),
    )
    await wait(1_000)
    expect(await get(application)).toBe('up')
  })

  test('that starts processes without end is stopped', async () => {
    const bomb = `setInterval(() => spawn('sleep', ['60']).on('error', () => {}), 5)`
    expect(await failure(program(bomb))).toMatchObject({
      type: 'died',
      reason: '`npm run start` was stopped: it started too many processes',
    })
  })

  test('cannot make us talk to somebody else', async () => {
    const code = `
      import net from 'node:net'
      const socket = '/opt/application/' + process.env.LOOPWRIGHT_APPLICATION
      for (const line of ['control', 'no such connection', 'x'.repeat(1000)])
        net.connect(socket).on('error', () => {}).end(line + '\\n{"type":"listening","port":1}\\n')
      setTimeout(() => http.createServer((_, response) => response.end('up')).listen(3000), 500)`
    expect(await get(await running(program(code)))).toBe('up')
  })
})

describe('a request', () => {
  test('is bounded in time and size, and never throws', async () => {
    const application = await running(
      program(`http.createServer((request, response) => {
        if (request.url === '/') return response.end('up')
        if (request.url === '/silent') return
        if (request.url === '/cut') return response.write('half', () => response.destroy())
        const more = () => { while (response.write('x'.repeat(65536))); response.once('drain', more) }
        more()
      }).listen(3000)`),
    )
    const ask = (path: string, timeoutMs = 5_000) =>
      application.request({ method: 'GET', path, timeoutMs })
    expect(await ask('/silent', 300)).toBeNull()
    expect(await ask('/cut')).toBeNull()
    expect((await ask('/endless'))?.body).toHaveLength(2 * 1024 * 1024)
    for (const bad of [{ method: 'NO WAY' }, { path: 'a b\n' }, { headers: { 'x y': '\n' } }])
      expect(await application.request({ method: 'GET', path: '/', ...bad })).toBeNull()
  })
})
