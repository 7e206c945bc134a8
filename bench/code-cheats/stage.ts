import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { openSandbox } from '../../src/adapters/sandbox-bwrap/open-sandbox.ts'
import { openSandboxWorkbench } from '../../src/adapters/workbench-sandbox/open-workbench.ts'
import type { Workbench } from '../../src/ports/workbench.ts'
import type { Tree } from './projects.ts'

const root = resolve(import.meta.dirname, '../..')

/** Puts a tree on disk with the packages of this repository, and opens a workbench on it. */
export async function withBench<Value>(
  tree: Tree,
  use: (bench: Workbench) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'code-cheats-'))
  try {
    for (const [path, text] of Object.entries(tree)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    const opened = await openSandboxWorkbench(await openSandbox({ kind: 'auto' }), folder)
    if (!opened.ok) throw new Error(opened.error)
    try {
      return await use(opened.value)
    } finally {
      await opened.value.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export type Kept = <Value>(key: readonly unknown[], make: () => Promise<Value>) => Promise<Value>

/** Keeps results of slow runs by what they depend on, so that a second run is quick. */
export const keptIn =
  (folder: string | null): Kept =>
  async (key, make) => {
    if (folder === null) return make()
    const name = createHash('sha256').update(JSON.stringify(key)).digest('hex')
    const path = join(folder, `${name}.json`)
    const known = await readFile(path, 'utf8').catch(() => null)
    if (known !== null) return JSON.parse(known)
    const value = await make()
    await mkdir(folder, { recursive: true })
    await writeFile(path, JSON.stringify(value))
    return value
  }
