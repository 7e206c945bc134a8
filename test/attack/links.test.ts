import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../support/folder.ts'
import { lw, newStory, storyWorkspace } from '../support/workspace.ts'

const loud = `let t = ''
for await (const chunk of process.stdin) t += chunk
console.error('owned')
const { phase } = JSON.parse(t)
const answers = { PLAN: { plan: ['a', 'b', 'c'] }, PREPARE: { checks: [] }, CRITIQUE: { issues: [] } }
process.stdout.write(phase in answers ? JSON.stringify(answers[phase])
  : '# Title\\n\\nMARK-a.completeness.one MARK-b.completeness.two\\n')`

/** A workspace whose agent talks, and a file and a folder outside that are nobody's business. */
function withPrecious(content = 'precious\n') {
  const command = JSON.stringify([process.execPath, 'agent.mjs'])
  const folder = storyWorkspace(`agents:\n  default: { kind: command, command: ${command} }\n`)
  writeFileSync(join(folder, 'agent.mjs'), loud)
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>x</title><h1>x</h1>')
  const outside = freshFolder()
  const file = join(outside, 'precious')
  writeFileSync(file, content)
  return {
    folder,
    outside,
    file,
    isWhole: () =>
      readFileSync(file, 'utf8') === content && readdirSync(outside).join() === 'precious',
  }
}

const story = '.ai-factory/evolution/story'
const page = ['check', 'page', 'index.html', '--screenshots', 'shots']
const attacks: readonly (readonly [string, readonly string[]])[] = [
  ['.loopwright/agents.log', newStory],
  ['.loopwright/reflex-new.lock', newStory],
  ['.loopwright/reflex-new.lock.holder', newStory],
  ['.loopwright/.gitignore', newStory],
  [`${story}/artifact.md`, newStory],
  [`${story}/run.json`, newStory],
  [`${story}/history.jsonl`, newStory],
  ['.ai-factory/evolution/current.json', newStory],
  ['out.md', [...newStory, '--save', 'out.md']],
  ['.loopwright/records.db', ['learn', 'list']],
  ['.loopwright/records.db-wal', ['learn', 'list']],
  ['.loopwright/records.db-journal', ['learn', 'list']],
  ['shots/1280x720.png', page],
  ['.gitignore', ['init', '--force']],
  ['loopwright.yaml', ['init', '--force']],
]

describe('a link that came with a project', () => {
  test.each(attacks)(
    '[DISK-1] at %s leads nothing that Loopwright writes outside',
    async (path, args) => {
      for (const content of ['precious\n', '']) {
        const { folder, file, isWhole } = withPrecious(content)
        const at = join(folder, path)
        mkdirSync(dirname(at), { recursive: true })
        if (path === '.gitignore') mkdirSync(join(folder, '.git'))
        rmSync(at, { force: true })
        symlinkSync(file, at)
        const ran = await lw(folder, args)
        expect(isWhole(), `${readFileSync(file, 'utf8')} ${ran.stdout} ${ran.stderr}`).toBe(true)
      }
    },
  )

  test.each(['.loopwright', '.loopwright/runs', '.ai-factory', 'docs'])(
    '[DISK-1] in place of the folder %s leads nothing outside either',
    async (path) => {
      const { folder, outside, isWhole } = withPrecious()
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      symlinkSync(outside, join(folder, path))
      const ran = await lw(folder, [...newStory, '--save', 'docs/out.md'])
      await lw(folder, ['learn', 'list'])
      expect(isWhole(), `${readdirSync(outside).join()} ${ran.stdout} ${ran.stderr}`).toBe(true)
    },
  )
})

describe('a file that somebody puts where something is to be saved', () => {
  test('[ATTACK-24] stays as it is, whenever it comes', async () => {
    const { folder } = withPrecious()
    await lw(folder, [...newStory, '--quiet'])
    const saved: boolean[] = []
    for (let ticks = 0; ticks < 60; ticks += 1) {
      const path = join(folder, `out-${ticks}.md`)
      const saving = lw(folder, ['save', 'story', `out-${ticks}.md`])
      for (let tick = 0; tick < ticks; tick += 1) await new Promise(setImmediate)
      // the last one comes too late for sure
      if (ticks === 59) await saving
      let mine = true
      try {
        writeFileSync(path, 'mine', { flag: 'wx' })
      } catch {
        mine = false
      }
      const { status, stderr } = await saving
      expect(readFileSync(path, 'utf8') === 'mine').toBe(mine)
      expect(status, stderr).toBe(mine ? 2 : 0)
      saved.push(!mine)
    }
    expect(new Set(saved).size).toBe(2)
  })
})
