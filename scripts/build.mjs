// npm run build: the publishable package in dist/. Dependencies of plain JavaScript are bundled as chunks
// that are loaded when a check or an agent needs them; what is native or read as files stays outside.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import './need-node.mjs'

const { rolldown } = await import('rolldown')
const { renderPlugins } = await import('./plugins.mjs')

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
// users' workflows need the types of zod; at run time it is part of the bundle, so that the start is fast
const outside = Object.keys(manifestIn(root).dependencies).filter((name) => name !== 'zod')

/** The declarations that the public API leads to. */
function copyTypes(from, file, copied = new Set()) {
  if (copied.has(file)) return
  copied.add(file)
  cpSync(join(from, file), join(dist, 'types', file))
  const text = readFileSync(join(from, file), 'utf8')
  for (const [, path] of text.matchAll(/(?:\bfrom |\bimport\(|^import )['"](\.[^'"]+)\.ts['"]/gm))
    copyTypes(from, join(dirname(file), `${path}.d.ts`), copied)
}

function packageOf(module) {
  let folder = dirname(module)
  while (!existsSync(join(folder, 'package.json')) || manifestIn(folder).version === undefined)
    folder = dirname(folder)
  return folder
}

/** The licence of every package whose code is in the bundle. */
function licencesOf(modules) {
  const folders = new Set(modules.filter((id) => id.includes('/node_modules/')).map(packageOf))
  const texts = [...folders].map((folder) => {
    const { name, version, license, author } = manifestIn(folder)
    const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
    const said = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
    return `${name} ${version} (${license})\n\n${said.join('\n\n') || `by ${author?.name ?? author ?? 'its authors'}; its package has no licence file`}\n`
  })
  return [...new Set(texts)].sort().join(`\n${'-'.repeat(80)}\n\n`)
}

/** An import of node:fs or node:util also loads all that they bring along unasked, which takes longer than our own start. */
const withoutImports = (code) =>
  code.replace(/^(?:import\b[^;'"`]*"[^"]*";)+/, (imports) =>
    imports.replaceAll(
      /import\s*(?:\*as )?([\w$]+|\{[^}]*\})\s*from"(node:[^"]*)";/g,
      (whole, names, module) =>
        // a constant of that name would hide the process from itself
        names === 'process'
          ? whole
          : `const ${names.replaceAll(' as ', ':')}=process.getBuiltinModule("${module}");`,
    ),
  )

rmSync(dist, { recursive: true, force: true })
// each further checker checks much of the same again
const types = spawnSync('tsc', ['-b', 'src', '--checkers', '1'], { cwd: root, stdio: 'inherit' })
if (types.status !== 0) process.exit(1)
copyTypes(join(root, '.cache', 'types', 'src'), 'index.d.ts')

const bundle = await rolldown({
  input: {
    cli: join(root, 'src/entrypoints/cli/main.ts'),
    index: join(root, 'src/index.ts'),
    'learn-simulate-worker': join(root, 'src/learn/simulate-worker.ts'),
    'rules-worker': join(root, 'src/rules/own/worker.ts'),
  },
  platform: 'node',
  // the CommonJS of some packages hands require around, which no bundler can follow
  resolve: { mainFields: ['module', 'main'] },
  external: (id) =>
    id.startsWith('node:') || outside.some((name) => id === name || id.startsWith(`${name}/`)),
})
const { output } = await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  minify: { compress: true, mangle: false, codegen: true },
  plugins: [
    {
      name: 'plain-built-ins',
      generateBundle(_, files) {
        for (const file of Object.values(files))
          if (file.type === 'chunk') file.code = withoutImports(file.code)
      },
    },
  ],
})
await bundle.close()
writeFileSync(
  join(dist, 'THIRD-PARTY-LICENSES.txt'),
  licencesOf(output.flatMap(({ moduleIds = [] }) => moduleIds)),
)
renderPlugins(root, join(dist, 'plugins'))
const lint = spawnSync('publint', ['--strict'], { cwd: root, encoding: 'utf8' })
if (lint.status !== 0) {
  process.stderr.write(lint.stdout + lint.stderr)
  process.exit(1)
}
process.stdout.write('built dist/\n')
