#!/usr/bin/env node
// The launcher: plain JavaScript, so that an old Node can still say what it needs.
import { existsSync, readdirSync, statSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const [major, minor] = process.versions.node.split('.').map(Number)
const newEnough = major > 22 || (major === 22 && minor >= 18)
const pinned = here('../node_modules/node/bin/node')

/** The built command line, unless this is a checkout whose sources are newer. */
function entry() {
  const built = here('../dist/cli.js')
  const sources = here('../src')
  if (!existsSync(sources)) return '../dist/cli.js'
  return existsSync(built) && !hasNewer(sources, statSync(built).mtimeMs)
    ? '../dist/cli.js'
    : '../src/entrypoints/cli/main.ts'
}

function hasNewer(folder, time) {
  return readdirSync(folder, { withFileTypes: true }).some((found) => {
    const path = join(folder, found.name)
    if (found.isDirectory()) return hasNewer(path, time)
    return !/\.(?:test|contract)\.ts$/.test(path) && statSync(path).mtimeMs > time
  })
}

if (newEnough) {
  // started by an older Node: without it nobody could stop us
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
  nodeModule.enableCompileCache?.()
  const { main } = await import(entry())
  process.exitCode = await main(process.argv.slice(2))
} else if (existsSync(pinned)) {
  const { spawn } = await import('node:child_process')
  const self = fileURLToPath(import.meta.url)
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const child = spawn(pinned, [self, ...process.argv.slice(2)], { stdio })
  // Ctrl-C at a terminal reaches both; twice would mean "at once"
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('error', () => (process.exitCode = 5))
  child.once('exit', (code) => (process.exitCode = code ?? 5))
} else {
  process.stderr.write(
    `Loopwright needs Node 22.18 or newer; this is ${process.version}. In a checkout: npm start\n`,
  )
  process.exitCode = 2
}
