import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launcher, lw, readEvents, storyGates, storyWorkspace } from '../support/workspace.ts'

/** At a real terminal: each answer is typed once its question stands there. */
function atTerminal(
  folder: string,
  args: readonly string[],
  typed: readonly (readonly [RegExp, string])[],
): Promise<string> {
  const { CI: _, ...env } = process.env
  const words = [process.execPath, launcher, ...args].map((word) => `'${word}'`).join(' ')
  const child = spawn('script', ['-qec', `stty cols 100 rows 40; ${words}`, '/dev/null'], {
    cwd: folder,
    env: { ...env, NO_COLOR: '1', LOOPWRIGHT_USER: 'ada', TERM: 'xterm' },
  })
  const waiting = [...typed]
  let [all, since] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    all += text
    since += text
    const [next] = waiting
    if (next === undefined || !next[0].test(since)) return
    since = ''
    waiting.shift()
    child.stdin.write(next[1])
  })
  return new Promise((resolve) => child.on('close', () => resolve(all)))
}

const leave = '\u0003'
const task = ['new', 'a text with `Title`', '--alias', 'story', '--criteria', 'gates.yaml']

test('[SETUP-5] "n", "no" and Enter alone confirm nothing: the question stays', async () => {
  const folder = storyWorkspace()
  const shown = await atTerminal(
    folder,
    [...task, '--type', 'other'],
    [
      [/these decide/, '\r'],
      [/type one of/, 'n\r'],
      [/type one of/, 'o\r'],
      [/type one of/, leave],
    ],
  )
  expect(shown).toMatch(/cancelled; nothing was started/)
  expect((await lw(folder, ['list', '--json'])).stdout).not.toContain('story')
})

test('what a person calls a major issue must not be there, and somebody decides it', async () => {
  const folder = storyWorkspace()
  await atTerminal(
    folder,
    [
      'new',
      'a text with `Title`, at most 7 iterations',
      '--alias',
      'story',
      '--full',
      '--type',
      'other',
    ],
    [
      [/ideal result/, '\r'],
      [/Mandatory checks/, '"Title"\r'],
      [/phase A/, '\r'],
      [/phase B/, '\r'],
      [/Max iterations/, '\r'],
      [/major issue/, 'it insults the reader\r'],
      [/these decide/, 'yes\r'],
      [/max iterations = 7/, 'yes\r'],
    ],
  )
  const { stdout } = await lw(folder, ['status', 'story', '--json'])
  const { obligations } = JSON.parse(stdout) as { obligations: { id: string; status: string }[] }
  expect(obligations).toContainEqual(
    expect.objectContaining({ id: 'criterion.major', weight: 'must', status: 'undecided' }),
  )
})

test('[SETUP-1] a task that names two kinds of artifact asks which one is meant', async () => {
  const { status, stderr } = await lw(storyWorkspace(), [
    'new',
    'an OpenAPI spec for a bookshop and a docker-compose file for it',
    '--yes',
  ])
  expect(status).toBe(2)
  expect(stderr).toContain('does not say what kind of artifact it wants')
})

test('[REFLEX-31] of two versions with the same score the earlier one is not called better', async () => {
  const folder = storyWorkspace()
  writeFileSync(join(folder, 'gates.yaml'), storyGates.replaceAll('MARK-', 'NEVER-'))
  const { stdout } = await lw(folder, [...task, '--type', 'other', '--yes'])
  const versions = readEvents(folder).filter(({ event }) => event === 'refinement_done')
  expect(versions.length).toBeGreaterThan(0)
  expect(stdout).not.toContain('scored better')
})
