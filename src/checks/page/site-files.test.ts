import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFolder, readSiteFiles } from './site-files.ts'
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
})

test('[CHECKPAGE-11] a file is read when the page asks for it, and none from outside, hidden or of an unknown kind', async () => {
  const folder = await folderOf({
    'site/data.json': '[]',
    'site/pages/app.js': '',
    'site/.env.json': '{}',
    'site/.git/config.txt': '',
    'site/server.key': 'secret',
    'outside/secret.json': '{}',
  })
  await symlink(join(folder, 'outside'), join(folder, 'site/linked'))
  await symlink(join(folder, 'outside/secret.json'), join(folder, 'site/secret.json'))
  await symlink(join(folder, 'site/data.json'), join(folder, 'site/alias.json'))
  const read = openFolder(await realpath(join(folder, 'site')), 'pages/deep/index.html')
  const isRead = async (path: string) => (await read(path)) !== null
  expect(await isRead('data.json')).toBe(true)
  expect(await isRead('alias.json')).toBe(true)
  expect(await isRead('app.js'), 'from the root of the site').toBe(true)
  for (const path of [
    '../outside/secret.json',
    'linked/secret.json',
    'secret.json',
    '.env.json',
    '.git/config.txt',
    'server.key',
    'nothing.json',
  ])
    expect(await isRead(path), path).toBe(false)
})

test('[CHECKPAGE-11] a page names files in linked folders or by encoded dots, and they are not read', async () => {
  const folder = await folderOf({
    'site/index.html':
      '<img src="linked/secret.svg" alt=""><img src="..%2foutside%2fsecret.svg" alt="">',
    'outside/secret.svg': '<svg/>',
  })
  await symlink(join(folder, 'outside'), join(folder, 'site/linked'))
  const read = await readSiteFiles(join(folder, 'site'), 'site', 'index.html')
  expect(read.ok && [...read.value.files.keys()]).toEqual(['index.html'])
})

test('doctor tells versions of Chromium that were never tried', () => {
  expect(untried('Chromium 140.0.1.2')).toBe('')
  expect(untried('Chromium 139.0.1.2')).toContain('never tried')
  expect(untried('Chromium 999.0.1.2')).toContain('never tried')
})
