import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openProject } from './open-project.ts'

let base = ''
let root = ''
const put = (path: string, content: string | Uint8Array) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'project-'))
  root = join(base, 'root')
  mkdirSync(root)
})
afterEach(() => rmSync(base, { recursive: true }))

describe('a project folder', () => {
  test('lists its files in one order without dependencies and build output', async () => {
    for (const path of ['b.ts', 'a/z.ts', 'a.ts', 'a/b/c.md', 'distant/x.ts']) put(path, 'x')
    for (const folder of ['node_modules', '.git', 'dist', '.loopwright', '.ai-factory', '.cache'])
      for (const at of ['', 'deep/er/']) put(`${at}${folder}/hidden.ts`, 'x')
    const files = await openProject(root).list()
    expect(files).toEqual(['a.ts', 'a/b/c.md', 'a/z.ts', 'b.ts', 'distant/x.ts'])
  })

  test('lists at most five thousand files', async () => {
    for (let index = 0; index < 5_050; index++) writeFileSync(join(root, `f${index}`), '')
    expect(await openProject(root).list()).toHaveLength(5_000)
  })

  test('reads text and answers null for what is missing, binary or too large', async () => {
    put('text.md', 'grüße\n')
    put('empty.md', '')
    put('zero.bin', new Uint8Array([65, 0, 66]))
    put('latin1.txt', new Uint8Array([0x67, 0x72, 0xfc, 0xdf]))
    put('large.txt', 'x'.repeat(1024 * 1024 + 1))
    const project = openProject(root)
    const read = (path: string) => project.read(path)
    expect(await read('text.md')).toBe('grüße\n')
    expect(await read('./text.md')).toBe('grüße\n')
    expect(await read('empty.md')).toBe('')
    for (const path of ['none', 'zero.bin', 'latin1.txt', 'large.txt', '', '.', 'text.md/x'])
      expect(await read(path)).toBeNull()
  })

  test('names nothing outside and follows no link', async () => {
    writeFileSync(join(base, 'secret'), 'private')
    mkdirSync(join(base, 'folder'))
    writeFileSync(join(base, 'folder', 'secret'), 'private')
    symlinkSync(join(base, 'secret'), join(root, 'link'))
    symlinkSync(join(base, 'folder'), join(root, 'door'))
    symlinkSync('.', join(root, 'loop'))
    put('inside.md', 'x')
    put('.git/config', 'x')
    const project = openProject(root)
    expect(await project.list()).toEqual(['inside.md'])
    const outside = ['../secret', 'a/../../secret', join(base, 'secret'), '..\\secret', 'x\0y']
    for (const path of [...outside, 'link', 'door/secret', 'loop/inside.md', '.git/config'])
      expect(await project.read(path)).toBeNull()
  })

  test('does not wait for a pipe', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')])
    expect(await openProject(root).read('pipe')).toBeNull()
    expect(await openProject(root).list()).toEqual([])
  })

  test('is empty where the folder does not exist', async () => {
    const project = openProject(join(base, 'nowhere'))
    expect(await project.list()).toEqual([])
    expect(await project.read('a')).toBeNull()
  })
})
