// npm start: everything that is missing is installed, then a real loop runs on an example task.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  installBrowser,
  installPackages,
  installSandbox,
  pinnedNode,
  root,
  say,
  toolEnvironment,
} from './setup.mjs'

installPackages()
installSandbox()
installBrowser()

const playground = join(root, 'playground')
mkdirSync(playground, { recursive: true })
const task =
  'OpenAPI 3.1 spec for a bookshop: books with CRUD, authors (list and get), orders that customers can create, list and get'
const lw = (...args) =>
  spawnSync(pinnedNode, [join(root, 'bin', 'loopwright.mjs'), ...args, '--cwd', playground], {
    stdio: 'inherit',
    // the sources and not what was built before, and hints that can be typed here
    env: { ...toolEnvironment(), npm_lifecycle_event: 'lw' },
  }).status ?? 5

say('a loop with the embedded offline agent (no model, no network) on this task:')
say(`"${task}"\n`)
const status = lw('new', task, '--alias', 'bookshop-api', '--yes', '--compact')

process.stdout.write(`
Try next (the loop's files are in playground/):
  npm run lw -- list --cwd playground
  npm run lw -- diff bookshop-api first last --cwd playground
  npm run lw -- report bookshop-api --cwd playground
  npm run lw -- new "a .env with PORT=3000 and LOG_LEVEL=info" --yes --cwd playground
  npm run lw -- --help
`)
process.exitCode = status
