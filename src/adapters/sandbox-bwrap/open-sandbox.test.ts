import { spawnSync } from 'node:child_process'
import { lchown, lstat, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeSandbox } from '../../ports/sandbox.contract.ts'
import { handOver } from './job-folder.ts'
import { openSandbox } from './open-sandbox.ts'

const forever = new AbortController().signal
const temporary = join(tmpdir(), 'loopwright-sandbox-')

describeSandbox('bubblewrap', () => openSandbox({ kind: 'bwrap' }), { walls: true })
describeSandbox('none', () => openSandbox({ kind: 'none' }), { walls: false })

describe('opening a sandbox', () => {
  test('[ATTACK-17] takes bubblewrap when it works and says so', async () => {
    expect((await openSandbox({ kind: 'auto' })).kind).toBe('bwrap')
    expect((await openSandbox({ kind: 'none' })).kind).toBe('none')
  })

  test('[ATTACK-17] refuses every job without bubblewrap, with the reason and the remedy', async () => {
    for (const kind of ['auto', 'bwrap'] as const) {
      const sandbox = await openSandbox({ kind, bwrapPath: '/nowhere/bwrap' })
      expect(sandbox.kind).toBe('refused')
      expect(await sandbox.run({ argv: ['true'], files: {} }, forever)).toMatchObject({
        ok: false,
        error: {
          type: 'no-sandbox',
          reason: expect.stringContaining('not installed'),
          remedy: expect.stringContaining('apt-get install bubblewrap'),
        },
      })
    }
  })

  test('[DELIVER-2] counts no run whose files were swapped from outside meanwhile', async () => {
    const sandbox = await openSandbox({ kind: 'bwrap' })
    const name = `artifact-${process.pid}.md`
    const untilSwapped = `until grep -q another /input/${name}; do sleep 0.05; done`
    const running = sandbox.run(
      { argv: ['sh', '-c', untilSwapped], files: { [name]: 'judged' } },
      forever,
    )
    await expect
      .poll(async () => {
        const folders = (await readdir(tmpdir())).filter((each) =>
          each.startsWith('loopwright-job-'),
        )
        const paths = folders.map((each) => join(tmpdir(), each, 'files', name))
        const path = paths.find((each) => existsSync(each))
        if (path !== undefined) await writeFile(path, 'another')
        return path
      })
      .toBeDefined()
    expect(await running).toMatchObject({ error: { reason: expect.stringContaining(name) } })
  })

  test('[ATTACK-17] refuses when bubblewrap is there and fails', async () => {
    const sandbox = await openSandbox({ kind: 'auto', bwrapPath: '/bin/false' })
    expect(sandbox.kind).toBe('refused')
  })

  test('[ATTACK-17] never takes a failure of bubblewrap for an exit of the job', async () => {
    const sandbox = await openSandbox({ kind: 'auto' })
    const show = [{ from: '/no/such/folder', at: '/shown' }]
    expect(await sandbox.run({ argv: ['true'], files: {}, show }, forever)).toMatchObject({
      ok: false,
      error: { type: 'no-sandbox', reason: expect.stringContaining('/no/such/folder') },
    })
  })

  test('[SANDBOX-8] stops a fork bomb also where the kernel does not count', async () => {
    const sandbox = await openSandbox({ kind: 'auto', limits: { processes: 32, wallMs: 10_000 } })
    // a folder that only its owner may enter makes a root process stay root
    const hidden = await mkdtemp(join(tmpdir(), 'hidden-'))
    const job = {
      argv: ['sh', '-c', 'bomb() { bomb | bomb & }; while :; do bomb; done'] as const,
      files: {},
      show: [{ from: hidden, at: '/shown' }],
    }
    const ran = await sandbox.run(job, forever)
    await rm(hidden, { recursive: true })
    expect(ran.ok && ran.value.ms).toBeLessThan(9_500)
    expect(ran).not.toMatchObject({ value: { type: 'exited', code: 0 } })
  })

  test('starts in well under a tenth of a second', async () => {
    const sandbox = await openSandbox({ kind: 'auto' })
    const times: number[] = []
    for (let round = 0; round < 9; round++) {
      const ran = await sandbox.run({ argv: ['true'], files: { 'artifact.md': 'x' } }, forever)
      times.push(ran.ok ? ran.value.ms : Infinity)
    }
    // side by side with the barest process, since others may be at work on this machine
    const bare = Array.from({ length: 9 }, () => {
      const begun = performance.now()
      spawnSync('true')
      return performance.now() - begun
    })
    expect(Math.min(...times)).toBeLessThan(Math.max(100, 40 * Math.min(...bare)))
  })

  test.runIf(process.getuid?.() === 0)(
    'gives away a folder, and nothing that its links lead to',
    async () => {
      const [folder, outside] = [await mkdtemp(temporary), await mkdtemp(temporary)]
      await writeFile(join(outside, 'theirs'), '')
      await writeFile(join(folder, 'own'), '')
      await symlink(outside, join(folder, 'link'))
      await handOver(folder, 65_534)
      const ownerOf = async (...path: string[]) => (await lstat(join(...path))).uid
      expect(await ownerOf(outside, 'theirs')).toBe(0)
      expect(await ownerOf(folder, 'own')).toBe(65_534)
      expect(await ownerOf(folder, 'link')).toBe(65_534)
      for (const each of [folder, outside]) await rm(each, { recursive: true })
    },
  )

  test.runIf(process.getuid?.() === 0)(
    'gives away what is written and taken away meanwhile, to all who begin at once',
    async () => {
      const folder = await mkdtemp(temporary)
      const at = (index: number, kind: string) => join(folder, `${kind}-${index}`)
      for (let index = 0; index < 300; index++) await writeFile(at(index, 'old'), '')
      const both = Promise.all([handOver(folder, 65_534), handOver(folder, 65_534)])
      for (let index = 0, owner = 0; owner === 0; index++) {
        await rm(at(index % 300, 'old'), { force: true })
        await writeFile(at(index, 'new'), '')
        owner = (await lstat(folder)).uid
        if (owner !== 0) await lchown(at(index, 'new'), owner, owner)
      }
      await both
      const owners = await Promise.all(
        (await readdir(folder)).map(async (name) => (await lstat(join(folder, name))).uid),
      )
      expect(owners.filter((owner) => owner !== 65_534)).toEqual([])
      await rm(folder, { recursive: true })
    },
  )
})
