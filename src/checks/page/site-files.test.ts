import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSiteFiles } from './site-files.ts'
import { untried } from '../../app/doctor/browser.ts'

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'page-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

test('one page is read with what it needs, not with its siblings', async () => {
  const siblings = Object.fromEntries(
    Array.from({ length: 2_100 }, (_, at) => [`other-${at}.html`, '<p>another page</p>']),
  )
  const folder = await folderOf({
    ...siblings,
    'docs/a.html': `<link rel=stylesheet href="../css/a.css"><a href="b">Next</a> <a href="Über uns.html">Us</a>
      <img srcset="small.png 1x, large.png 2x" alt=""><script src='app.js'></script><img src=/logo.svg alt="">`,
    'docs/b.html': '<a href="c.html">Last</a>',
    'docs/c.html': '',
    'docs/Über uns.html': '',
    'docs/small.png': '',
    'docs/large.png': '',
    'docs/app.js': 'fetch("data/list.json")',
    'docs/data/list.json': '[]',
    'css/a.css': '@import "b.css"; p { background: url(paper.jpg) }',
    'css/b.css': '',
    'css/paper.jpg': '',
    'logo.svg': '<svg/>',
  })
  const read = await readSiteFiles(folder, 'site', 'docs/a.html')
  expect(read.ok && [...read.value.files.keys()]).toEqual([
    'css/a.css',
    'css/b.css',
    'css/paper.jpg',
    'docs/a.html',
    'docs/app.js',
    'docs/b.html',
    'docs/data/list.json',
    'docs/large.png',
    'docs/small.png',
    'docs/Über uns.html',
    'logo.svg',
  ])
  expect(await readSiteFiles(folder, 'site')).toMatchObject({ ok: false })
  // what a script makes up as it runs is looked for when it is asked for, and only in the folder
  const seen = async (path: string) => (read.ok ? await read.value.lookUp(path) : null) !== null
  await symlink('/etc', join(folder, 'docs', 'out'))
  expect(await seen('other-7.html')).toBe(true)
  for (const path of ['no.html', 'docs', '../site', 'docs/out/hostname', '.git/config'])
    expect(await seen(path), path).toBe(false)
})

test('doctor tells versions of Chromium that were never tried', () => {
  expect(untried('Chromium 140.0.1.2')).toBe('')
  expect(untried('Chromium 139.0.1.2')).toContain('never tried')
  expect(untried('Chromium 999.0.1.2')).toContain('never tried')
})
