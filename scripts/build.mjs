// npm run build: the publishable package in dist/. Small dependencies are bundled, so that the command
// line starts at once; heavy ones stay outside and are loaded when a check or an agent needs them.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const bundled = new Set(['zod'])
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const outside = Object.keys(dependencies).filter((name) => !bundled.has(name))

rmSync(dist, { recursive: true, force: true })
const types = spawnSync('tsc', ['-b', 'src'], { cwd: root, stdio: 'inherit' })
if (types.status !== 0) process.exit(1)
cpSync(join(root, '.cache', 'types', 'src'), join(dist, 'types'), { recursive: true })

const bundle = await rolldown({
  input: {
    cli: join(root, 'src/entrypoints/cli/main.ts'),
    index: join(root, 'src/index.ts'),
    'learn-simulate-worker': join(root, 'src/learn/simulate-worker.ts'),
  },
  platform: 'node',
  external: (id) =>
    id.startsWith('node:') || outside.some((name) => id === name || id.startsWith(`${name}/`)),
})
await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  minify: { compress: true, mangle: false, codegen: true },
})
await bundle.close()
const lint = spawnSync('publint', ['--strict'], { cwd: root, encoding: 'utf8' })
if (lint.status !== 0) {
  process.stderr.write(lint.stdout + lint.stderr)
  process.exit(1)
}
process.stdout.write('built dist/\n')
