import { readFileSync, writeFileSync } from 'node:fs'
import { access, chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workFolder, type Sandbox, type SandboxJob, type SandboxRun } from './sandbox.ts'

const forever = new AbortController().signal

/** What every sandbox must keep to; the walls are asked only of those that claim to have them. */
export function describeSandbox(
  name: string,
  open: () => Promise<Sandbox>,
  options: { readonly walls: boolean },
): void {
  describe(`sandbox ${name}`, () => {
    let sandbox: Sandbox
    beforeAll(async () => {
      sandbox = await open()
    })
    const run = async (command: string, more: Partial<SandboxJob> = {}): Promise<SandboxRun> => {
      const ran = await sandbox.run({ argv: ['sh', '-c', command], files: {}, ...more }, forever)
      if (!ran.ok) throw new Error(ran.error.reason)
      return ran.value
    }
    describeJobs(run, () => sandbox)
    describeLimits(run)
    if (options.walls) describeWalls(run)
  })
}

type Run = (command: string, more?: Partial<SandboxJob>) => Promise<SandboxRun>

function describeJobs(run: Run, sandbox: () => Sandbox): void {
  test('hands back exit code, output and errors apart', async () => {
    expect(await run('echo out; echo bad >&2; exit 3')).toMatchObject({
      type: 'exited',
      code: 3,
      stdout: 'out\n',
      stderr: 'bad\n',
    })
  })

  test('shows the job its files, its input and its variables', async () => {
    const ran = await run('cat a/b.txt -; echo "$GREETING"; echo new > made.txt; cat made.txt', {
      files: { 'a/b.txt': 'file\n' },
      stdin: 'input\n',
      env: { GREETING: 'hello' },
    })
    expect(ran).toMatchObject({ stdout: 'file\ninput\nhello\nnew\n' })
  })

  test('survives a job that never reads its input', async () => {
    const ran = await run('exit 0', { stdin: 'x'.repeat(1_000_000) })
    expect(ran).toMatchObject({ type: 'exited', code: 0 })
  })

  test('runs node', async () => {
    const ran = await run('node -p "1 + 1"')
    expect(ran).toMatchObject({ code: 0, stdout: '2\n' })
  })

  test('reports a program that does not exist as exit 127', async () => {
    const ran = await sandbox().run({ argv: ['no-such-program'], files: {} }, forever)
    expect(ran).toMatchObject({ ok: true, value: { type: 'exited', code: 127 } })
  })

  test('deletes the private folder and starts the next job in an empty one', async () => {
    const ran = await run('touch left-behind; pwd')
    const again = await run('ls -A')
    expect(again).toMatchObject({ stdout: '' })
    if (ran.stdout.trim() !== '/work') await expect(access(ran.stdout.trim())).rejects.toThrow()
  })

  test('works in a folder that stays, where the job asks for it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'contract-folder-'))
    await chmod(folder, 0o711)
    writeFileSync(join(folder, 'given'), 'given\n')
    await run(
      'cat given > made; mkdir bin; printf "#!/bin/sh\\necho own" > bin/tool; chmod +x bin/tool',
      { folder },
    )
    const inside = sandbox().kind === 'bwrap' ? workFolder : folder
    const again = await run('pwd; cat made; tool', { folder, path: [join(inside, 'bin')] })
    expect(again).toMatchObject({ stdout: `${inside}\ngiven\nown\n` })
    expect(readFileSync(join(folder, 'made'), 'utf8')).toBe('given\n')
    await rm(folder, { recursive: true })
  })

  test('refuses a file outside the private folder', async () => {
    const outside = { argv: ['true'] as const, files: { '../escape': 'x' } }
    await expect(sandbox().run(outside, forever)).rejects.toThrow('must lie in its folder')
  })

  test("[AGENT-17] hides the parent's environment", async () => {
    process.env['CONTRACT_SECRET'] = 'hunter2'
    const ran = await run(
      'env; cat /proc/1/environ /proc/$PPID/environ 2>/dev/null | tr "\\0" "\\n"',
    )
    delete process.env['CONTRACT_SECRET']
    expect(ran.stdout).toContain('PATH=')
    if (sandbox().kind === 'bwrap') expect(ran.stdout).not.toContain('hunter2')
    expect((await run('env')).stdout).not.toMatch(/SECRET|KEY|TOKEN/)
  })

  test('keeps output that is not UTF-8 as replacement characters', async () => {
    const ran = await run(String.raw`printf 'a\377\376b\000c'`)
    expect(ran).toMatchObject({ type: 'exited', code: 0 })
    expect(ran.stdout).toMatch(/^a\uFFFD+b\0c$/)
  })

  test('[SANDBOX-6] stops when it is cancelled, at once when it was before the start', async () => {
    const cancel = new AbortController()
    const job: SandboxJob = { argv: ['sleep', '20'], files: {} }
    const running = sandbox().run(job, cancel.signal)
    await wait(100)
    cancel.abort()
    const stopped = { ok: true, value: { type: 'stopped', limit: 'cancelled' } }
    expect(await running).toMatchObject(stopped)
    expect(await sandbox().run(job, cancel.signal)).toMatchObject(stopped)
  })
}

