#!/usr/bin/env node
// The launcher: plain JavaScript, so that an old Node can still say what it needs.
const [major, minor] = process.versions.node.split('.').map(Number)
const url = (path) => new URL(path, import.meta.url)
const isHook = process.argv[2] === 'hook'
// however a hook breaks: programs take every other exit code of it for a pass
if (isHook) {
  process.exitCode = 2
  process.once('uncaughtException', ({ message }) => {
    process.stderr.write(`Loopwright could not check this, so it is not accepted: ${message}\n`)
    process.exit(2)
  })
}

if (major > 22 || (major === 22 && minor >= 18)) {
  // an import of node:fs loads all its streams
  const { existsSync } = process.getBuiltinModule('node:fs')
  // started by an older Node: without it nobody could stop us
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
  process.getBuiltinModule('node:module').enableCompileCache()
  // `npm run lw` runs the sources of a checkout, built or not
  const [built, sources] = [url('../dist/cli.js'), url('../src/entrypoints/cli/main.ts')]
  const isBuilt = process.env.npm_lifecycle_event !== 'lw' && existsSync(built)
  const { main } = await import(isBuilt || !existsSync(sources) ? built : sources)
  process.exitCode = await main(process.argv.slice(2))
} else {
  const { existsSync } = await import('node:fs')
  const { fileURLToPath } = await import('node:url')
  const pinned = fileURLToPath(url('../node_modules/node/bin/node'))
  if (existsSync(pinned)) {
    const { spawn } = await import('node:child_process')
    const self = fileURLToPath(import.meta.url)
    const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
    const child = spawn(pinned, [self, ...process.argv.slice(2)], { stdio })
    // Ctrl-C at a terminal reaches both; twice would mean "at once"
    process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
    child.once('error', () => (process.exitCode = 5))
    child.once('exit', (code) => (process.exitCode = code ?? (isHook ? 2 : 5)))
  } else {
    process.stderr.write(
      `Loopwright needs Node 22.18 or newer; this is ${process.version}. In a checkout: npm start\n`,
    )
    process.exitCode = 2
  }
}
