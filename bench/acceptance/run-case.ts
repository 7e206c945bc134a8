import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Case } from './load.ts'
import { type Bindings, configOf, startLoop } from './loops.ts'

export type Answer = {
  readonly case: Case
  readonly exit: number
  readonly command: readonly string[]
  /** What the report holds against the work. */
  readonly findings: readonly string[]
  /** Those that refuse it; what is undecided only repeats the task and names nothing. */
  readonly blame: readonly string[]
  readonly seconds: number
}

/** Runs the command line in a folder: what it printed, and its exit code. */
export type Run = (
  args: readonly string[],
  cwd: string,
) => Promise<{ readonly exit: number; readonly output: string }>

export type How = {
  readonly run: Run
  /** The text of `check --help`: an option that is not there is left out. */
  readonly help: string
  /** Honest agents for the roles reader and judge. */
  readonly agents: boolean
  /** Asks again without the task where it is refused. */
  readonly old: boolean
  /** Leaves the folder there and shows its output. */
  readonly keep: boolean
}

const optionOf: Readonly<Record<string, string>> = {
  'BRIEF.md': '--brief',
  'copy.json': '--copy',
  'tokens.json': '--tokens',
  'criteria.yaml': '--criteria',
  'brand/visual-identity.md': '--brand',
}
const verbOf: Readonly<Record<string, string>> = { project: 'code', change: 'code' }

/** Writes the case into a folder of its own, runs the command line there, and reads its exit code. */
export async function runCase(one: Case, how: How): Promise<Answer> {
  const folder = mkdtempSync(join(tmpdir(), 'acceptance-'))
  try {
    const command = prepare(one, how, folder)
    const started = performance.now()
    let { exit, output } = await how.run(command, folder)
    // an older command line takes no task with a folder
    const task = command.findIndex((each) => each.startsWith('--task'))
    if (exit === 2 && how.old && task !== -1)
      ({ exit, output } = await how.run(command.toSpliced(task, 2), folder))
    if (how.keep) process.stderr.write(`${folder}\n${output}\n`)
    const seconds = (performance.now() - started) / 1000
    return { case: one, exit, command, ...findingsIn(output), seconds }
  } finally {
    if (!how.keep)
      for (const each of [folder, `${folder}.labels.json`])
        rmSync(each, { recursive: true, force: true })
  }
}

function prepare(one: Case, how: How, folder: string): readonly string[] {
  const write = (under: string, files: ReadonlyMap<string, string>) => {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, under, path)), { recursive: true })
      writeFileSync(join(folder, under, path), text)
    }
  }
  const work = ['page', 'gan'].includes(one.kind) ? 'site' : 'work'
  if (one.from) cpSync(one.from, join(folder, work), { recursive: true })
  if (one.before) cpSync(one.before, join(folder, 'before'), { recursive: true })
  write(work, one.files)
  write(one.kind === 'gan' ? 'site-brief' : '.', one.given)
  if (['change', 'workorder'].includes(one.kind) && one.base.size > 0) write('before', one.base)
  const honest = how.agents ? honestAgents(one, folder) : {}
  writeFileSync(join(folder, 'loopwright.yaml'), configOf(honest))
  const asked = has('--task-file') && one.text.includes('\n')
  if (one.text !== '') writeFileSync(join(folder, 'task.md'), `${one.text}\n`)
  if (['new', 'workorder', 'gan'].includes(one.kind)) return startLoop(one, folder, honest)
  function has(option: string): boolean {
    return how.help.includes(`${option} `)
  }
  const folders = ['project', 'change', 'page'].includes(one.kind)
  const main =
    one.main ?? (folders ? '' : ([...one.files.keys()].find((path) => !one.base.has(path)) ?? ''))
  const options = [...one.given.keys()].flatMap((name) => {
    const option = optionOf[name] ?? ''
    return option !== '' && has(option)
      ? [option, dirname(name) === '.' ? name : dirname(name)]
      : []
  })
  if (one.kind === 'change') options.push('--base', 'before')
  if (one.text !== '' && one.kind === 'design') {
    if (has('--requirements')) options.push('--requirements', 'task.md')
  } else if (one.text !== '')
    options.push(...(asked ? ['--task-file', 'task.md'] : ['--task', one.text]))
  return [
    'check',
    verbOf[one.kind] ?? one.kind,
    join(work, main),
    ...options,
    ...(one.options ?? []),
    '--json',
  ]
}

/** Honest agents for reader and judge; the labels lie beside the folder, where no check looks. */
function honestAgents(one: Case, folder: string): Bindings {
  const labels = `${folder}.labels.json`
  writeFileSync(labels, JSON.stringify({ right: one.right, names: one.names?.source ?? null }))
  return {
    reader: ['node', join(import.meta.dirname, 'agents', 'reader.mjs')],
    judge: ['node', join(import.meta.dirname, 'agents', 'judge.mjs'), labels],
  }
}

/** A process of its own for each case, as a person would start it. */
export const spawned =
  (bin: string): Run =>
  (args, cwd) =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [bin, ...args], {
        cwd,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let [output, errors] = ['', '']
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
      child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
      const timer = setTimeout(() => child.kill('SIGKILL'), 600_000)
      child.on('close', (code) => {
        clearTimeout(timer)
        resolve({ exit: code ?? -1, output: output === '' ? errors : output })
      })
    })

/** What is unmet, then what is undecided, then every other message, wherever they stand in the report. */
function findingsIn(output: string): Pick<Answer, 'findings' | 'blame'> {
  const found: { readonly rank: number; readonly text: string }[] = []
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look)
    if (typeof value !== 'object' || value === null) return
    const { status, verdict, id, statement, reason, details, message, ...rest } = value as Record<
      string,
      unknown
    >
    const rank = ['unmet', 'undecided'].indexOf(String(status))
    if (rank !== -1)
      found.push({ rank, text: `${String(id)}: ${String(statement)} | ${String(reason)}` })
    else if (verdict === 'fail' || verdict === 'undecided')
      found.push({ rank: 2, text: `${String(id)}: ${String(details)}` })
    if (typeof message === 'string') found.push({ rank: 3, text: message })
    if (rank === -1) Object.values({ ...rest, verdict }).forEach(look)
  }
  try {
    look(JSON.parse(output))
  } catch {
    found.push({ rank: 0, text: output.trim().slice(0, 300) })
  }
  const sorted = found.toSorted((a, b) => a.rank - b.rank)
  const blame = sorted.filter(({ rank }) => rank !== 1)
  return { findings: sorted.map(({ text }) => text), blame: blame.map(({ text }) => text) }
}
