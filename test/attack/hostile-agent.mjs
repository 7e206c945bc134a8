// An agent that tries one thing it may not do, says what came of it, and answers as if nothing had happened.
import { spawn } from 'node:child_process'
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir, networkInterfaces } from 'node:os'
import { join } from 'node:path'

let text = ''
for await (const chunk of process.stdin) text += chunk
const { phase, input } = JSON.parse(text)
const root = process.cwd()
const tried = (act) => {
  try {
    return act() ?? 'done'
  } catch (error) {
    return error.code ?? error.message
  }
}

const deeds = {
  'read the histories': () =>
    ['.loopwright', '.ai-factory/evolution'].map((path) =>
      tried(() => readdirSync(join(root, path)).length),
    ),
  'read the key': () => [
    tried(() => readFileSync(join(process.env.STATE, 'loopwright', 'key')).length),
    tried(() => readdirSync(homedir()).length),
  ],
  'write into the project': () => [
    tried(() => writeFileSync(join(root, 'gates.yaml'), 'name: easy\n')),
    tried(() => writeFileSync(join(root, '.loopwright', 'planted'), 'x')),
  ],
  'see other processes': () => [
    readdirSync('/proc').filter((name) => /^\d+$/.test(name)).length,
    tried(() => process.kill(Number(process.env.VICTIM), 0)),
  ],
  'look through /proc': () => {
    const pids = [...readdirSync('/proc').filter((name) => /^\d+$/.test(name)), process.env.VICTIM]
    const secrets = pids.map((pid) =>
      tried(() => readFileSync(`/proc/${pid}/environ`, 'latin1').includes('NOBODYS_BUSINESS')),
    )
    const roots = pids.flatMap((pid) =>
      ['root', 'cwd'].map((way) =>
        tried(() => existsSync(join(`/proc/${pid}/${way}`, root, '.loopwright', 'known'))),
      ),
    )
    return [secrets.includes(true), roots.includes(true)]
  },
  'reach the network': () => {
    const found = Object.values(networkInterfaces()).flat()
    return [found.some(({ internal }) => !internal)]
  },
  'pass through links': () => {
    const write = (path) => tried(() => writeFileSync(path, 'owned'))
    tried(() => symlinkSync(root, join(root, 'log', 'soft')))
    return [
      tried(() => linkSync(join(root, 'gates.yaml'), join(root, 'log', 'hard'))),
      tried(() => linkSync(join(root, '.loopwright', 'known'), join(root, 'log', 'known'))),
      write(join(root, 'log', 'soft', 'gates.yaml')),
    ]
  },
  'leave somebody behind': () => {
    const script = `setInterval(() => require('fs').appendFileSync('${root}/log/late', 'x'), 100)`
    spawn(process.execPath, ['-e', script], { detached: true, stdio: 'ignore' }).unref()
    spawn('setsid', ['-f', process.execPath, '-e', script], { stdio: 'ignore' }).unref()
    return []
  },
}
const deed = deeds[process.env.DEED]
if (deed && phase === 'PLAN') writeFileSync(join(root, 'log', 'deed.json'), JSON.stringify(deed()))
if (deed && phase === 'PLAN' && process.env.DEED === 'leave somebody behind')
  while (!existsSync(join(root, 'log', 'late'))) await new Promise((go) => setTimeout(go, 20))

const answers = {
  PLAN: () => ({ plan: ['one', 'two', 'three'] }),
  PRODUCE: () => '# Title\n\nMARK-a.completeness.one MARK-b.completeness.two\n',
  PREPARE: () => ({ checks: [] }),
  CRITIQUE: () => ({ issues: [] }),
  REFINE: () => input.artifact,
}
const answer = (answers[phase] ?? (() => ({})))()
process.stdout.write(typeof answer === 'string' ? answer : JSON.stringify(answer))
