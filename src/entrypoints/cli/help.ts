import type { Command, Group, Option } from './command.ts'
import { commonOptions } from './parse.ts'
import type { Terminal } from './terminal.ts'
import { verbs } from './verbs.ts'

/** The first page: what Loopwright is, its verbs, and where to begin. */
export function overviewHelp({ paint }: Terminal): string {
  const width = Math.max(...Object.keys(verbs).map((name) => name.length))
  const lines = Object.entries(verbs).map(
    ([name, { does }]) => `  ${paint('cyan', name.padEnd(width))}  ${does}`,
  )
  return [
    `${paint('bold', 'loopwright')} (short: lw): an agent's work is done when the evidence says so.`,
    '',
    `${paint('bold', 'Usage')}  loopwright <command> [options]   or   loopwright "<task>"`,
    '',
    paint('bold', 'Commands'),
    ...lines,
    '',
    paint('bold', 'Begin with'),
    `  loopwright new "OpenAPI 3.1 spec for a bookshop: books and orders with CRUD"`,
    `  loopwright check openapi api.yaml`,
    '',
    `Every command takes --json, --cwd DIR and --help. Exit codes: 0 accepted, 1 not accepted,`,
    `2 usage or configuration, 3 a person must decide, 4 a cap was reached, 5 internal error.`,
  ].join('\n')
}

export function groupHelp({ name, about, commands, examples }: Group, { paint }: Terminal): string {
  const width = Math.max(...Object.keys(commands).map((each) => each.length))
  return [
    `${paint('bold', 'Usage')}  loopwright ${name} <command> [options]`,
    '',
    about,
    '',
    paint('bold', 'Commands'),
    ...Object.entries(commands).map(
      ([each, { does }]) => `  ${paint('cyan', each.padEnd(width))}  ${does}`,
    ),
    '',
    paint('bold', 'Examples'),
    ...examples.flatMap(([line, does]) => [`  ${line}`, paint('dim', `      ${does}`)]),
    '',
    `Each takes --json and --cwd DIR, and has its own help: loopwright ${name} ${Object.keys(commands)[0] ?? ''} --help`,
  ].join('\n')
}

export function commandHelp(command: Command, { paint }: Terminal): string {
  const options = { ...command.options, ...commonOptions }
  const names = Object.entries(options).map(([name, option]) => optionName(name, option))
  const width = Math.max(...names.map((name) => name.length))
  return [
    `${paint('bold', 'Usage')}  loopwright ${command.usage}`,
    '',
    command.about,
    '',
    paint('bold', 'Options'),
    ...Object.values(options).map(
      (option, index) => `  ${paint('cyan', (names[index] ?? '').padEnd(width))}  ${option.help}`,
    ),
    '',
    paint('bold', 'Examples'),
    ...command.examples.flatMap(([line, does]) => [`  ${line}`, paint('dim', `      ${does}`)]),
  ].join('\n')
}

const optionName = (name: string, { value, short, type }: Option) =>
  `${short ? `-${short}, ` : ''}--${name}${type === 'string' ? ` ${value ?? 'TEXT'}` : ''}`