function describeLimits(run: Run): void {
  test('[SANDBOX-6] stops an endless loop when its time is over', async () => {
    const ran = await run('while :; do :; done', { limits: { wallMs: 300 } })
    expect(ran).toMatchObject({ type: 'stopped', limit: 'time' })
    expect(ran.ms).toBeLessThan(15_000)
  })

  test('[SANDBOX-6] stops a job that ignores polite signals', async () => {
    const ran = await run('trap "" TERM INT HUP; sleep 20 & wait; sleep 20', {
      limits: { wallMs: 300 },
    })
    expect(ran).toMatchObject({ type: 'stopped', limit: 'time' })
    expect(ran.ms).toBeLessThan(15_000)
  })

  test('[SANDBOX-8] stops a fork bomb and leaves nothing of it', async () => {
    const ran = await run('bomb() { bomb | bomb & }; while :; do bomb; done', {
      limits: { processes: 32, wallMs: 10_000 },
    })
    // it never burns out: the watch stops it, or the kernel's refusal to fork ends its shell first
    if (ran.type === 'stopped') expect(ran.limit).toBe('processes')
    else expect(ran.code).toBeGreaterThan(0)
    expect(ran.ms).toBeLessThan(9_500)
    expect(await run('echo alive')).toMatchObject({ stdout: 'alive\n' })
  })

  test('[SANDBOX-8] stops a job that takes too much memory', async () => {
    const hog = 'const all = []; for (;;) all.push(Buffer.alloc(4_000_000, 1))'
    const ran = await run(`node -e "${hog}"`, { limits: { memoryMb: 300, wallMs: 15_000 } })
    expect(ran).toMatchObject({ type: 'stopped', limit: 'memory' })
  })

  test('[SANDBOX-8] counts the memory of all processes together', async () => {
    const hold = 'globalThis.held = Buffer.alloc(120_000_000, 1); setTimeout(() => {}, 10_000)'
    const ran = await run(`for i in 1 2 3; do node -e "${hold}" & done; wait`, {
      limits: { memoryMb: 300, wallMs: 15_000 },
    })
    expect(ran).toMatchObject({ type: 'stopped', limit: 'memory' })
  })

  test('[SANDBOX-8] cuts a gigabyte of output and keeps its beginning', async () => {
    const before = process.memoryUsage().rss
    const ran = await run('head -c 1000000000 /dev/zero | tr "\\0" x', {
      limits: { outputBytes: 10_000 },
    })
    expect(ran).toMatchObject({ type: 'stopped', limit: 'output' })
    expect(ran.stdout).toBe('x'.repeat(10_000))
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  })

  test('stops a job that fills the folder that stays', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'contract-folder-'))
    await chmod(folder, 0o711)
    const fill = 'for i in $(seq 60); do head -c 8000000 /dev/zero > f$i; done; sleep 20'
    const ran = await run(fill, { folder, limits: { fileMb: 16, wallMs: 15_000 } })
    await rm(folder, { recursive: true })
    expect(ran).toMatchObject({ type: 'stopped', limit: 'output' })
  })

  test('[SANDBOX-6] kills a child that was left in the background', async () => {
    const proof = join(await mkdtemp(join(tmpdir(), 'contract-')), 'late')
    const ran = await run(`(sleep 0.4; echo late > ${proof}) & setsid sleep 60 & echo done`)
    expect(ran).toMatchObject({ type: 'exited', stdout: 'done\n' })
    expect(ran.ms).toBeLessThan(25_000)
    await wait(700)
    await expect(access(proof)).rejects.toThrow()
  })
}

