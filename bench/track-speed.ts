import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readApplication } from './track/cases.ts'
import { runCase } from './track/run-case.ts'
import { clear, stage } from './track/stage.ts'

/**
 * `node bench/track-speed.ts`: how long a clean track is evaluated, beside the longest thing that it must wait
 * for: the build, the tests, or the browser's look at the pages of the started application.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '2' },
    app: { type: 'string', multiple: true, default: ['shop', 'clinic', 'library'] },
    /** Another checkout to compare with. */
    base: { type: 'string' },
    /** A track of many tasks and commits without a build, and one of half as many. */
    many: { type: 'boolean', default: false },
  },
})

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
const npm = (folder: string, script: string) =>
  timed(
    () =>
      new Promise((done) => execFile('npm', ['run', script], { cwd: folder }, () => done(null))),
  )
const shown = (seconds: number) => `${seconds.toFixed(1)} s`

const id = 'many_20260301'
const track = join('conductor/tracks', id)

/** A repository with so many commits, whose track has a tenth as many tasks, each of ten commits. */
function manyCommits(count: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'track-many-'))
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', input, maxBuffer: 1e8 }).trim()
  git(['init', '--quiet', '--initial-branch=main'])
  const file = (index: number) => `src/part-${Math.floor(index / 10)}.js`
  const stream = Array.from({ length: count }, (_, index) => {
    const text = `export const part = () => ${index}\n`
    return `commit refs/heads/main\ncommitter ada <ada@example.com> ${1_700_000_000 + index} +0000\ndata 7\ncommit\n\nM 100644 inline ${file(index)}\ndata ${text.length}\n${text}\n`
  })
  git(['fast-import', '--quiet'], stream.join(''))
  git(['reset', '--quiet', '--hard'])
  const shas = git(['rev-list', '--reverse', 'HEAD']).split('\n')
  const tasks = Array.from({ length: count / 10 }, (_, task) => {
    const commits = shas.slice(task * 10, task * 10 + 10)
    return `- [x] Task ${task + 1}: Part ${task} <!-- ${commits.at(-1)} -->\n  - Files: \`${file(task * 10)}\`\n`
  })
  mkdirSync(join(folder, track), { recursive: true })
  writeFileSync(join(folder, track, 'spec.md'), '# Parts\n\nRefactor the parts.\n')
  writeFileSync(join(folder, track, 'plan.md'), `# Plan\n\n${tasks.join('')}`)
  writeFileSync(
    join(folder, track, 'metadata.json'),
    JSON.stringify({
      version: 2,
      track_id: id,
      type: 'refactor',
      loop_state: { checkpoints: { EXECUTE: { commits: shas.map((sha) => ({ sha })) } } },
    }),
  )
  return folder
}

if (options.many) {
  for (const count of [1000, 2000, 4000]) {
    const folder = manyCommits(count)
    const program = resolve(options.base ?? '.', 'bin/loopwright.mjs')
    const seconds = await timed(
      () =>
        new Promise((done) =>
          execFile(
            process.execPath,
            [program, 'check', 'track', track, '--no-write', '--json'],
            { cwd: folder, maxBuffer: 1e8 },
            done,
          ),
        ),
    )
    rmSync(folder, { recursive: true, force: true })
    process.stdout.write(
      `${count / 10} tasks, ${count} commits: ${shown(seconds)} (no build, no tests)\n`,
    )
  }
}

/** Starts the application and looks at its pages, in a process of its own like the other commands. */
const look = (folder: string, at: string) =>
  timed(
    () =>
      new Promise((done) =>
        execFile(
          process.execPath,
          [join(import.meta.dirname, 'track-look.ts'), at],
          { cwd: folder },
          () => done(null),
        ),
      ),
  )

for (const name of options.many ? [] : options.app) {
  const tree = readApplication(join(import.meta.dirname, 'track', name))
  const clean = { id: 'clean', what: 'the application as it is', edits: [] }
  for (let round = 0; round < Number(options.rounds); round++) {
    const staged = stage(tree, clean)
    const build = await npm(staged.folder, 'build')
    const before = await npm(staged.folder, 'test')
    const { seconds } = await runCase(tree, clean, 900)
    const base =
      options.base === undefined
        ? null
        : await runCase(tree, clean, 900, resolve(options.base, 'bin/loopwright.mjs'))
    const test = (before + (await npm(staged.folder, 'test'))) / 2
    const looked = await look(staged.folder, staged.track)
    clear(staged)
    const longest = Math.max(build, test, looked)
    const told =
      base === null
        ? ''
        : `, base ${shown(base.seconds)} = ${(base.seconds / longest).toFixed(2)} x`
    process.stdout.write(
      `${name}: build ${shown(build)}, tests ${shown(test)}, browser ${shown(looked)}, evaluation ${shown(seconds)} = ${(seconds / longest).toFixed(2)} x the longest${told}\n`,
    )
  }
}
