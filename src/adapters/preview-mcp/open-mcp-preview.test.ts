import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { rolldown } from 'rolldown'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  startWebPreviewServer,
  type WebPreviewServer,
} from '../../../test/support/preview-mcp-server.ts'
import { insideAgent } from '../../model/inside-agent.ts'
import { PreviewConfig } from '../../model/preview-config.ts'
import { readPreviewStamp } from '../../model/preview-stamp.ts'
import { openMcpPreview } from './open-mcp-preview.ts'

const root = mkdtempSync(join(tmpdir(), 'lw-preview-'))
const program = join(root, 'preview-mcp-server.mjs')
// as one file it starts twice as fast
beforeAll(async () => {
  const source = resolve(import.meta.dirname, '../../../test/support/preview-mcp-server.ts')
  await using bundle = await rolldown({ input: source, platform: 'node' })
  await bundle.write({ file: program, codeSplitting: false })
})
const secret = 'key-for-tests-0123456789'
const intentHash = '5'.repeat(64)
const request = {
  title: 'Courses',
  prompt: 'A list of courses; costs $& and {{title}}',
  intent: { featureId: 'courses' },
  intentHash,
}
const never = () => new AbortController().signal
const servers: WebPreviewServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

type Given = Record<string, unknown>
type Line = (project: string, given?: Given, signal?: AbortSignal) => ReturnType<typeof make>

function make(given: Given, signal: AbortSignal = never()) {
  const config = PreviewConfig.parse({ kind: 'mcp', timeout_s: 20, ...given })
  if (config.kind !== 'mcp') throw new Error('not over MCP')
  const env = {
    ...process.env,
    PREVIEW_KEY: secret,
    BROKEN_KEY: `${secret}\nX-Evil: 1`,
    OTHER_SECRET: 'not-for-you-9876543210',
  }
  return openMcpPreview(config, { env, root }).make(request, signal)
}

const forProject = (projectId: string) => ({ projectId, prompt: '{{prompt}}' })

function asProgram(...flags: readonly string[]): Line {
  const command = [process.execPath, program, ...flags]
  return (project, given, signal) =>
    make({ command, arguments: forProject(project), ...given }, signal)
}

async function overHttp(options: Parameters<typeof startWebPreviewServer>[0] = {}) {
  const server = await startWebPreviewServer(options)
  servers.push(server)
  const ask: Line = (project, given, signal) =>
    make({ url: server.url, arguments: forProject(project), ...given }, signal)
  return { server, ask }
}

const reasonOf = (page: Awaited<ReturnType<typeof make>>) => {
  if (page.ok) throw new Error(`a page came: ${page.value.slice(0, 400)}`)
  expect(page.error.reason).not.toMatch(/[\n\r]/)
  expect(page.error.reason).not.toContain(secret)
  return page.error.reason
}
const pageOf = (page: Awaited<ReturnType<typeof make>>) => {
  if (!page.ok) throw new Error(page.error.reason)
  expect(readPreviewStamp(page.value)).toBe(intentHash)
  return page.value
}

/** Processes whose command line holds this word. */
const alive = (word: string) =>
  readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandOf(pid).includes(word))
const commandOf = (pid: string) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

const lines: readonly [string, () => Promise<Line>][] = [
  ['a program', async () => asProgram()],
  ['a web server', async () => (await overHttp()).ask],
]
const makesPage = async (ask: Line, project: string, words: string) =>
  expect(pageOf(await ask(project))).toContain(`<p>${words}`)
const givesReason = async (ask: Line, project: string, why: string) =>
  expect(reasonOf(await ask(project, { env: ['PREVIEW_KEY'] }))).toContain(why)

describe.each(lines)('an MCP server that is %s', (_, open) => {
  test.each([
    ['text', 'A list of courses; costs $& and {{title}}'],
    ['link', 'as a resource'],
  ])('makes a page that comes back as %s', async (project, words) => {
    await makesPage(await open(), project, words)
  })

  test.each([
    ['error', 'generate_screen_from_text failed: quota exceeded for key'],
    ['huge', 'larger than 2 MB'],
  ])('that answers with %s gives a reason instead of a page', async (project, why) => {
    await givesReason(await open(), project, why)
  })

  test('that does not answer is given up when the time is over', async () => {
    const ask = await open()
    const before = performance.now()
    expect(reasonOf(await ask('hang', { timeout_s: 8 }))).toBe(
      'no page within 8 s; the time ran out while waiting for generate_screen_from_text',
    )
    expect(performance.now() - before).toBeLessThan(60_000)
  })

  test('is left at once when the run is stopped', async () => {
    const ask = await open()
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 800)
    const before = performance.now()
    expect(reasonOf(await ask('hang', {}, stop.signal))).toBe('the preview was cancelled')
    expect(performance.now() - before).toBeLessThan(60_000)
    expect(reasonOf(await ask('text', {}, AbortSignal.abort()))).toBe('the preview was cancelled')
  })

  test('without the tool, or whose tool needs more, is told apart by name', async () => {
    const ask = await open()
    expect(reasonOf(await ask('text', { tool: 'draw' }))).toBe(
      'the server offers no tool draw; it offers list_projects, generate_screen_from_text',
    )
    expect(reasonOf(await ask('text', { arguments: { prompt: '{{prompt}}' } }))).toContain(
      'also needs projectId; add it to `arguments`',
    )
    const wrong = { arguments: { projectId: 'text', prompt: 'x', deviceType: 'FRIDGE' } }
    expect(reasonOf(await ask('text', wrong))).toContain('deviceType')
  })
})

