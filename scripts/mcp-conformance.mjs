// Runs the server scenarios of @modelcontextprotocol/conformance that apply to `loopwright mcp`, and the
// inspector's command line, against the built program: npm run conformance
// Both are fetched into a folder of their own; they are no dependencies.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const launcher = resolve(import.meta.dirname, '..', 'bin', 'loopwright.mjs')
const packages = [
  '@modelcontextprotocol/conformance@0.1.16',
  '@modelcontextprotocol/inspector@2.12.0',
]

/** The others call tools, prompts and resources of a server that was made for the suite. */
const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'server-sse-polling',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
]

const tools = process.env.MCP_TOOLS ?? join(tmpdir(), 'loopwright-mcp-tools')
const folder = mkdtempSync(join(tmpdir(), 'loopwright-conformance-'))
const state = join(folder, 'state')
const all = process.argv.includes('--all')

function install() {
  mkdirSync(tools, { recursive: true })
  writeFileSync(join(tools, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages]
  if (spawnSync('npm', args, { cwd: tools, stdio: 'inherit' }).status !== 0)
    throw new Error('npm could not fetch the suite')
}

/** The suite knows no token, so this adds it; everything else goes on as it came. */
function openProxy(target, token) {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    const onward = request(target, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)))
}

const env = { ...process.env, XDG_STATE_HOME: state }

function startServer() {
  writeFileSync(join(folder, 'loopwright.yaml'), 'agents: { me: { kind: host } }\n')
  const child = spawn(process.execPath, [launcher, 'mcp', '--http', '--cwd', folder], {
    env,
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  return new Promise((done, fail) => {
    let said = ''
    child.once('exit', () => fail(new Error(`the server ended: ${said}`)))
    child.stderr.on('data', (chunk) => {
      said += chunk
      const url = /serving (\S+)/.exec(said)?.[1]
      if (url !== undefined && /token/.test(said)) done({ child, url })
    })
  })
}

const run = (program, args) =>
  new Promise((done) => {
    const child = spawn(join(tools, 'node_modules', '.bin', program), args, { cwd: folder, env })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
    child.once('exit', (status) => done({ status, said }))
  })

install()
const { child, url } = await startServer()
const token = readFileSync(join(state, 'loopwright', 'mcp-token'), 'utf8').trim()
const proxy = await openProxy(url, token)
const front = `http://127.0.0.1:${proxy.address().port}/mcp`
let failures = 0
const report = (name, { status, said }) => {
  if (status !== 0) failures += 1
  console.log(`${status === 0 ? '✓' : '✗'} ${name}`)
  if (status !== 0) console.log(said.split('\n').slice(-25).join('\n'))
}
const listed = all
  ? (await run('conformance', ['list', '--server'])).said.match(/(?<=- )[\w-]+(?= \[)/g)
  : scenarios
for (const scenario of listed)
  report(scenario, await run('conformance', ['server', '--url', front, '--scenario', scenario]))
const inspect = ['--cli', process.execPath, launcher, 'mcp', '--cwd', folder]
report(
  'inspector --cli tools/list',
  await run('mcp-inspector', [...inspect, '--method', 'tools/list']),
)
report(
  'inspector --cli tools/call',
  await run('mcp-inspector', [...inspect, '--method', 'tools/call', '--tool-name', 'run_list']),
)
proxy.close()
child.kill('SIGTERM')
rmSync(folder, { recursive: true, force: true })
process.exitCode = failures === 0 ? 0 : 1
