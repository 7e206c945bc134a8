import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  Client,
  type ElicitResult,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { openDoor } from '../../src/entrypoints/mcp/http.ts'
import { openContext, type McpOptions } from '../../src/entrypoints/mcp/open-context.ts'
import { freshFolder } from './folder.ts'
import { storyGates } from './workspace.ts'

export const token = 'a'.repeat(64)
const address = new URL('http://127.0.0.1:7300/mcp')

/** A workspace whose producer, planner, critic and refiner is the host. */
export function hostWorkspace(
  more = '',
  roles = 'planner: me, producer: me, critic: me, refiner: me',
) {
  const folder = freshFolder()
  writeFileSync(
    join(folder, 'loopwright.yaml'),
    `agents:\n  me: { kind: host }\n${more}\nroles: { ${roles} }\n`,
  )
  writeFileSync(join(folder, 'gates.yaml'), storyGates)
  return folder
}

export type ClientOptions = {
  /** Speaks the newest protocol, or the one that clients speak by default. */
  readonly modern?: boolean
  /** What the person says when they are asked; without it the client cannot ask. */
  readonly person?: (message: string) => ElicitResult
}

/** A server in this process, with clients that are the real ones. */
export async function openServer(cwd: string, options: Partial<McpOptions> = {}) {
  const lines: string[] = []
  const context = await openContext({
    cwd,
    env: process.env,
    from: 'test',
    person: 'ada',
    isInsideAgent: false,
    log: (line) => lines.push(line),
    ...options,
  })
  if (!context.ok) throw new Error(context.error.what)
  const door = openDoor(context.value, {
    token,
    mostBytes: 2 * 1024 * 1024,
    log: (line) => lines.push(line),
  })
  return {
    context: context.value,
    lines,
    fetch: door.fetch,
    async connect({ modern = false, person }: ClientOptions = {}) {
      const client = new Client(
        { name: 'tester', version: '1' },
        {
          capabilities: person === undefined ? {} : { elicitation: {} },
          ...(modern ? { versionNegotiation: { mode: 'auto' } } : {}),
        },
      )
      if (person !== undefined)
        client.setRequestHandler('elicitation/create', ({ params }) => person(params.message))
      const transport = new StreamableHTTPClientTransport(address, {
        fetch: (input, init) => door.fetch(new Request(input, init)),
        requestInit: { headers: { authorization: `Bearer ${token}`, host: '127.0.0.1:7300' } },
      })
      await client.connect(transport)
      return caller(client)
    },
    async close() {
      await context.value.carrier.close()
      await door.close()
    },
  }
}

type Structured = Record<string, unknown>

/** Calls tools; what a tool refuses comes back as its text. */
export const caller = (client: Client) => ({
  client,
  async call(name: string, given: Structured = {}): Promise<Structured> {
    const { isError, content, structuredContent } = await client.callTool({
      name,
      arguments: given,
    })
    const [first] = content
    if (isError === true) return { refused: first?.type === 'text' ? first.text : '' }
    return (structuredContent ?? {}) as Structured
  },
})
export type Caller = ReturnType<typeof caller>

/** What a good host answers in each phase of the story. */
const answers: Readonly<Record<string, unknown>> = {
  PLAN: { plan: ['write', 'mark', 'check'] },
  PRODUCE: '# Title\n\nMARK-a.completeness.one\nMARK-b.completeness.two\n',
}

/** Starts the story and does its steps until it needs somebody else. */
export async function startStory({ call }: Caller, words: Structured = {}) {
  return call('run_start', {
    workflow: 'reflex',
    arguments: {
      task: ['a text with `Title`'],
      alias: 'story',
      type: 'other',
      criteria: 'gates.yaml',
      ...words,
    },
  })
}

export async function hostStory({ call }: Caller, run: string): Promise<readonly Structured[]> {
  const steps: Structured[] = []
  await call('run_wait', { run })
  for (let next = await call('next_step', { run }); next['state'] === 'your_turn';) {
    const step = next['step'] as { readonly phase: string }
    steps.push(next)
    const submitted = await call('submit', {
      run,
      token: next['token'],
      output: answers[step.phase],
    })
    if (submitted['accepted'] !== true) throw new Error(JSON.stringify(submitted))
    next = submitted['next'] as Structured
  }
  return steps
}
