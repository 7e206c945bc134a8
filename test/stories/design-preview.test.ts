import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cleanIntent } from '../support/design-intents.ts'
import { designWorkspace, openWorkspace } from '../support/design-workspace.ts'
import { freshFolder } from '../support/folder.ts'
import { lw } from '../support/workspace.ts'

const feature = 'meter-readings'
const server = join(import.meta.dirname, '..', 'support', 'preview-mcp-server.ts')

/** A workspace whose preview is made by a tool of a real MCP server, in one of its manners. */
const withServer = (manner: string) =>
  designWorkspace(null, {
    design: {
      preview: {
        kind: 'mcp',
        command: [process.execPath, server],
        arguments: { projectId: manner, prompt: '{{prompt}}' },
        timeout_s: 20,
      },
    },
  })

describe('a preview over MCP', () => {
  test('that works is the page people see: it carries the hash of its intent, and is frozen with it', async () => {
    const made = withServer('text')
    const ran = await made.start()
    expect(ran.status, ran.stdout + ran.stderr).toBe(3)
    const page = made.read('preview.html')
    const { intentHash, continuation } = made.state()
    expect(page).toContain('<h1>Screen</h1>')
    expect(page).toContain(cleanIntent(feature).goals[0])
    expect(page).toContain(intentHash)
    expect(continuation.judged?.preview).toMatchObject({ by: 'mcp generate_screen_from_text' })
    expect(ran.stdout).not.toContain('local renderer')
    expect((await made.lw('design', 'approve', feature)).status).toBe(0)
    expect(made.read('final', 'preview.html')).toBe(page)
    expect((await made.lw('design', 'verify', feature)).status).toBe(0)
  })

  test.each([
    ['answers with an error', 'error', 'quota exceeded'],
    ['answers without a page', 'no-html', 'without a page'],
    ['ends before it answers', 'crash', 'generate_screen_from_text'],
  ])(
    'whose server %s is told as a warning: the local page serves, and the run goes on',
    async (_, manner, words) => {
      const made = withServer(manner)
      const ran = await made.start()
      expect(ran.status, ran.stdout + ran.stderr).toBe(3)
      expect(ran.stdout).toContain('! preview: mcp generate_screen_from_text:')
      expect(ran.stdout).toContain(words)
      expect(ran.stdout).toContain('the local renderer served')
      const { judged } = made.state().continuation
      expect(judged?.preview).toMatchObject({ by: 'local', warning: expect.any(String) })
      expect(made.read('preview.html')).toContain(made.state().intentHash)
      expect(made.read('preview.html')).not.toContain('<h1>Screen</h1>')
      expect((await made.lw('design', 'approve', feature)).status).toBe(0)
    },
  )

  test('whose server is not there is told as a warning, too', async () => {
    const made = designWorkspace(null, {
      design: { preview: { kind: 'mcp', command: ['no-such-server-anywhere'] } },
    })
    const ran = await made.start()
    expect(ran.status, ran.stderr).toBe(3)
    expect(ran.stdout).toContain('no-such-server-anywhere')
    expect(made.state().state).toBe('CANDIDATE')
    expect(JSON.parse((await made.lw('design', 'status', feature, '--json')).stdout)).toMatchObject(
      {
        preview: { by: 'local', warning: expect.stringContaining('no-such-server-anywhere') },
      },
    )
  })
})

const examples = join(import.meta.dirname, '..', '..', 'examples', 'design')

describe('the offline agent', () => {
  test.each(['clinic-appointments', 'team-expenses', 'tool-library'])(
    'takes the example %s to the gate in a moment, with nothing unmet',
    async (name) => {
      const folder = freshFolder()
      cpSync(join(examples, `${name}.md`), join(folder, 'requirements.md'))
      const begun = performance.now()
      const ran = await lw(folder, ['design', 'start', name, 'requirements.md'])
      const ms = performance.now() - begun
      console.log(`${name}: to the gate in ${ms.toFixed(0)} ms of wall time, start included`)
      expect(ran.status, ran.stdout + ran.stderr).toBe(3)
      // the goal is 1.5 s; tests may run on a busy machine
      expect(ms).toBeLessThan(60_000)
      const state = openWorkspace(folder, name).state()
      expect(state).toMatchObject({ state: 'CANDIDATE', threshold: 80, modelVersion: 'offline' })
      const { obligations = [] } = state.continuation.judged ?? {}
      expect(
        obligations.filter(({ status, weight }) => weight === 'must' && status === 'unmet'),
      ).toEqual([])
      expect(obligations.filter(({ id }) => id.startsWith('requirement')).length).toBeGreaterThan(
        10,
      )
      expect((await lw(folder, ['design', 'approve', name])).status).toBe(0)
      expect((await lw(folder, ['design', 'verify', name])).status).toBe(0)
    },
  )

  test('[OFFLINE-2] needs no settings, no name of a file, and does the same twice', async () => {
    const run = async () => {
      const folder = freshFolder()
      const made = openWorkspace(folder, 'tool-library')
      cpSync(
        join(examples, 'tool-library.md'),
        join(folder, 'features', 'tool-library', 'requirements.md'),
      )
      expect((await lw(folder, ['design', 'start', 'tool-library', '--quiet'])).status).toBe(3)
      return ['intent.json', 'critique.json', 'preview.html'].map((name) => made.read(name))
    }
    expect(await run()).toEqual(await run())
  })

  test('carries no rejection out: it says which agent could, and leaves the design as it was', async () => {
    const folder = freshFolder()
    cpSync(join(examples, 'tool-library.md'), join(folder, 'requirements.md'))
    const made = openWorkspace(folder, 'tool-library')
    await made.lw('design', 'start', 'tool-library', 'requirements.md')
    const before = made.read('intent.json')
    const feedback = 'Add a field serial (text, required) to Tool.'
    const ran = await made.lw('design', 'reject', 'tool-library', '--feedback', feedback)
    expect(ran.status, ran.stdout + ran.stderr).toBe(1)
    expect(ran.stdout).toContain(`came back unchanged although it was rejected: "${feedback}"`)
    expect(ran.stdout).toContain('must be bound to the role generator')
    expect(made.read('intent.json')).toBe(before)
    expect(made.state()).toMatchObject({ rejectionFeedback: [{ feedback }] })
  })
})
