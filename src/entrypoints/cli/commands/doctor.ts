import { diagnose } from '../../../app/doctor/doctor.ts'
import type { Diagnosis } from '../../../app/doctor/diagnosis.ts'
import { exitCodes } from '../../../model/problem.ts'
import { type Call, type Command, flag, printResult } from '../command.ts'
import { toolVersion } from '../../../app/package-files.ts'

export const command: Command = {
  name: 'doctor',
  usage: 'doctor [options]',
  about:
    'Shows what is here, what is missing, and how to get it. The sandbox is tried for real. Keys are never\nshown, and nothing goes over the network unless --online. Exit 0 if nothing needed is missing, 1 otherwise.',
  words: { least: 0, most: 0 },
  options: {
    online: {
      type: 'boolean',
      help: 'ask each configured model one short question (costs a few tokens)',
    },
  },
  examples: [
    ['loopwright doctor', 'before the first loop, or when something is strange'],
    ['loopwright doctor --json', 'for scripts'],
  ],
  async run({ values, terminal, cwd, env }) {
    const diagnosis = await diagnose({
      cwd,
      env,
      version: toolVersion(),
      online: flag(values, 'online'),
    })
    const healthy = diagnosis.every(({ state }) => state !== 'missing')
    return printResult(
      { values, terminal },
      { ok: healthy, checks: diagnosis },
      () => lines(diagnosis, terminal),
      healthy ? exitCodes.accepted : exitCodes.notAccepted,
    )
  },
}

const titles = {
  machine: 'This machine',
  workspace: 'Workspace',
  agents: 'Agents',
  runs: 'Loops',
} as const satisfies Record<Diagnosis['group'], string>

function lines(diagnosis: readonly Diagnosis[], { paint }: Call['terminal']): readonly string[] {
  const marks = {
    ok: paint('green', '✓'),
    lacking: paint('yellow', '!'),
    missing: paint('red', '✗'),
  }
  const width = Math.max(...diagnosis.map(({ name }) => name.length))
  const groups = Object.entries(titles).flatMap(([group, title]) => {
    const own = diagnosis.filter((each) => each.group === group)
    if (own.length === 0) return []
    const body = own.flatMap(({ name, state, detail, remedy }) => [
      `  ${marks[state]} ${name.padEnd(width)}  ${detail.replaceAll('\n', `\n${' '.repeat(width + 6)}`)}`,
      ...(remedy !== undefined && state !== 'ok'
        ? [`    ${' '.repeat(width)}  ${paint('cyan', '→')} ${remedy}`]
        : []),
    ])
    return [paint('bold', title), ...body, '']
  })
  const missing = diagnosis.filter(({ state }) => state === 'missing').length
  const lacking = diagnosis.filter(({ state }) => state === 'lacking').length
  const notes = lacking === 0 ? '' : `; ${lacking} ${lacking === 1 ? 'note' : 'notes'} (!)`
  return [
    ...groups,
    missing === 0
      ? `${paint(['bold', 'green'], 'Ready.')} Nothing needed is missing${notes}.`
      : `${paint(['bold', 'red'], `${missing} ${missing === 1 ? 'thing' : 'things'} to repair`)}${notes}. Each → says how.`,
  ]
}
