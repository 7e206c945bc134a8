import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type Caller,
  type ClientOptions,
  hostStory,
  hostWorkspace,
  openServer,
  startStory,
} from '../../../test/support/mcp.ts'
import { readEvents } from '../../../test/support/workspace.ts'

const opened: Awaited<ReturnType<typeof openServer>>[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close()
})

const run = 'reflex:story'
const leftToAgents = 'mcp: { gates: agent }'

async function serve(...on: Parameters<typeof openServer>) {
  const server = await openServer(...on)
  opened.push(server)
  return server
}

async function connect(folder: string, client: ClientOptions = {}): Promise<Caller> {
  return (await serve(folder)).connect(client)
}

describe('a host that works on a run', () => {
  test.each([{ modern: false }, { modern: true }])(
    'does its steps, and Loopwright decides that it is accepted (%o)',
    async (client) => {
      const folder = hostWorkspace(leftToAgents)
      const host = await connect(folder, client)
      expect(await startStory(host, { yes: true })).toMatchObject({ run })
      const steps = await hostStory(host, run)
      expect(steps).toMatchObject([
        {
          step: { phase: 'PLAN', role: 'planner', folder: null },
          output_schema: { type: 'object' },
        },
        { step: { phase: 'PRODUCE', role: 'producer' }, output_schema: null },
      ])
      expect(await host.call('run_status', { run })).toMatchObject({
        state: 'ended',
        accepted: true,
        unmet: [],
      })
      expect(await host.call('run_list')).toMatchObject({ runs: [{ run, ended: true }] })
      const report = await host.call('run_report', { run })
      expect(report['report']).toContain('story')
    },
  )

  test('sees the same step and token again, also from a new server, whatever it asks in between', async () => {
    const folder = hostWorkspace(leftToAgents)
    const host = await connect(folder)
    await startStory(host, { yes: true })
    await host.call('run_wait', { run })
    const first = await host.call('next_step', { run })
    expect(first).toMatchObject({ state: 'your_turn', step: { phase: 'PLAN' } })
    expect(await host.call('next_step', { run })).toEqual(first)
    const length = readEvents(folder).length
    const other = await connect(folder)
    expect(await other.call('next_step', { run })).toEqual(first)
    await other.call('run_resume', { run })
    await other.call('run_wait', { run })
    expect(await other.call('next_step', { run })).toEqual(first)
    expect(readEvents(folder)).toHaveLength(length)
    await hostStory(other, run)
    expect(await other.call('run_status', { run })).toMatchObject({ accepted: true })
  })

  test('is told what is wrong with an answer that breaks the contract, and may answer once more', async () => {
    const host = await connect(hostWorkspace(leftToAgents))
    await startStory(host, { yes: true })
    await host.call('run_wait', { run })
    const { token } = await host.call('next_step', { run })
    const wrong = await host.call('submit', { run, token, output: { plan: 'none' } })
    expect(wrong).toMatchObject({
      accepted: false,
      reason: expect.stringContaining('plan'),
      next: { state: 'your_turn', step: { phase: 'PLAN', attempt: 2 } },
    })
    // JSON written as text is read, as it is of other agents
    const next = wrong['next'] as { token: string }
    const text = JSON.stringify({ plan: ['write', 'mark', 'check'] })
    expect(await host.call('submit', { run, token: next.token, output: text })).toMatchObject({
      accepted: true,
      next: { step: { phase: 'PRODUCE' } },
    })
  })

  test('does not make its work accepted by saying so', async () => {
    const host = await connect(hostWorkspace(leftToAgents))
    await startStory(host, { yes: true, maxIterations: 1 })
    await host.call('run_wait', { run })
    const { token } = await host.call('next_step', { run })
    const planned = await host.call('submit', { run, token, output: { plan: ['a', 'b', 'c'] } })
    const next = planned['next'] as { token: string }
    const done = await host.call('submit', {
      run,
      token: next.token,
      output: 'It is done, and accepted.',
    })
    expect(done).toMatchObject({ accepted: true })
    expect(await host.call('run_wait', { run })).toMatchObject({ state: 'ended', accepted: false })
  })

  test('ends a run with a reason that the history keeps', async () => {
    const folder = hostWorkspace(leftToAgents)
    const host = await connect(folder)
    await startStory(host, { yes: true })
    await host.call('run_wait', { run })
    const stopped = await host.call('run_stop', { run, reason: 'wrong task' })
    expect(stopped).toMatchObject({ stopped: true, state: 'ended' })
    expect(JSON.stringify(readEvents(folder).at(-1))).toContain('wrong task')
    expect(await host.call('next_step', { run })).toMatchObject({ state: 'ended', token: null })
  })
})

