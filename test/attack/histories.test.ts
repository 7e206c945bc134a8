import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chainHash } from '../../src/adapters/journal-files/journal.ts'
import { attackers, runHere } from './attackers.ts'
import { evolution, lw, newStory, storyWorkspace } from '../support/workspace.ts'

const historyOf = (folder: string) => evolution(folder, 'story', 'history.jsonl')

async function finished(): Promise<string> {
  const folder = storyWorkspace()
  const ran = await lw(folder, [...newStory, '--quiet'])
  expect(ran.status, ran.stdout + ran.stderr).toBe(0)
  return folder
}

/** Chains lines anew, as somebody would who knows how it is done. */
function rechain(lines: readonly string[]): string {
  let hash = ''
  return lines
    .map((line) => {
      const body = line.replace(/,"hash":"[0-9a-f]{32}"\}$/, '}')
      hash = chainHash(hash, body)
      return `${body.slice(0, -1)},"hash":"${hash}"}\n`
    })
    .join('')
}

function forge(folder: string, change: (lines: readonly string[]) => readonly string[]): void {
  const lines = readFileSync(historyOf(folder), 'utf8').trimEnd().split('\n')
  writeFileSync(historyOf(folder), rechain(change(lines)))
  for (const path of readdirSync(join(folder, '.loopwright'), {
    recursive: true,
    encoding: 'utf8',
  }))
    if (path.endsWith('/snapshot')) rmSync(join(folder, '.loopwright', path))
}

describe('a history', () => {
  test('[ATTACK-5] that was forged and chained anew is not called the one this machine wrote', async () => {
    const folder = await finished()
    const before = await lw(folder, ['verify', 'story'])
    expect(before.status).toBe(0)
    expect(before.stdout).toContain('as this machine wrote it, all of it')
    forge(folder, (lines) => lines.map((line) => line.replace('First draft', 'Forged draft')))
    forge(folder, (lines) => lines.with(1, (lines[1] ?? '').replace(/"ts":"20/, '"ts":"19')))
    const after = await lw(folder, ['verify', 'story', '--json'])
    expect(after.status).toBe(1)
    expect(after.stdout).toContain('rewritten or shortened')
  })

  test('[ATTACK-5] that was shortened is noticed, though every line of it is right', async () => {
    const folder = await finished()
    const text = readFileSync(historyOf(folder), 'utf8')
    const steps = text
      .trimEnd()
      .split('\n')
      .filter((line) => !line.includes('"left":'))
    const [, last = ''] = steps.toReversed()
    writeFileSync(historyOf(folder), text.slice(0, text.indexOf(last) + last.length + 1))
    forge(folder, (lines) => lines)
    const after = await lw(folder, ['verify', 'story', '--json'])
    expect(after.status).toBe(1)
    expect(after.stdout).toContain('rewritten or shortened')
  })

  test('[ATTACK-5] that somebody else went on with is called this machine’s up to there only', async () => {
    const folder = storyWorkspace()
    expect(
      (
        await lw(
          folder,
          newStory.filter((word) => word !== '--yes'),
        )
      ).status,
    ).toBe(3)
    const elsewhere = { XDG_STATE_HOME: join(folder, 'log', 'state') }
    await lw(folder, ['answer', 'story', 'confirm'], elsewhere)
    const verified = await lw(folder, ['verify', 'story'])
    expect(verified.stdout).toMatch(/up to event 1; of the \d+ after that it knows nothing/)
  })

  test('[ATTACK-7] is held against a head that was kept elsewhere, also on another machine', async () => {
    const folder = await finished()
    const { hash } = JSON.parse((await lw(folder, ['verify', 'story', '--json'])).stdout) as {
      hash: string
    }
    const elsewhere = { XDG_STATE_HOME: join(folder, 'log', 'state') }
    const plain = await lw(folder, ['verify', 'story'], elsewhere)
    expect(plain.status).toBe(0)
    expect(plain.stdout).toContain('kept no head')
    const args = ['verify', 'story', '--anchor', hash.slice(0, 16)]
    expect((await lw(folder, args, elsewhere)).stdout).toContain('as it was when')
    forge(folder, (lines) => lines.with(1, (lines[1] ?? '').replace(/"ts":"20/, '"ts":"19')))
    const forged = await lw(folder, args, elsewhere)
    expect(forged.status).toBe(1)
    expect(forged.stdout).toContain('no event has the anchored hash')
  })

  test('[ATTACK-8] a cached verdict, snapshot or answer that somebody else wrote is not believed', async () => {
    // a verdict that was flipped, sealed without the secret, and asked for by another run
    expect(await attackers['flips a cached verdict'](runHere)).toBe(false)
    const folder = await finished()
    const kept = readdirSync(join(folder, '.loopwright'), { recursive: true, encoding: 'utf8' })
    const forgeable = kept.filter((path) =>
      /cache\/checks\/.*\.json$|answers\/.*\.json$|snapshot$/.test(path),
    )
    expect(forgeable.length).toBeGreaterThan(2)
    for (const path of forgeable) {
      const text = readFileSync(join(folder, '.loopwright', path), 'utf8')
      const [seal = '', body = ''] = text.split('\n')
      expect(seal).toMatch(/^[0-9a-f]{64}$/)
      for (const guess of [body, `\n${body}`])
        expect(seal).not.toBe(createHash('sha256').update(guess).digest('hex'))
    }
  })
})
