import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Case } from './load.ts'

const tasks: Readonly<Record<string, readonly string[]>> = {
  new: ['config/tide-env', 'config/chess-toml', 'docs/chess-changelog', 'code/seat-plan'],
  workorder: ['change/vet-discount', 'change/bike-status'],
  gan: ['page/bike-repair'],
}
const most = 4

/** Some of the cases once more, as what an agent hands over in a loop while it says that all is done. */
export const loopCases = (cases: readonly Case[]): readonly Case[] =>
  Object.entries(tasks).flatMap(([kind, names]) =>
    names.flatMap((task) =>
      cases
        .filter((each) => each.task === task)
        .slice(0, most)
        .map((each) => ({
          ...each,
          kind,
          task: `${kind}/${task}`,
          id: `${kind}/${each.id}`,
          main: [...each.files.keys()].find((path) => !each.base.has(path)) ?? '',
        })),
    ),
  )

/** A program for each role. */
export type Bindings = Readonly<Record<string, readonly string[]>>

export const configOf = (bindings: Bindings): string =>
  JSON.stringify({
    agents: Object.fromEntries(
      Object.entries(bindings).map(([role, command]) => [
        `the-${role}`,
        { kind: 'command', command, timeout_s: 60 },
      ]),
    ),
    roles: Object.fromEntries(Object.keys(bindings).map((role) => [role, `the-${role}`])),
    workflows: { workorder: { mutation_seconds: 20 } },
  })

/** The agents' file, a repository where one is needed, and the command that starts the loop. */
export function startLoop(one: Case, folder: string, honest: Bindings): readonly string[] {
  const answer = join(folder, one.kind === 'gan' ? 'site' : 'work')
  const writer = ['node', join(import.meta.dirname, 'agents', 'writer.mjs'), answer, one.main ?? '']
  const roles = { new: ['producer', 'refiner'], workorder: ['proposer'], gan: ['builder'] }
  const bound = roles[one.kind as keyof typeof roles].map((role) => [role, writer])
  const project = join(folder, one.kind === 'workorder' ? 'before' : '.')
  const config = configOf({ ...Object.fromEntries(bound), ...honest })
  writeFileSync(join(project, 'loopwright.yaml'), config)
  if (one.kind === 'gan') return ['gan', 'start', 'site-brief', '--quiet', '--json']
  if (one.kind === 'new')
    return wordsOf('new --task-file task.md --alias work --yes --max-iterations 2 --quiet --json')
  writeFileSync(join(project, '.gitignore'), '.loopwright\nnode_modules\n')
  const who = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org']
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    ['commit', '-q', '-m', 'Before'],
  ])
    execFileSync('git', [...who, ...args], { cwd: project })
  const items = one.text.split('\n').flatMap((line) => /^(?:-|\d+\.) (.*)/.exec(line)?.[1] ?? [])
  const criteria = items.length > 0 ? items : one.text.split(/(?<=\.) /)
  return [
    ...wordsOf(
      'workorder add change --run --quiet --json --cwd before --scope src/** --scope test/**',
    ),
    '-d',
    one.text,
    ...criteria.flatMap((criterion) => ['--criterion', criterion]),
  ]
}

const wordsOf = (line: string): readonly string[] => line.split(' ')
