import { access, chmod, mkdir, realpath, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'

/** Where commands find `npm` and the like, and what must be shown to them for it. */
export type Managers = {
  readonly path: readonly string[]
  readonly show: readonly { readonly from: string; readonly at: string }[]
}

const npmAt = '/opt/npm'
const namesAt = '/opt/managers'

/**
 * Scripts call `npm run x`, `pnpm x` or `yarn x`. All of them only start scripts here, since there is no
 * network; so the npm of this machine answers to all these names.
 */
export async function findManagers(folder: string, walls: boolean): Promise<Managers> {
  if (!walls) return { path: [], show: [] }
  const npm = await findNpm()
  if (npm === null) return { path: [], show: [] }
  await mkdir(folder, { mode: 0o755 })
  for (const [name, text] of Object.entries(shims)) {
    await writeFile(join(folder, name), text)
    await chmod(join(folder, name), 0o755)
  }
  return {
    path: [namesAt],
    show: [
      { from: npm, at: npmAt },
      { from: folder, at: namesAt },
    ],
  }
}

const asNpm = `#!/bin/sh
case "$1" in
  exec|x|dlx) shift; exec "$@" ;;
  run|test|start|-*|"") exec node ${npmAt}/bin/npm-cli.js "$@" ;;
  *) exec node ${npmAt}/bin/npm-cli.js run "$@" ;;
esac
`

const shims = {
  npm: `#!/bin/sh\nexec node ${npmAt}/bin/npm-cli.js "$@"\n`,
  npx: `#!/bin/sh\nexec node ${npmAt}/bin/npx-cli.js "$@"\n`,
  pnpm: asNpm,
  yarn: asNpm,
} as const

/** The folder of the npm package: beside the running Node, or where the PATH has one. */
async function findNpm(): Promise<string | null> {
  const beside = join(dirname(dirname(process.execPath)), 'lib', 'node_modules', 'npm')
  if (await isNpm(beside)) return beside
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const program = await realpath(join(folder, 'npm')).catch(() => null)
    const home = program === null ? null : dirname(dirname(program))
    if (home !== null && (await isNpm(home))) return home
  }
  return null
}

const isNpm = (home: string): Promise<boolean> =>
  access(join(home, 'bin', 'npm-cli.js')).then(
    () => true,
    () => false,
  )
