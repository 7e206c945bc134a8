import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { workflow } from '../../examples/own-workflow/workflow.ts'
import { workflows } from '../../src/app/workflows.ts'
import { main } from '../../src/entrypoints/cli/main.ts'
import { openLoopwright } from '../../src/index.ts'
import { begunNow } from '../support/begun-now.ts'
import { freshFolder } from '../support/folder.ts'

const announce = { does: 'announcements that a person approves', load: async () => workflow }

/** An agent that writes about the topic, and shorter where it is told so. */
const writer = `let text = ''
for await (const part of process.stdin) text += part
const { input } = JSON.parse(text)
const output = input.feedback === '' ? 'First draft.' : 'Second draft, ' + input.feedback + '.'
process.stdout.write(JSON.stringify({ output }))
`

function newsroom(): string {
  const folder = freshFolder()
  const command = JSON.stringify([process.execPath, join(folder, 'writer.mjs')])
  writeFileSync(
    join(folder, 'loopwright.yaml'),
    `agents:\n  default: { kind: command, command: ${command} }\n`,
  )
  writeFileSync(join(folder, 'writer.mjs'), writer)
  return folder
}

async function lw(cwd: string, ...args: readonly string[]) {
  let [out, said] = ['', '']
  const exit = await main(args, {
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (said += text) },
    stdin: Readable.from([]),
    env: { ...process.env, NO_COLOR: '1', LOOPWRIGHT_USER: 'ada' },
    cwd,
    begun: begunNow(),
    workflows: { ...workflows, announce },
  })
  return { exit, out, said }
}

describe('a workflow of somebody else', () => {
  test('[OWN-1] joins with one line and has all verbs: help, list, status, gates, answer, report, diff, verify, history, save, clean', async () => {
    const folder = newsroom()
    expect((await lw(folder, '--help')).out).toContain('announcements that a person approves')
    expect((await lw(folder, 'announce', '--help')).out).toContain('draft an announcement')
    const started = await lw(folder, 'announce', 'start', 'version 2')
    expect(started, started.said).toMatchObject({ exit: 3 })
    expect((await lw(folder, 'status')).out).toContain('news-1 | asking | 1 drafts')
    expect((await lw(folder, 'list')).out).toMatch(/news-1 +\| waiting/)
    expect((await lw(folder, 'gates')).out).toContain('Publish this announcement?')

    const silent = await lw(folder, 'answer', 'news-1', 'reject')
    expect(silent).toMatchObject({ exit: 2 })
    expect(silent.said).toContain('a rejection needs feedback')
    expect(await lw(folder, 'answer', 'news-1', 'reject', '--feedback', 'shorter')).toMatchObject({
      exit: 3,
    })
    expect((await lw(folder, 'diff', 'news-1')).out).toContain('+Second draft, shorter.')
    expect(await lw(folder, 'answer', 'news-1', 'approve')).toMatchObject({ exit: 0 })
    expect(readFileSync(join(folder, 'announcements/news-1/published.md'), 'utf8')).toBe(
      'Second draft, shorter.',
    )

    expect((await lw(folder, 'report', 'news-1')).out).toContain('Second draft')
    expect((await lw(folder, 'report', 'news-1', '--format', 'sarif')).exit).toBe(2)
    const verified = await lw(folder, 'verify', 'news-1')
    expect(verified, verified.out).toMatchObject({ exit: 0 })
    expect((await lw(folder, 'history', 'news-1')).out).toContain('published')
    expect(await lw(folder, 'save', 'news-1', 'news.md')).toMatchObject({ exit: 0 })
    expect(await lw(folder, 'stop', '--run', 'news-1')).toMatchObject({ exit: 2 })
    expect(await lw(folder, 'clean', 'news-1', '--yes')).toMatchObject({ exit: 0 })
    expect((await lw(folder, 'list')).out).not.toContain('news-1')
  })

  test('[OWN-2] is started, followed, answered and carried from a program, without the command line', async () => {
    const opened = await openLoopwright({ cwd: newsroom(), workflows: { announce } })
    if (!opened.ok) throw new Error(opened.error.what)
    const started = await opened.value.start('announce', { topic: 'version 3' }, { by: 'ada' })
    if (!started.ok) throw new Error(started.error.what)
    const events: string[] = []
    const following = (async () => {
      for await (const { event } of started.value.follow({ everyMs: 10 })) events.push(event)
    })()
    const watch = {
      state: () => undefined,
      progress: () => undefined,
      note: () => undefined,
      pause: new AbortController().signal,
    }
    const parked = await started.value.carry(watch)
    expect(parked.ok && parked.value.type).toBe('parked')
    const result = await opened.value.find('news-1')
    if (!result.ok) throw new Error(result.error.what)
    expect(result.value.gate?.question).toBe('Publish this announcement?')
    const answered = await result.value.answer({ option: 'approve', by: 'ada' })
    if (!answered.ok) throw new Error(answered.error.what)
    const ended = await answered.value.run.carry(watch)
    expect(ended.ok && ended.value).toMatchObject({ type: 'ended', exit: 0 })
    await following
    expect(events).toEqual(['started', 'drafted', 'answered', 'published'])
    expect(await opened.value.start('announce', { topic: '' }, { by: 'ada' })).toMatchObject({
      ok: false,
    })
  })
})