function describeWalls(run: Run): void {
  let secret = ''
  let port = 0
  const server = createServer((socket) => socket.end('reached'))
  beforeAll(async () => {
    secret = await mkdtemp(join(tmpdir(), 'contract-secret-'))
    writeFileSync(join(secret, 'note'), 'private')
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
  })
  afterAll(async () => {
    server.close()
    await rm(secret, { recursive: true })
  })

  test('[SANDBOX-8] cuts a huge file, wherever it is written', async () => {
    for (const place of ['.', '/tmp', '/dev/shm']) {
      const ran = await run(`head -c 40000000 /dev/zero > ${place}/big; stat -c %s ${place}/big`, {
        limits: { fileMb: 8 },
      })
      expect(Number(ran.stdout)).toBeLessThanOrEqual(8 * 1024 * 1024)
    }
  })

  test('[SANDBOX-8] bounds what many files can hold together', async () => {
    const ran = await run(
      'for i in $(seq 40); do head -c 8000000 /dev/zero > f$i; done; du -sm .',
      {
        limits: { fileMb: 8 },
      },
    )
    expect(ran.type).toBe('exited')
    expect(Number.parseInt(ran.stdout, 10)).toBeLessThanOrEqual(64)
  })

  test('[SANDBOX-8] stops a job that makes files without end, though they are empty', async () => {
    const make = "for (let n = 0; ; n++) require('fs').writeFileSync('/tmp/f' + n, '')"
    const ran = await run(`node -e "${make}"`, { limits: { files: 5_000, wallMs: 20_000 } })
    expect(ran).toMatchObject({ type: 'stopped', limit: 'output' })
  })

  test('[SANDBOX-13] has no network, not even to this machine', async () => {
    const dial = (host: string, at: number) =>
      `node -e "require('net').connect(${at}, '${host}').on('connect', () => console.log('reached')).on('error', (e) => console.log(e.code)).setTimeout(1500, () => process.exit())"`
    expect((await run(dial('127.0.0.1', port))).stdout).toBe('ECONNREFUSED\n')
    expect((await run(dial('1.1.1.1', 53))).stdout).toMatch(/ENETUNREACH|EHOSTUNREACH/)
  })

  test('finds a server of its own by the name localhost', async () => {
    const script =
      "const server = require('http').createServer((_, answer) => answer.end('here')).listen(0, () => fetch('http://localhost:' + server.address().port).then((told) => told.text()).then((text) => (console.log(text), process.exit())))"
    expect(await run(`node -e "${script}"`)).toMatchObject({ code: 0, stdout: 'here\n' })
  })

  test('[SANDBOX-13] cannot write to the system or read what is private', async () => {
    for (const path of ['/', '/usr', '/etc', '/bin', '/dev', '/opt'])
      expect(await run(`touch ${path}/planted`)).not.toMatchObject({ code: 0 })
    for (const path of ['/root', '/home', '/etc/shadow', '/var', '/mnt', secret, process.cwd()])
      expect(await run(`ls ${path}`)).not.toMatchObject({ code: 0 })
  })

  test('[SANDBOX-13] shows a folder read-only where the job asks for it', async () => {
    const show = [{ from: secret, at: '/shown' }]
    const ran = await run('cat /shown/note; touch /shown/planted || echo refused', { show })
    expect(ran.stdout).toBe('privaterefused\n')
    const usr = await run('ls /shown; touch /shown/x || echo refused', {
      show: [{ from: '/usr/share', at: '/shown' }],
    })
    expect(usr.stdout).toMatch(/refused\n$/)
  })

  test('[SANDBOX-13] is nobody, without rights, and sees only its own processes', async () => {
    const ran = await run(
      'id -u; grep -E "CapEff|NoNewPrivs" /proc/self/status; ls /proc | grep -c "^[0-9]"',
    )
    const [user, capabilities, noNewPrivileges, processes] = ran.stdout.trim().split('\n')
    expect(user).toBe('65534')
    expect(capabilities).toMatch(/0{16}$/)
    expect(noNewPrivileges).toMatch(/1$/)
    expect(Number(processes)).toBeLessThan(8)
    expect(await run('unshare --user --map-root-user true')).not.toMatchObject({ code: 0 })
  })
}
