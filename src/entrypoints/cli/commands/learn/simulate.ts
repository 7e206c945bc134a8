import { nearest } from '../../../../kit/near.ts'
import {
  choices,
  isMethod,
  isWorld,
  simulateLearning,
  type SimulationOrder,
} from '../../../../learn/simulate.ts'
import { exitCodes, type Problem } from '../../../../model/problem.ts'
import { err, ok, type Result } from '../../../../model/result.ts'
import {
  simulationAsJson,
  simulationMarkdown,
  simulationPretty,
} from '../../../../views/learn/simulation.ts'
import { type Call, type Command, flag, list, text, wholeNumber } from '../../command.ts'
import { openLiveLine } from '../../live-line.ts'

export const command: Command = {
  name: 'learn simulate',
  usage: 'learn simulate [options]',
  about:
    'Tries the rules for lessons, and other rules, in made-up worlds where it is known which lesson helps.\nThe same seed gives the same figures on every machine. It is a simulation, not field data.',
  words: { least: 0, most: 0 },
  options: {
    orders: { type: 'string', value: 'N', help: 'work orders in each world (3000)' },
    worlds: { type: 'string', value: 'N', help: 'how many worlds (20)' },
    seed: { type: 'string', value: 'N', help: 'the seed of the first world (1)' },
    methods: {
      type: 'string',
      multiple: true,
      value: 'LIST',
      help: `which, with commas: ${choices.methods.join(', ')}`,
    },
    world: { type: 'string', value: 'KIND', help: choices.worlds.join(', ') },
    markdown: { type: 'boolean', help: 'the tables in Markdown' },
  },
  examples: [
    ['loopwright learn simulate', 'all methods in 20 worlds'],
    ['loopwright learn simulate --worlds 100', 'the whole benchmark'],
    [
      'loopwright learn simulate --world null --methods ours,z-peek',
      'who promotes what does nothing',
    ],
  ],
  async run(call) {
    const options = optionsFrom(call)
    if (!options.ok) return options
    const { terminal, values } = call
    const json = flag(values, 'json')
    const live = openLiveLine(terminal, json || flag(values, 'markdown'))
    const abort = new AbortController()
    const stop = () => abort.abort()
    process.once('SIGINT', stop)
    const { worlds } = options.value
    live.state({ where: 'simulation', score: '', cost: '' })
    live.doing(`0 of ${worlds} worlds`)
    try {
      const simulated = await simulateLearning({
        ...options.value,
        signal: abort.signal,
        onProgress: (done) => live.doing(`${done} of ${worlds} worlds`),
      })
      live.end()
      if (simulated === null)
        return err({ exit: exitCodes.notAccepted, what: 'it was interrupted, so nothing is shown' })
      if (json) terminal.print(JSON.stringify(simulationAsJson(simulated)))
      else if (flag(values, 'markdown')) terminal.print(simulationMarkdown(simulated))
      else terminal.print(simulationPretty(simulated, terminal.paint))
      return ok(exitCodes.accepted)
    } finally {
      live.end()
      process.removeListener('SIGINT', stop)
    }
  },
}

type Options = Omit<SimulationOrder, 'signal' | 'onProgress'>

function optionsFrom({ values }: Call): Result<Options> {
  const orders = wholeNumber(values, 'orders', 100_000)
  if (!orders.ok) return orders
  const worlds = wholeNumber(values, 'worlds', 10_000)
  if (!worlds.ok) return worlds
  const seed = wholeNumber(values, 'seed')
  if (!seed.ok) return seed
  const kind = text(values, 'world') ?? 'main'
  if (!isWorld(kind)) return err(unknown('world', kind, choices.worlds))
  const names = list(values, 'methods')
    .flatMap((each) => each.split(','))
    .filter((each) => each !== '')
  const wrong = names.find((name) => !isMethod(name))
  if (wrong !== undefined) return err(unknown('method', wrong, choices.methods))
  const methods = names.filter(isMethod)
  return ok({
    kind,
    orders: orders.value ?? (kind === 'small-team' ? 600 : 3_000),
    worlds: worlds.value ?? 20,
    seed: seed.value ?? 1,
    methods: methods.length === 0 ? choices.main : methods,
  })
}

function unknown(what: string, name: string, known: readonly string[]): Problem {
  const near = nearest(name, known)
  return {
    exit: exitCodes.usage,
    what: `there is no ${what} "${name}"`,
    todo: near === null ? `possible: ${known.join(', ')}` : `did you mean ${near}?`,
  }
}
