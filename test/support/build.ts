import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** Makes what is built as new as the sources. */
export function build(): void {
  const built = statSync(join(root, 'dist', 'cli.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const isNewer = (path: string) =>
    !/\.(?:test|contract)\.ts$/.test(path) && statSync(join(root, 'src', path)).mtimeMs > built
  if (!sources.some(isNewer)) return
  const { status } = spawnSync('node', ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('the sources cannot be built')
}
