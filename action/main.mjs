// The GitHub Action: checks what a pull request changes, and tells it where a team looks.
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix, relative, resolve } from 'node:path'
import { approver, upsertComment } from './api.mjs'
import { installed, run } from './program.mjs'
import { annotate, command, event, input, output, quoted, summary } from './runner.mjs'
import { baseOf, isFolder, targetsOf } from './targets.mjs'

const verdicts = { 0: 'accepted', 1: 'not_accepted', 3: 'undecided', 4: 'capped' }
const parked = 3
const verdictOf = (exit) => verdicts[exit] ?? 'error'
const failing = {
  never: ['error'],
  'not-accepted': ['error', 'not_accepted', 'capped'],
  undecided: ['error', 'not_accepted', 'capped', 'undecided'],
}
const mostSarifBytes = 10 * 1000 * 1000

async function main() {
  const fails = failing[input('fail-on') || 'undecided']
  if (!fails) throw new Error(`fail-on must be one of ${Object.keys(failing).join(', ')}`)
  const cwd = resolve(process.env.GITHUB_WORKSPACE ?? '.', input('working-directory') || '.')
  const verdict = input('resume') === '' ? await check(cwd) : await resume(cwd)
  output('verdict', verdict)
  if (fails.includes(verdict)) {
    command('error', { title: 'Loopwright' }, `the verdict is ${verdict}`)
    process.exitCode = 1
  }
}

const option = (name) => (input(name) === '' ? [] : [`--${name}=${input(name)}`])

async function check(cwd) {
  const pull = event()
  const base = await baseOf(cwd, input('base'), pull)
  const targets = await targetsOf(cwd, input('paths') || '.', base)
  if (targets.length === 0) {
    summary('**Loopwright**: nothing that is checked was changed')
    return 'nothing_to_check'
  }
  const kind = input('kind') || 'code'
  const isProject = kind === 'code' && targets.length === 1 && isFolder(join(cwd, targets[0]))
  const folder = mkdtempSync(join(process.env.RUNNER_TEMP ?? tmpdir(), 'loopwright-'))
  const report = (name) => join(folder, `loopwright.${name}`)
  const args = [
    'check',
    kind,
    ...targets,
    ...['task', 'task-file', 'criteria'].flatMap(option),
    ...(isProject && base !== null ? [`--base=${base}`] : []),
    ...(kind === 'track' ? ['--no-write'] : []),
    ...['json', 'sarif', 'xml', 'md'].map((name) => `--report=${report(name)}`),
  ]
  const exit = await loopwright(cwd, args)
  const markdown = existsSync(report('md'))
    ? readFileSync(report('md'), 'utf8')
    : `**Loopwright** could not check this (exit ${exit}); the log says why`
  summary(markdown)
  if (existsSync(report('sarif'))) {
    annotate(forGitHub(report('sarif'), rootOf(cwd)))
    for (const [name, extension] of Object.entries({
      sarif: 'sarif',
      junit: 'xml',
      report: 'md',
      json: 'json',
    }))
      output(name, report(extension))
  }
  await comment(pull, `${kind} ${input('paths')} ${input('working-directory')}`, markdown)
  return verdictOf(exit)
}

async function loopwright(cwd, args) {
  const program = await installed(input('program'))
  const { exit } = await quoted(() => run(process.execPath, [program, ...args], { cwd }))
  output('exit-code', exit)
  return exit
}

const top = () => resolve(process.env.GITHUB_WORKSPACE ?? '.')

/** The folder that Loopwright names files from: the nearest one with a loopwright.yaml, or the one it works in. */
function rootOf(cwd) {
  for (let folder = cwd; folder.startsWith(top()); folder = dirname(folder))
    if (existsSync(join(folder, 'loopwright.yaml'))) return folder
  return cwd
}

/** The findings as GitHub takes them: files named from the top of the repository, and the worst that fit. */
function forGitHub(path, root) {
  const sarif = JSON.parse(readFileSync(path, 'utf8'))
  const prefix = relative(top(), root).split('/').map(encodeURIComponent).join('/')
  for (const each of sarif.runs) {
    const places = each.results?.flatMap(({ locations = [] }) => locations) ?? []
    for (const { location } of [
      ...places.map(({ physicalLocation }) => ({ location: physicalLocation?.artifactLocation })),
      ...(each.artifacts ?? []),
    ])
      if (location?.uri !== undefined) location.uri = posix.join(prefix, location.uri)
  }
  trim(sarif)
  writeFileSync(path, JSON.stringify(sarif))
  return sarif
}

function trim(sarif) {
  const isTooLarge = () => Buffer.byteLength(JSON.stringify(sarif)) > mostSarifBytes
  if (!isTooLarge()) return
  const levels = ['error', 'warning', 'note', 'none']
  for (const each of sarif.runs)
    each.results?.sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))
  while (isTooLarge() && sarif.runs.some(({ results = [] }) => results.length > 0))
    for (const each of sarif.runs) each.results?.splice(Math.floor(each.results.length / 2))
  const what = 'there are more findings than GitHub takes; the worst are in the SARIF file'
  command('warning', { title: 'Loopwright' }, what)
}

async function comment(pull, key, markdown) {
  const number = pull.pull_request?.number
  const token = input('token')
  if (!Number.isInteger(number) || token === '' || input('comment') === 'false') return
  try {
    const author = input('comment-author') || 'github-actions[bot]'
    const id = Buffer.from(key).toString('base64url')
    output('comment-url', await upsertComment({ markdown, key: id, number, author, token }))
  } catch (error) {
    // a pull request from a fork has a token that only reads; the verdict is in the summary all the same
    command('warning', { title: 'Loopwright' }, `no comment could be written: ${error.message}`)
  }
}

/** Answers, while the run waits, with the word of the person who approved the environment, and goes on with the run. */
async function resume(cwd) {
  const name = input('resume')
  if (!/^[\w.-]+$/.test(name) || name.startsWith('-'))
    throw new Error(`"${name}" is no name of a run`)
  const by = await approver(input('token'))
  let exit = parked
  for (const answer of (input('answer') || 'confirm').split(','))
    if (exit === parked) exit = await loopwright(cwd, ['answer', name, answer.trim(), `--by=${by}`])
  summary(`**Loopwright**: ${by} approved, and the run \`${name}\` is ${verdictOf(exit)}`)
  return verdictOf(exit)
}

try {
  await main()
} catch (error) {
  command('error', { title: 'Loopwright' }, error.message)
  output('verdict', 'error')
  process.exitCode = 1
}
