import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../../test/support/folder.ts'
import { openLoopwright } from './library.ts'

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Kites</title></head><body><main><h1>Kites</h1>${body}</main></body></html>`

test('a program checks files and pages as the command line does', async () => {
  const cwd = freshFolder()
  writeFileSync(join(cwd, '.env.example'), 'PORT=3000\nHOST=0.0.0.0\n')
  writeFileSync(join(cwd, 'index.html'), page('<p>Kites fly.</p><img src="kite.png">'))
  const opened = await openLoopwright({ cwd, env: process.env })
  if (!opened.ok) throw new Error(opened.error.what)
  const asked = (task: string) =>
    opened.value.check({ kind: 'config', paths: ['.env.example'], task })

  const right = await asked('An env file with `PORT=3000`.')
  expect(right).toMatchObject({ ok: true, value: { verdict: 'accepted', exit: 0 } })
  const wrong = await asked('An env file with `PORT=4000`.')
  expect(wrong).toMatchObject({ ok: true, value: { verdict: 'not_accepted', exit: 1 } })
  const pages = await opened.value.check({ kind: 'page', paths: ['index.html'] })
  if (!pages.ok) throw new Error(pages.error.what)
  expect(pages.value.verdict).toBe('not_accepted')
  expect(pages.value.subjects[0]?.findings).toContainEqual(
    expect.objectContaining({ rule: 'axe-wcag', path: 'index.html', line: 1 }),
  )
  const missing = await opened.value.check({ kind: 'docs', paths: ['nowhere.md'] })
  expect(missing).toMatchObject({ ok: false, error: { exit: 2, where: 'nowhere.md' } })
})
