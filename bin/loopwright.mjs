#!/usr/bin/env node
// The launcher: plain JavaScript, so that an old Node can still say what it needs.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const [major, minor] = process.versions.node.split('.').map(Number)
const newEnough = major > 22 || (major === 22 && minor >= 18)
const pinned = here('../node_modules/node/bin/node')

if (newEnough) {
  enableCompileCache?.()
  const built = here('../dist/cli.js')
  const source = '../src/entrypoints/cli/main.ts'
  const { main } = await import(existsSync(built) ? '../dist/cli.js' : source)
  process.exitCode = await main(process.argv.slice(2))
} else if (existsSync(pinned)) {
  const { status } = spawnSync(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exitCode = status ?? 5
} else {
  process.stderr.write(`Loopwright needs Node 22.18 or newer; this is ${process.version}.\n`)
  process.exitCode = 2
}