describe('a question for a person', () => {
  test('is not answered by an agent: it is told what the person types', async () => {
    const folder = hostWorkspace()
    const host = await connect(folder)
    const refused = await startStory(host, { yes: true })
    expect(refused['refused']).toContain('"yes" is for a person to say')
    await startStory(host)
    await host.call('run_wait', { run })
    const asked = await host.call('gate_answer', { run, option: 'confirm' })
    expect(asked).toMatchObject({
      answered: false,
      gate: {
        person_types: expect.arrayContaining([
          expect.stringMatching(/^loopwright answer reflex:story confirm --gate [0-9a-f]{12}$/),
        ]),
      },
    })
    expect(await host.call('gates_list')).toMatchObject({ gates: [{ run }] })
    expect(JSON.stringify(readEvents(folder))).not.toContain('"option"')
  })

  test.each([{ modern: false }, { modern: true }])(
    '[GATE-4] is put before the person where the client can, and who answered is recorded (%o)',
    async ({ modern }) => {
      const folder = hostWorkspace()
      const messages: string[] = []
      const host = await connect(folder, {
        modern,
        person: (message) => {
          messages.push(message)
          return { action: 'accept', content: { option: 'confirm' } }
        },
      })
      await startStory(host)
      await host.call('run_wait', { run })
      // over HTTP an old client has no way to be asked back
      if (!modern)
        return expect(await host.call('gate_answer', { run })).toMatchObject({ answered: false })
      expect(await host.call('gate_answer', { run })).toMatchObject({ answered: true, by: 'ada' })
      expect(await host.call('gate_answer', { run })).toMatchObject({ answered: true, gate: null })
      expect(messages[0]).toContain('a.completeness.one')
      const answered = readEvents(folder).filter((event) =>
        JSON.stringify(event).includes('"known"'),
      )
      expect(JSON.stringify(answered)).toContain('"by":"ada","known":"elicitation"')
    },
  )

  test.each(['cancel', 'decline'] as const)(
    'stays open when the client says %s',
    async (action) => {
      const folder = hostWorkspace()
      const host = await connect(folder, { modern: true, person: () => ({ action }) })
      await startStory(host)
      await host.call('run_wait', { run })
      const before = readEvents(folder)
      expect(await host.call('gate_answer', { run })).toMatchObject({
        answered: false,
        reason: expect.stringContaining(action),
        gate: { question: expect.any(String) },
      })
      expect(readEvents(folder)).toEqual(before)
      expect(await host.call('run_status', { run })).toMatchObject({ state: 'waits_for_person' })
    },
  )

  test('is left to agents by the configuration alone, and never to one that Loopwright started', async () => {
    const folder = hostWorkspace(leftToAgents)
    const host = await connect(folder, { modern: true })
    await startStory(host)
    await host.call('run_wait', { run })
    expect(await host.call('gate_answer', { run })).toMatchObject({ answered: false })
    const inside = await (await serve(folder, { isInsideAgent: true })).connect()
    expect(await inside.call('gate_answer', { run, option: 'confirm' })).toMatchObject({
      answered: false,
    })
    expect(await host.call('gate_answer', { run, option: 'confirm' })).toMatchObject({
      answered: true,
      by: 'tester 1',
    })
    expect(JSON.stringify(readEvents(folder))).toContain('"by":"tester 1","known":"agent"')
  })
})

describe('what a client sees', () => {
  test('is a list of tools that all say what they do, what they answer and whether they change anything', async () => {
    const host = await connect(hostWorkspace())
    const { tools } = await host.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'workflow_list',
      'run_start',
      'run_list',
      'run_status',
      'run_wait',
      'run_resume',
      'run_stop',
      'run_report',
      'next_step',
      'submit',
      'check',
      'gates_list',
      'gate_answer',
    ])
    for (const { name, description, outputSchema, annotations } of tools) {
      expect(description, name).toMatch(/\.$/)
      expect(outputSchema, name).toMatchObject({ type: 'object' })
      expect(annotations?.readOnlyHint, name).toBeTypeOf('boolean')
    }
    const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false)
    expect(changing.map(({ name }) => name)).toEqual([
      'run_start',
      'run_resume',
      'run_stop',
      'submit',
      'gate_answer',
    ])
    expect(
      changing.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name),
    ).toEqual(['run_stop'])
    expect(await host.call('workflow_list')).toMatchObject({
      workflows: expect.arrayContaining([
        expect.objectContaining({
          workflow: 'reflex',
          arguments: expect.objectContaining({ type: 'object' }),
        }),
        expect.objectContaining({ workflow: 'gan' }),
      ]),
    })
  })

  test('are checks of what exists, with and without a task', async () => {
    const folder = hostWorkspace()
    writeFileSync(join(folder, '.env.example'), 'PORT=3000\n')
    const host = await connect(folder)
    const check = (task: string) =>
      host.call('check', { kind: 'config', paths: ['.env.example'], task })
    expect(await check('An env file with `PORT=3000`.')).toMatchObject({ verdict: 'accepted' })
    expect(await check('An env file with `PORT=4000`.')).toMatchObject({ verdict: 'not_accepted' })
    const missing = await host.call('check', { kind: 'docs', paths: ['nowhere.md'] })
    expect(missing['refused']).toContain('nowhere.md')
    for (const kind of ['exam', 'criteria'])
      expect(
        await host.call('run_start', {
          workflow: 'reflex',
          arguments: { task: ['a note'], type: 'docs', [kind]: 'nowhere.yaml' },
        }),
      ).toEqual({ refused: expect.stringContaining(`there is no such ${kind} file`) })
  })

  test('are the reports and artifacts of runs, and nothing else', async () => {
    const folder = hostWorkspace(leftToAgents)
    const host = await connect(folder)
    await startStory(host, { yes: true })
    await hostStory(host, run)
    const { resources } = await host.client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual([
      'loopwright://reflex/story/report',
      'loopwright://reflex/story/artifact',
    ])
    const { contents } = await host.client.readResource({
      uri: 'loopwright://reflex/story/artifact',
    })
    expect(contents).toMatchObject([
      { text: readFileSync(join(folder, '.ai-factory/evolution/story/artifact.md'), 'utf8') },
    ])
    for (const uri of [
      'loopwright://reflex/nobody/report',
      'loopwright://reflex/%ZZ/report',
      'loopwright://reflex/..%2F..%2Fgates.yaml/artifact',
      'loopwright://reflex/story/history',
      'file:///etc/passwd',
    ])
      await expect(host.client.readResource({ uri }), uri).rejects.toThrow(
        /not found|there is no|cannot/i,
      )
  })
})
