import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openWorkspace } from '../../src/app.ts'
import { insideAgent } from '../../src/model/inside-agent.ts'
import { freshFolder } from '../support/folder.ts'
import { lw, newStory, storyWorkspace } from '../support/workspace.ts'

const git = (folder: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  })

/** A workspace that somebody else made and that was cloned; its agent leaves a mark. */
function cloned(more = ''): string {
  const origin = storyWorkspace(
    `walls: none\nagents:\n  default: { kind: command, command: [sh, -c, 'echo ran >> mark; exit 1'] }\n${more}`,
  )
  git(origin, 'init', '-q')
  git(origin, 'add', '-A')
  git(origin, 'commit', '-qm', 'first')
  const folder = join(freshFolder(), 'clone')
  git(origin, 'clone', '-q', origin, folder)
  mkdirSync(join(folder, 'src'), { recursive: true })
  return folder
}

const hasRun = (folder: string): boolean => existsSync(join(folder, 'mark'))

describe('a server of previews', () => {
  test('[TRUST-5] stands behind the walls of an agent; without walls it does not', async () => {
    const does = async (walls: string) => {
      const folder = storyWorkspace(
        `walls: ${walls}\nworkflows:\n  design: { preview: { kind: mcp, command: [sh, -c, 'echo ran >> mark'] } }\n`,
      )
      const house = await openWorkspace({ cwd: folder, env: process.env })
      const maker = house.ok ? await house.value.previewMaker() : null
      const request = { title: 'x', prompt: 'x', intent: {}, intentHash: '5'.repeat(64) }
      await maker?.make(request, AbortSignal.timeout(10_000))
      return hasRun(folder)
    }
    expect(await does('auto')).toBe(false)
    expect(await does('none')).toBe(true)
  })
})

describe('a loopwright.yaml that came with a repository', () => {
  test('[TRUST-1] starts nothing before a person agreed, and shows exactly what it would start', async () => {
    const folder = cloned()
    const ran = await lw(folder, [...newStory, '--quiet'])
    expect(ran.status).toBe(2)
    expect(ran.stderr).toContain("the agent default runs: sh '-c' 'echo ran >> mark; exit 1'")
    expect(ran.stderr).toContain('agents run without walls, as you')
    expect(ran.stderr).toContain(`loopwright trust --cwd ${folder}`)
    expect(hasRun(folder)).toBe(false)
    for (const verb of ['status', 'list', 'gates', 'doctor'])
      expect((await lw(folder, [verb])).stderr).not.toContain('nobody has agreed')
    expect(hasRun(folder)).toBe(false)
  })

  test('[TRUST-1] is agreed to once, by a person, and again when what it does changes', async () => {
    const folder = cloned()
    expect((await lw(folder, ['trust'], { [insideAgent]: '1' })).status).toBe(2)
    expect((await lw(folder, ['trust', '--show'])).stdout).toContain('echo ran >> mark')
    expect((await lw(folder, [...newStory, '--quiet'])).status).toBe(2)
    expect((await lw(folder, ['trust'])).status).toBe(0)
    await lw(folder, [...newStory, '--quiet'])
    expect(hasRun(folder)).toBe(true)
    appendFileSync(join(folder, 'loopwright.yaml'), '# a note\n')
    const noted = await lw(folder, ['resume', 'story', '--quiet'])
    expect(noted.stderr).not.toContain('nobody has agreed')
    const config = join(folder, 'loopwright.yaml')
    writeFileSync(config, readFileSync(config, 'utf8').replace('exit 1', 'exit 2'))
    expect((await lw(folder, ['resume', 'story', '--quiet'])).stderr).toContain('nobody has agreed')
  })

  test('[TRUST-1] is believed by a pipeline that says so; one that was written here needs no word', async () => {
    const clone = cloned()
    await lw(clone, [...newStory, '--quiet'], { LOOPWRIGHT_TRUST: 'all' })
    expect(hasRun(clone)).toBe(true)
    const own = cloned()
    git(own, 'rm', '-q', '--cached', 'loopwright.yaml')
    await lw(own, [...newStory, '--quiet'])
    expect(hasRun(own)).toBe(true)
    const wary = storyWorkspace()
    const ran = await lw(wary, [...newStory, '--quiet'], { LOOPWRIGHT_TRUST: 'ask' })
    expect([ran.status, ran.stderr.includes('nobody has agreed')]).toEqual([2, true])
  })

  test('[TRUST-4] takes no sandbox away, starts no server and no command, and sends nothing', async () => {
    const folder = cloned(
      [
        'sandbox: { kind: none }',
        'records: { url: "postgresql://there/db" }',
        'workflows:',
        '  workorder: { commands: { test: "touch mark" } }',
        '  track: { start: "touch mark" }',
        '  design: { preview: { kind: mcp, command: [touch, mark] } }',
        '',
      ].join('\n'),
    )
    const opened = await openWorkspace({ cwd: folder, env: process.env })
    if (!opened.ok) throw new Error(opened.error.what)
    const house = opened.value
    expect((await house.sandbox()).kind).not.toBe('none')
    for (const deed of [
      () => house.openAgent('default'),
      () => house.previewMaker(),
      () => house.records(),
      () => house.openWorkbench(folder),
      () => house.openApplication({} as never, { signal: new AbortController().signal }),
    ])
      await expect(deed()).rejects.toThrow('came with this repository')
    expect(house.trust.deeds.lines).toHaveLength(7)
    expect(hasRun(folder)).toBe(false)
  })
})
