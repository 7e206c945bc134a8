import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { insideAgent } from '../../src/model/inside-agent.ts'
import { freshFolder } from '../support/folder.ts'
import {
  launcher,
  lw,
  newStory,
  readEvents,
  startLw,
  storyWorkspace,
} from '../support/workspace.ts'

const parked = newStory.filter((word) => word !== '--yes')
const decisions = (folder: string) =>
  readEvents(folder).filter(({ event }) => event === 'gate_answered')

async function waiting(): Promise<string> {
  const folder = storyWorkspace()
  expect((await lw(folder, parked)).status).toBe(3)
  return folder
}

describe('a gate', () => {
  test('[ATTACK-1] takes no answer from a process that carries the mark of an agent', async () => {
    const folder = await waiting()
    for (const args of [
      ['answer', 'story', 'confirm'],
      ['answer', 'story', 'confirm', '--by', 'ada'],
      ['stop', '--run', 'story'],
      ['clean', 'story', '--yes'],
      [...newStory.slice(0, 2), '--yes'],
    ]) {
      const ran = await lw(folder, args, { [insideAgent]: '1' })
      expect([ran.status, ran.stderr]).toEqual([2, expect.stringContaining('for a person')])
    }
    expect(decisions(folder)).toEqual([])
    expect((await lw(folder, ['answer', 'story', 'confirm'])).status).toBe(3)
    expect(decisions(folder)).toHaveLength(1)
  })

  test('[ATTACK-1] takes no answer from a descendant that took the mark off', async () => {
    const folder = await waiting()
    const script = join(folder, 'descend.sh')
    writeFileSync(
      script,
      `env -u ${insideAgent} "${process.execPath}" "${launcher}" answer story confirm --by ada\n`,
    )
    const run = (env: Readonly<Record<string, string>>, command = `sh ${script}`) =>
      spawnSync('sh', ['-c', `${command}; exit $?`], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, NO_COLOR: '1', ...env },
      })
    // however many stand between
    writeFileSync(
      join(folder, 'deep.sh'),
      `if [ "$1" -gt 0 ]; then sh deep.sh $(($1 - 1)); else sh ${script}; fi; exit $?\n`,
    )
    const deep = run({ [insideAgent]: '1' }, `env -u ${insideAgent} sh deep.sh 80`)
    expect([deep.status, deep.stderr]).toEqual([2, expect.stringContaining('for a person')])
    const inside = run({ [insideAgent]: '1' })
    expect([inside.status, inside.stderr]).toEqual([2, expect.stringContaining('for a person')])
    expect(decisions(folder)).toEqual([])
    expect(run({}).status).toBe(3)
  })

  test('[ATTACK-3] is answered once, though fifty processes answer: nobody saw the next question', async () => {
    const folder = await waiting()
    const start = freshFolder()
    // each has begun before one of them may answer
    const ready = `import { existsSync, writeFileSync } from 'node:fs'
      writeFileSync('${start}/' + process.pid, '')
      while (!existsSync('${start}/go')) await new Promise((done) => setTimeout(done, 5))`
    const held = `data:text/javascript,${encodeURIComponent(ready)}`
    const children = Array.from({ length: 12 }, () =>
      spawn(process.execPath, ['--import', held, launcher, 'answer', 'story', 'confirm'], {
        cwd: folder,
        stdio: 'ignore',
      }),
    )
    while (readdirSync(start).length < children.length) await sleep(20)
    writeFileSync(join(start, 'go'), '')
    await Promise.all(children.map((child) => once(child, 'close')))
    expect(decisions(folder)).toHaveLength(1)
    expect(startLw(folder, ['answer', 'story', 'confirm']).status).toBe(0)
    expect(decisions(folder)).toHaveLength(2)
  })

  test('[ATTACK-3] that is named by another id is not answered', async () => {
    const folder = await waiting()
    const { gates } = JSON.parse((await lw(folder, ['gates', '--json'])).stdout) as {
      gates: readonly { gate: string; shown: string }[]
    }
    const [open] = gates
    const wrong = await lw(folder, ['answer', 'story', 'confirm', '--gate', 'story:other:1'])
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('the open question')])
    expect(decisions(folder)).toEqual([])
    const right = ['answer', 'story', 'confirm', '--gate', open?.shown.slice(0, 12) ?? '']
    expect((await lw(folder, right)).status).toBe(3)
    expect(decisions(folder)[0]?.['payload']).toMatchObject({ answer: { known: 'session' } })
  })
})
