import { wrapped } from '../../views/format.ts'
import { type Command, commonOptions, type Group, type Option, type Verbs } from './command.ts'
import type { Terminal } from './terminal.ts'

/** The first page: what Loopwright is, its verbs, and where to begin. */
export function overviewHelp(terminal: Terminal, verbs: Verbs): string {
  const { paint } = terminal
  return [
    `${paint('bold', 'loopwright')} (short: lw): an agent's work is done when the evidence says so.`,
    '',
    `${paint('bold', 'Usage')}  loopwright <command> [options]   or   loopwright "<task>"`,
    '',
    paint('bold', 'Commands'),
    ...rows(
      Object.entries(verbs).map(([name, { does }]) => [name, does]),
      terminal,
    ),
    '',
    paint('bold', 'Begin with'),
    `  loopwright new "OpenAPI 3.1 spec for a bookshop: books and orders with CRUD"`,
    `  loopwright check openapi api.yaml`,
    '',
    ...prose(
      'Every command takes --json, --cwd DIR and --help.\nExit codes: 0 accepted, 1 not accepted, 2 usage or configuration, 3 a person must decide, 4 a cap was reached, 5 a check, an agent or Loopwright itself broke.',
      terminal,
    ),
  ].join('\n')
}

/** A name and what it does; beside it where there is room, else below it. */
function rows(
  list: readonly (readonly [name: string, does: string])[],
  { paint, live, width }: Terminal,
): readonly string[] {
  const left = Math.max(...list.map(([name]) => name.length))
  const room = (live ? width : 120) - left - 4
  return list.flatMap(([name, does]) => {
    const [first = '', ...rest] = wrapped(does, room < 30 ? room + left - 2 : room)
    const indent = ' '.repeat(room < 30 ? 6 : left + 4)
    return room < 30
      ? [`  ${paint('cyan', name)}`, ...[first, ...rest].map((line) => `${indent}${line}`)]
      : [
          `  ${paint('cyan', name.padEnd(left))}  ${first}`,
          ...rest.map((line) => `${indent}${line}`),
        ]
  })
}

const prose = (text: string, { live, width }: Terminal): readonly string[] =>
  text.split('\n').flatMap((line) => wrapped(line, live ? width : 120))

export function groupHelp(group: Group, terminal: Terminal): string {
  const { name, about, commands, examples } = group
  const { paint } = terminal
  return [
    `${paint('bold', 'Usage')}  loopwright ${name} <command> [options]`,
    '',
    ...prose(about, terminal),
    '',
    paint('bold', 'Commands'),
    ...rows(
      Object.entries(commands).map(([each, { does }]) => [each, does]),
      terminal,
    ),
    '',
    paint('bold', 'Examples'),
    ...examples.flatMap(([line, does]) => [`  ${line}`, paint('dim', `      ${does}`)]),
    '',
    `Each takes --json and --cwd DIR, and has its own help: loopwright ${name} ${Object.keys(commands)[0] ?? ''} --help`,
  ].join('\n')
}

/** The same command as far as one first word goes: its options, its examples. */
export function aboutWord(command: Command, word = ''): Command {
  const meaning = command.meanings?.[word]
  if (meaning === undefined) return command
  const { name, about, options, examples } = command
  const general = about.split('\n').slice(1).join('\n')
  return {
    ...command,
    usage: `${name} ${word} <file...> [options]`,
    about: `Holds against its gates and against what was asked: ${meaning}.\n${general}`,
    options: Object.fromEntries(
      Object.entries(options).flatMap(([each, option]) =>
        option.kinds?.includes(word) === false
          ? []
          : [[each, { ...option, help: option.help.replace(/^with [\w ]+: /, '') }]],
      ),
    ),
    examples: examples.filter(([line]) => line.startsWith(`loopwright ${name} ${word} `)),
  }
}

export function commandHelp(command: Command, terminal: Terminal): string {
  const { paint } = terminal
  const options = Object.entries({ ...command.options, ...commonOptions })
  return [
    `${paint('bold', 'Usage')}  loopwright ${command.usage}`,
    '',
    ...prose(command.about, terminal),
    '',
    paint('bold', 'Options'),
    ...rows(
      options.map(([name, option]) => [optionName(name, option), option.help]),
      terminal,
    ),
    '',
    ...(command.examples.length === 0 ? [] : [paint('bold', 'Examples')]),
    ...command.examples.flatMap(([line, does]) => [`  ${line}`, paint('dim', `      ${does}`)]),
  ].join('\n')
}

const optionName = (name: string, { value, short, type }: Option) =>
  `${short ? `-${short}, ` : ''}--${name}${type === 'string' ? ` ${value ?? 'TEXT'}` : ''}`
