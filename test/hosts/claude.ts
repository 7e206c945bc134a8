// A real Claude Code against a model of our own: it does the steps of a run by MCP until that is accepted.
// npm run hosts fetches it into the folder that npm run agents uses; it is no dependency.
import { strict as assert } from 'node:assert'
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { installed } from '../agents/real-agents.ts'
import { type Answered, type Move, openModelOfHost } from '../support/model-of-host.ts'
import { evolution, storyGates } from '../support/workspace.ts'

const launcher = resolve(import.meta.dirname, '..', '..', 'bin', 'loopwright.mjs')
const run = 'reflex:story'
const begin: Move = {
  tool: 'run_start',
  input: {
    workflow: 'reflex',
    arguments: {
      task: ['a text with `Title`'],
      alias: 'story',
      type: 'other',
      criteria: 'gates.yaml',
    },
  },
}
const outputs: Readonly<Record<string, unknown>> = {
  PLAN: { plan: ['write', 'mark', 'check'] },
  PRODUCE: '# Title\n\nMARK-a.completeness.one\nMARK-b.completeness.two\n',
}

type Step = { readonly phase: string }

/** What a diligent host does with an answer. */
function play(last: Answered | null): Move {
  if (last === null) return begin
  const { refused } = last.result
  if (refused !== undefined) return { text: `refused: ${JSON.stringify(refused)}` }
  const now = last.tool === 'submit' ? (last.result['next'] as Answered['result']) : last.result
  if (now['answered'] === true) return { tool: 'run_wait', input: { run } }
  switch (now['state']) {
    case 'waits_for_person':
      return { tool: 'gate_answer', input: { run, option: 'confirm' } }
    case 'working':
      return { tool: 'run_wait', input: { run } }
    case 'your_turn': {
      const step = now['step'] as Step | null | undefined
      if (!step) return { tool: 'next_step', input: { run } }
      return { tool: 'submit', input: { run, token: now['token'], output: outputs[step.phase] } }
    }
    default:
      return { text: `the run is ${String(now['state'])}` }
  }
}

type Session = { readonly folder: string; readonly url: string }

async function claude(program: string, { folder, url }: Session): Promise<string> {
  const servers = {
    loopwright: { command: process.execPath, args: [launcher, 'mcp', '--cwd', folder] },
  }
  writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: servers }))
  const home = join(folder, 'home')
  mkdirSync(home)
  const args = [
    '-p',
    'Start the loop and do its steps.',
    '--output-format',
    'stream-json',
    '--verbose',
  ]
  const mcp = [
    '--mcp-config',
    'mcp.json',
    '--strict-mcp-config',
    '--allowedTools',
    'mcp__loopwright',
  ]
  const child = spawn(program, [...args, ...mcp, '--model', 'claude-test'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      XDG_STATE_HOME: join(folder, 'state'),
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'sk-test-0123456789',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // the model of this test does not search for tools
      ENABLE_TOOL_SEARCH: 'false',
      // far less than the instructions of this run
      MAX_MCP_OUTPUT_TOKENS: '1500',
      LOOPWRIGHT_USER: 'ada',
    },
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const timer = setTimeout(() => child.kill(), 180_000)
  await new Promise((done) => child.once('close', done))
  clearTimeout(timer)
  return said
}

/** Lets Claude Code work until it has nothing more to do, and tells how the run stands then. */
async function story(program: string, gates: 'agent' | 'person') {
  const roles = '{ planner: me, producer: me, critic: me, refiner: me }'
  const config = `agents: { me: { kind: host } }\nroles: ${roles}\nmcp: { gates: ${gates} }\n`
  const folder = mkdtempSync(join(tmpdir(), 'loopwright-claude-'))
  writeFileSync(join(folder, 'loopwright.yaml'), config)
  writeFileSync(join(folder, 'gates.yaml'), storyGates)
  mkdirSync(join(folder, '.ai-factory'))
  writeFileSync(join(folder, '.ai-factory', 'RULES.md'), 'Say it in few words. '.repeat(900))
  const model = await openModelOfHost(play)
  const said = await claude(program, { folder, url: model.url })
  model.close()
  const { calls } = model
  console.log(calls.join(' '))
  const events = readFileSync(evolution(folder, 'story', 'history.jsonl'), 'utf8')
  const state = readFileSync(evolution(folder, 'story', 'run.json'), 'utf8')
  rmSync(folder, { recursive: true, force: true })
  return { calls, said, events, state }
}

const program = join(installed('claude'), 'claude')
console.log(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim())

const done = await story(program, 'agent')
assert.match(done.state, /"status": "completed"/, done.said.slice(-2_000))
assert.equal(done.calls.filter((name) => name === 'submit').length, 2)
assert.match(done.events, /"known":"agent"/)
console.log('✓ a run whose steps Claude Code did is accepted')

const open = await story(program, 'person')
assert.doesNotMatch(open.events, /"option":/, open.said.slice(-2_000))
assert.match(open.said, /cancel/)
console.log('✓ a question that nobody could be asked stays open')
