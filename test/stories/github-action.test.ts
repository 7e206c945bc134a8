import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { freshFolder } from '../support/folder.ts'
import { furnishStory, launcher, lw, newStory } from '../support/workspace.ts'

const root = join(import.meta.dirname, '..', '..')

type Comment = { id: number; html_url: string; body: string; user: { login: string } }

/** GitHub's API, as far as the action uses it. */
async function startGitHub(comments: Comment[] = []) {
  const calls: string[] = []
  const state = {
    mayWrite: true,
    environment: 'production' as string | undefined,
    approvals: [] as unknown[],
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://github')
    let text = ''
    for await (const bytes of request) text += String(bytes)
    const { body = '' } = text === '' ? {} : (JSON.parse(text) as { body?: string })
    calls.push(`${request.method} ${url.pathname}`)
    const answer = (value: unknown, status = 200) =>
      response.writeHead(status).end(JSON.stringify(value))
    if (request.headers.authorization !== 'Bearer secret-token') return answer({}, 401)
    if (url.pathname === '/token') {
      const claims = Buffer.from(JSON.stringify({ environment: state.environment }))
      return answer({ value: `header.${claims.toString('base64url')}.signature` })
    }
    if (url.pathname.endsWith('/approvals')) return answer(state.approvals)
    if (request.method === 'GET') {
      const page = Number(url.searchParams.get('page'))
      const size = Number(url.searchParams.get('per_page'))
      return answer(comments.slice((page - 1) * size, page * size))
    }
    if (!state.mayWrite) return answer({}, 403)
    const number = Number(url.pathname.split('/').at(-1))
    const old = comments.find(({ id }) => id === number)
    if (old) return answer(Object.assign(old, { body }))
    const id = 1000 + comments.length
    const user = { login: 'github-actions[bot]' }
    comments.push({ id, html_url: `https://github/comment/${id}`, body, user })
    return answer(comments.at(-1))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : null
  return { url: `http://127.0.0.1:${port}`, comments, calls, state }
}

const git = (folder: string, ...args: readonly string[]) =>
  execFileSync(
    'git',
    [
      '-c',
      'user.name=ada',
      '-c',
      'user.email=ada@example.org',
      '-c',
      'commit.gpgsign=false',
      ...args,
    ],
    { cwd: folder, encoding: 'utf8' },
  ).trim()

/** A repository with one commit, and a second one with these files. */
function pullRequest(files: Readonly<Record<string, string>>) {
  const folder = freshFolder()
  git(folder, 'init', '-q', '-b', 'main')
  writeFileSync(join(folder, 'kept.json'), '{ broken')
  git(folder, 'add', '.')
  git(folder, 'commit', '-qm', 'first')
  const base = git(folder, 'rev-parse', 'HEAD')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  git(folder, 'add', '.')
  git(folder, 'commit', '-qm', 'second', '--allow-empty')
  return { folder, base }
}

type Pull = ReturnType<typeof pullRequest>

/** The action as the runner starts it: by its entry, with inputs and files as variables. */
async function act(pull: Pull, api: string, inputs: Readonly<Record<string, string>>) {
  const temp = freshFolder()
  const file = (name: string) => join(temp, name)
  const title = '$(touch hacked) `touch hacked` ::error::hacked'
  writeFileSync(
    file('event.json'),
    JSON.stringify({ pull_request: { number: 7, title, body: title, base: { sha: pull.base } } }),
  )
  for (const name of ['output', 'summary', 'env']) writeFileSync(file(name), '')
  const { runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8'))
  const defaults = { program: launcher, token: 'secret-token' }
  const child = spawn(process.execPath, [join(root, runs.main)], {
    cwd: pull.folder,
    env: {
      PATH: process.env['PATH'],
      HOME: temp,
      XDG_STATE_HOME: process.env['XDG_STATE_HOME'],
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: api,
      GITHUB_REPOSITORY: 'ada/shop',
      GITHUB_RUN_ID: '42',
      GITHUB_WORKSPACE: pull.folder,
      GITHUB_EVENT_PATH: file('event.json'),
      GITHUB_OUTPUT: file('output'),
      GITHUB_ENV: file('env'),
      GITHUB_STEP_SUMMARY: file('summary'),
      RUNNER_TEMP: temp,
      ...Object.fromEntries(
        Object.entries({ ...defaults, ...inputs }).map(([name, value]) =>
          /^ACTIONS_|^PATH$/.test(name) ? [name, value] : [`INPUT_${name.toUpperCase()}`, value],
        ),
      ),
    },
  })
  let log = ''
  child.stdout.on('data', (bytes: Buffer) => void (log += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => void (log += bytes.toString()))
  const [exit] = (await once(child, 'close')) as [number]
  const outputs = Object.fromEntries(
    [...readFileSync(file('output'), 'utf8').matchAll(/^(.*)<<(.*)\n([\s\S]*?)\n\2$/gm)].map(
      ([, name, , value]) => [name, value],
    ),
  )
  return { exit, log, outputs, summary: readFileSync(file('summary'), 'utf8') }
}

/** What the runner obeys: commands that stand outside of what a program printed. */
const commandsIn = (log: string) =>
  log.replace(/^::stop-commands::(.*)\n[\s\S]*?^::\1::$/gm, '').match(/^::.*$/gm) ?? []

const config = { kind: 'config', paths: '**/*.json\n' }

describe('the GitHub Action', () => {
  test('checks what a pull request changes, and updates its one comment', async () => {
    const github = await startGitHub(
      Array.from({ length: 100 }, (_, id) => ({
        id,
        html_url: '',
        body: `comment ${id}`,
        user: { login: 'grace' },
      })),
    )
    // more files than GitHub takes runs in one file
    const others = Array.from({ length: 21 }, (_, index) => [`b/${index}.json`, '{ "port": 1 }\n'])
    const pull = pullRequest({
      'app/one.json': '{ "port": 8080, }\n',
      'notes.md': '# Notes\n',
      ...Object.fromEntries(others),
    })
    const first = await act(pull, github.url, config)
    expect([first.exit, first.outputs['verdict']]).toEqual([1, 'not_accepted'])
    expect(first.outputs['exit-code']).toBe('1')
    expect(commandsIn(first.log)).toContainEqual(
      expect.stringMatching(/^::error file=app\/one\.json,line=1,title=[\w.]+::/),
    )
    expect(first.log).not.toContain('kept.json')
    expect(first.summary).toMatch(/\| ✗ unmet \|/)
    expect(github.comments).toHaveLength(101)
    expect(github.comments.at(-1)?.body).toContain('not accepted')
    const sarif = JSON.parse(readFileSync(first.outputs['sarif'] ?? '', 'utf8'))
    expect(sarif.runs.length).toBeLessThanOrEqual(20)
    expect(readFileSync(first.outputs['junit'] ?? '', 'utf8')).toContain('<testsuite')

    writeFileSync(join(pull.folder, 'app', 'one.json'), '{ "port": 8080 }\n')
    git(pull.folder, 'commit', '-qam', 'repair')
    const second = await act(pull, github.url, config)
    expect([second.exit, second.outputs['verdict']]).toEqual([0, 'accepted'])
    expect(github.comments).toHaveLength(101)
    expect(github.comments.at(-1)?.body).not.toContain('not accepted')
    expect(second.outputs['comment-url']).toBe('https://github/comment/1100')
  })

  test('leaves what names of files and their text say to no shell, to no option and to no runner', async () => {
    const github = await startGitHub()
    const pull = pullRequest({
      '--fix.json': '{ "a": 1, }\n',
      'a$(touch hacked).json': '{ "b": 1, }\n',
      'x,line=7::error::b.json': '{ "@grace": 1, "@grace": 2 }\n',
    })
    const { exit, log, outputs } = await act(pull, github.url, config)
    expect([exit, outputs['verdict']]).toEqual([1, 'not_accepted'])
    expect(existsSync(join(pull.folder, 'hacked'))).toBe(false)
    expect(readFileSync(join(pull.folder, '--fix.json'), 'utf8')).toBe('{ "a": 1, }\n')
    expect(commandsIn(log).join('\n')).toContain('file=x%2Cline=7%3A%3Aerror%3A%3Ab.json,')
    expect(github.comments[0]?.body).not.toMatch(/@\w/)
  })

  test('names files from the top of the repository, whichever folder it works in', async () => {
    const github = await startGitHub()
    const pull = pullRequest({ 'apps/shop/my one.json': '{ "port": 8080, }\n' })
    const where = { ...config, 'working-directory': 'apps/shop' }
    const { log, outputs } = await act(pull, github.url, where)
    expect(commandsIn(log).join('\n')).toContain('::error file=apps/shop/my one.json,line=1,')
    expect(readFileSync(outputs['sarif'] ?? '', 'utf8')).toContain('"apps/shop/my%20one.json"')
  })

  test('gives no secret to the program, and cuts what GitHub would refuse', async () => {
    const github = await startGitHub()
    const pull = pullRequest({ 'a.json': '{}' })
    const program = join(freshFolder(), 'program.mjs')
    writeFileSync(
      program,
      `import { writeFileSync } from 'node:fs'
console.log('::error::from the program', JSON.stringify(process.env))
const of = (end) => process.argv.find((each) => each.startsWith('--report=') && each.endsWith(end)).slice(9)
const results = Array.from({ length: 30000 }, (_, index) => ({ ruleId: 'r', level: index % 3 === 0 ? 'error' : 'note', message: { text: 'x'.repeat(400) } }))
writeFileSync(of('sarif'), JSON.stringify({ runs: [{ results }] }))
writeFileSync(of('md'), 'a line of the summary\\n'.repeat(100000))
process.exitCode = 3
`,
    )
    const { exit, log, outputs, summary } = await act(pull, github.url, { ...config, program })
    expect([exit, outputs['verdict']]).toEqual([1, 'undecided'])
    expect(log).toContain('from the program')
    for (const name of ['secret-token', 'INPUT_', 'GITHUB_OUTPUT', 'GITHUB_ENV'])
      expect(log).not.toContain(name)
    expect(commandsIn(log).join('\n')).not.toContain('from the program')
    expect(commandsIn(log).filter((line) => line.startsWith('::error title=r'))).toHaveLength(10)
    expect(statSync(outputs['sarif'] ?? '').size).toBeLessThan(10_000_000)
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(1024 * 1024)
    expect(summary.trimEnd()).toMatch(/the rest is in the reports of this run$/)
    expect(github.comments[0]?.body.length).toBeLessThan(65_536)

    const kind = await act(pull, github.url, { ...config, program, 'fail-on': 'not-accepted' })
    expect(kind.exit).toBe(0)
  })

  test('has npm install the version of the action, beside the work', async () => {
    const github = await startGitHub()
    const pull = pullRequest({ 'a.json': '{ "port": 1 }\n' })
    const bin = freshFolder()
    writeFileSync(
      join(bin, 'npm'),
      `#!/bin/sh
echo "npm $*"
mkdir -p "$5/node_modules/loopwright" && ln -s ${join(root, 'bin')} "$5/node_modules/loopwright/bin"
`,
      { mode: 0o755 },
    )
    const PATH = `${bin}:${process.env['PATH']}`
    const { exit, log } = await act(pull, github.url, { ...config, program: '', PATH })
    expect(exit).toBe(0)
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(log).toMatch(new RegExp(`npm install .*loopwright-program loopwright@${version}\n`))
    expect(existsSync(join(pull.folder, 'node_modules'))).toBe(false)
  })

  test('leaves the comments of others alone, and does without one where it may not write', async () => {
    const github = await startGitHub()
    const pull = pullRequest({ 'a.json': '{ "port": 1 }\n' })
    await act(pull, github.url, config)
    const [own] = github.comments
    if (own) own.user.login = 'mallory'
    const words = own?.body
    github.state.mayWrite = false
    const { exit, log } = await act(pull, github.url, config)
    expect(exit).toBe(0)
    expect(commandsIn(log).join('\n')).toContain('no comment could be written: POST')
    expect(own?.body).toBe(words)
  })

  test('says that nothing was changed, and what is wrong with an input', async () => {
    const github = await startGitHub()
    const pull = pullRequest({ 'notes.md': '# Notes\n' })
    const none = await act(pull, github.url, config)
    expect([none.exit, none.outputs['verdict']]).toEqual([0, 'nothing_to_check'])
    const bad = { 'fail-on': 'sometimes' }
    expect((await act(pull, github.url, { ...config, ...bad })).log).toContain(
      'fail-on must be one',
    )
    const option = await act(pull, github.url, { ...config, base: '--output=hacked' })
    expect([option.exit, option.outputs['verdict']]).toEqual([1, 'error'])
    expect(github.calls).toEqual([])
  })

  test('resumes a run that waits for a person only where GitHub says who approved', async () => {
    const github = await startGitHub()
    const pull = pullRequest({})
    furnishStory(pull.folder)
    const parked = await lw(
      pull.folder,
      newStory.filter((word) => word !== '--yes'),
    )
    expect(parked.status).toBe(3)
    const ids = {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${github.url}/token?v=1`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'secret-token',
    }
    const resume = (more: Readonly<Record<string, string>> = ids) =>
      act(pull, github.url, { resume: 'story', answer: 'confirm,confirm', ...more })
    expect((await resume({})).log).toContain('id-token: write')
    github.state.environment = undefined
    expect((await resume()).log).toContain('runs in no environment')
    github.state.environment = 'production'
    github.state.approvals = [
      { state: 'approved', environments: [{ name: 'staging' }], user: { login: 'eve' } },
      { state: 'rejected', environments: [{ name: 'production' }], user: { login: 'eve' } },
    ]
    const refused = await resume()
    expect(refused.log).toContain('nobody approved the environment "production"')
    expect((await lw(pull.folder, ['gates', '--json'])).stdout).toContain('story')

    github.state.approvals.push({
      state: 'approved',
      environments: [{ name: 'production' }],
      user: { login: 'grace' },
    })
    const { exit, outputs, summary } = await resume()
    expect([exit, outputs['verdict']]).toEqual([0, 'accepted'])
    expect(summary).toContain('grace approved')
    expect((await lw(pull.folder, ['history', 'story'])).stdout).toContain('grace')
  })
})
