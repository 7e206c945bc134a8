import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { stripTypeScriptTypes } from 'node:module'

const types = spawnSync('node_modules/.bin/tsc', ['--noEmit'], { stdio: 'inherit' })
if (types.status !== 0) process.exit(types.status ?? 1)

await rm('dist', { recursive: true, force: true })
const sources = await readdir('src', { recursive: true, withFileTypes: true })
for (const entry of sources.filter((each) => each.isFile())) {
  const from = join(entry.parentPath, entry.name)
  const to = from.replace(/^src/, 'dist').replace(/\.ts$/, '.js')
  await mkdir(dirname(to), { recursive: true })
  if (from.endsWith('.ts')) await writeFile(to, built(await readFile(from, 'utf8')))
  else await cp(from, to)
}

/** The sources import each other as `.ts`; what is built is `.js`. */
function built(code) {
  return stripTypeScriptTypes(code).replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'")
}
