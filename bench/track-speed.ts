import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readApplication } from './track/cases.ts'
import { runCase } from './track/run-case.ts'
import { clear, stage } from './track/stage.ts'

/** `node bench/track-speed.ts`: how long a clean track is evaluated, beside the longest command of its project. */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '2' },
    /** Another checkout to compare with. */
    base: { type: 'string' },
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

for (const name of ['shop', 'clinic']) {
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
    clear(staged)
    const longest = Math.max(build, test)
    const told =
      base === null
        ? ''
        : `, base ${shown(base.seconds)} = ${(base.seconds / longest).toFixed(2)} x`
    process.stdout.write(
      `${name}: build ${shown(build)}, tests ${shown(test)}, evaluation ${shown(seconds)} = ${(seconds / longest).toFixed(2)} x the longest${told}\n`,
    )
  }
}