// however it came, an answer is read by the same code
describe('an answer', () => {
  test.each([
    ['fenced', 'A list of courses'],
    ['json-text', 'A list of courses'],
    ['structured', 'A list of courses'],
    ['resource', 'A list of courses'],
    ['blob', 'A list of courses'],
  ])('may hold its page as %s', async (project, words) => {
    await makesPage((await overHttp()).ask, project, words)
  })

  test.each([
    ['no-html', 'without a page; it said: I would rather ask first'],
    ['empty', 'without a page'],
    ['picture', 'without a page'],
    ['throws', 'the generator fell over'],
    ['broken', 'NUL'],
    ['refresh', 'by itself'],
    ['nonsense', 'no project nonsense'],
  ])('of %s is a reason, and no page', async (project, why) => {
    await givesReason((await overHttp()).ask, project, why)
  })
})

describe('an MCP server that is a program', () => {
  test('[AGENT-17] sees PATH and the like and the variables it was given, and no others', async () => {
    const page = pageOf(await asProgram()('environment', { env: ['PREVIEW_KEY', 'NOT_SET'] }))
    const seen = /<body>([^<]*)<\/body>/.exec(page)?.[1]?.split(' ') ?? []
    expect(seen).toContain('PREVIEW_KEY')
    expect(seen).toContain('PATH')
    const allowed = new Set([insideAgent, 'PATH', 'HOME', 'LANG', 'TERM', 'TMPDIR', 'PREVIEW_KEY'])
    expect(seen.filter((name) => !allowed.has(name))).toEqual([])
  })

  test('may take its time to start', async () => {
    expect(pageOf(await asProgram('--slow-start=1500')('text'))).toContain('A list of courses')
    expect(reasonOf(await asProgram('--slow-start=9000')('text', { timeout_s: 1 }))).toContain(
      'no page within 1 s; the time ran out while connecting',
    )
  })

  test('that cannot be started is named', async () => {
    expect(reasonOf(await make({ command: ['/no/such/program'] }))).toContain(
      '/no/such/program was not found',
    )
    expect(reasonOf(await make({ command: [root] }))).toContain('cannot be run')
  })

  test('that ends before it answered is quoted, without its secrets', async () => {
    const atStart = reasonOf(await asProgram('--crash')('text'))
    expect(atStart).toContain('ended with code 7; it said: no configuration found')
    const later = reasonOf(await asProgram()('crash', { env: ['PREVIEW_KEY'] }))
    expect(later).toContain('ended with code 3; it said: cannot go on, key ***')
  })

  test('may print what is no message; one that prints nothing else is given up', async () => {
    expect(pageOf(await asProgram('--garbage')('text'))).toContain('A list of courses')
    expect(reasonOf(await asProgram('--mute')('text', { timeout_s: 8 }))).toContain(
      'it printed lines that are no MCP messages',
    )
  })

  test('of the older protocol, which ends at an unknown question, is asked again', async () => {
    expect(pageOf(await asProgram('--dies-at-probe')('text'))).toContain('A list of courses')
  })

  test('that answers without end is stopped', async () => {
    expect(reasonOf(await asProgram()('endless'))).toContain('more than 12 MB in one message')
  })

  test.runIf(existsSync('/proc/self/task'))(
    'is gone afterwards, however stubborn, with everything it started',
    async () => {
      const mark = `--mark-of-${process.pid}`
      const asked = asProgram('--stubborn', mark)('text')
      for (let tries = 0; alive(mark).length === 0 && tries < 100; tries += 1) await sleep(10)
      expect(alive(mark)).toHaveLength(1)
      expect(pageOf(await asked)).toContain('courses')
      expect(alive(mark)).toEqual([])
      await asProgram('--stubborn', mark)('hang', { timeout_s: 1 })
      expect(alive(mark)).toEqual([])

      const reason = reasonOf(await asProgram('--litter')('crash'))
      const left = Number(/left (\d+)/.exec(reason)?.[1])
      expect(left).toBeGreaterThan(1)
      for (let tries = 0; isAlive(left) && tries < 50; tries += 1) await sleep(20)
      expect(isAlive(left)).toBe(false)
    },
  )
})

describe('an MCP server on the web', () => {
  const key = ['x-goog-api-key', secret] as const

  test('is sent the headers whose values the environment holds', async () => {
    const { server, ask } = await overHttp({ key })
    expect(
      pageOf(await ask('text', { headers_env: { 'X-Goog-Api-Key': 'PREVIEW_KEY' } })),
    ).toContain('courses')
    expect(server.seen.every(({ headers }) => headers['x-goog-api-key'] === secret)).toBe(true)
    expect(JSON.stringify(server.seen)).not.toContain('not-for-you')
  })

  test('whose address or key is no good gives a reason, and the key is not in it', async () => {
    expect(reasonOf(await make({ url: 'https://[nowhere' }))).toContain('Invalid URL')
    const { server, ask } = await overHttp()
    const given = { headers_env: { 'X-Goog-Api-Key': 'BROKEN_KEY' }, timeout_s: 3 }
    expect(reasonOf(await ask('text', given))).toMatch(/could not be asked/)
    expect(server.seen).toEqual([])
  })

  test('is not asked when the variable of a header is not set', async () => {
    const { server, ask } = await overHttp({ key })
    expect(reasonOf(await ask('text', { headers_env: { 'X-Goog-Api-Key': 'NOT_SET' } }))).toBe(
      'set NOT_SET: the header X-Goog-Api-Key of the preview takes its value from it',
    )
    expect(server.seen).toEqual([])
  })

  test('that refuses the key is told with the variable to check, and without the key', async () => {
    const { ask } = await overHttp({ key: ['x-goog-api-key', 'another'] })
    const reason = reasonOf(await ask('text', { headers_env: { 'X-Goog-Api-Key': 'PREVIEW_KEY' } }))
    expect(reason).toContain('refused the key (401); check PREVIEW_KEY')
    expect(reasonOf(await ask('text'))).toContain('asks for a key (401)')
    const forbidden = await overHttp({ status: 403 })
    expect(reasonOf(await forbidden.ask('text'))).toContain('(403)')
  })

  test.each([404, 429, 500, 503])('that answers with %s is told so', async (status) => {
    const { ask } = await overHttp({ status })
    expect(reasonOf(await ask('text', { timeout_s: 5 }))).toContain(String(status))
  })

  test('that is not there, or hangs up in the middle, is told so', async () => {
    const gone = reasonOf(await make({ url: 'http://127.0.0.1:9/mcp' }))
    expect(gone).toContain('http://127.0.0.1:9/mcp could not be asked')
    expect(gone).toMatch(/ECONNREFUSED|bad port/)
    const rude = await overHttp({ cut: 'rudely' })
    expect(reasonOf(await rude.ask('text'))).toContain('/mcp could not be asked: ')
    // an end without an answer looks like an answer that is still to come
    const polite = await overHttp({ cut: 'politely' })
    expect(reasonOf(await polite.ask('text', { timeout_s: 1 }))).toContain('no page within 1 s')
    const { ask: askSilent } = await overHttp({ silent: true })
    expect(reasonOf(await askSilent('text', { timeout_s: 1 }))).toBe(
      'no page within 1 s; the time ran out while connecting',
    )
    const { ask: askEndless } = await overHttp()
    expect(reasonOf(await askEndless('endless'))).toContain('without end')
  })

  test.each(['modern', 'legacy'] as const)('may speak the %s protocol only', async (era) => {
    const { ask } = await overHttp({ era })
    expect(pageOf(await ask('text'))).toContain('A list of courses')
    expect(pageOf(await ask('link'))).toContain('as a resource')
  })

  test.each(['download', 'download-redirected'])(
    'that answers with an address has its page fetched, without the key: %s',
    async (project) => {
      const { server, ask } = await overHttp({ key })
      const given = { headers_env: { 'X-Goog-Api-Key': 'PREVIEW_KEY' } }
      expect(pageOf(await ask(project, given))).toContain('as a download')
      const fetched = server.seen.filter(({ path }) => path === '/page')
      expect(fetched).toHaveLength(1)
      expect(JSON.stringify(fetched)).not.toContain(secret)
    },
  )

  test.each([
    ['download-gone', '(404)'],
    ['download-huge', 'larger than 2 MB'],
    ['download-elsewhere', 'http://169.254.169.254, which is not among `download_hosts`'],
  ])('whose address is no good gives a reason: %s', async (project, why) => {
    const { ask } = await overHttp()
    expect(reasonOf(await ask(project))).toContain(why)
  })

  test('that is a program may not send us to any host', async () => {
    expect(reasonOf(await asProgram()('download'))).toContain(
      'https://pages.invalid, which is not among `download_hosts`',
    )
    const allowed = reasonOf(await asProgram()('download', { download_hosts: ['*.invalid'] }))
    expect(allowed).not.toContain('download_hosts')
  })
})
