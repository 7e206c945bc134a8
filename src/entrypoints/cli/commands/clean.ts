import { openHouse } from '../../../app.ts'
import { aliases, findPlace, loadPlace, type Place } from '../../../app/reflex-places.ts'
import { cleanRun } from '../../../app/reflex-steer.ts'
import { exitCodes } from '../../../model/problem.ts'
import { err, ok } from '../../../model/result.ts'
import type { Command } from '../command.ts'
import { flag } from '../parse.ts'

export const command: Command = {
  name: 'clean',
  usage: 'clean <run>|--all [options]',
  about:
    'Removes the files of ended loops, after showing them and asking. Running loops are refused.',
  words: { least: 0, most: 1 },
  options: {
    all: { type: 'boolean', help: 'all ended loops' },
    yes: { type: 'boolean', short: 'y', help: 'confirm beforehand' },
  },
  examples: [
    ['loopwright clean courses-api', 'one loop'],
    ['loopwright clean --all --yes', 'all ended loops, confirmed'],
  ],
  async run({ words, values, terminal, cwd, env }) {
    const opened = await openHouse({ cwd, env })
    if (!opened.ok) return opened
    const house = opened.value
    const all = flag(values, 'all')
    if (all === (words[0] !== undefined))
      return err({
        exit: 2,
        what: 'name one loop, or say --all',
        todo: 'usage: loopwright clean <run>|--all',
      })

    const chosen: Place[] = []
    for (const name of all ? await aliases(house) : [words[0] ?? '']) {
      const place = await findPlace(house, name)
      if (!place.ok) return place
      const run = await loadPlace(house, place.value.alias)
      const running = run.ok && run.value.state.at !== 'ended'
      if (running && !all)
        return err({
          exit: 2,
          what: `${name} is running; only ended loops are cleaned`,
          todo: 'end it first: loopwright stop',
        })
      if (!running) chosen.push(place.value)
    }
    const asJson = flag(values, 'json')
    if (!asJson) {
      terminal.print(chosen.length === 0 ? 'nothing to clean' : 'to be removed:')
      for (const { files } of chosen) terminal.print(`  ${house.relative(files.folder)}/`)
    }
    if (chosen.length > 0 && !flag(values, 'yes')) {
      if (!terminal.canAsk || asJson)
        return err({
          exit: 3,
          what: "removing files needs a person's word",
          todo: 'add --yes to confirm',
        })
      const { confirm } = await import('@clack/prompts')
      if ((await confirm({ message: 'Remove them?', initialValue: false })) !== true)
        return ok(exitCodes.notAccepted)
    }
    for (const place of chosen) {
      const cleaned = await cleanRun(house, place)
      if (!cleaned.ok) return cleaned
    }
    const removed = chosen.map(({ alias }) => alias)
    if (asJson) terminal.print(JSON.stringify({ loopwright: 1, removed }))
    else if (removed.length > 0)
      terminal.print(`${terminal.paint('green', '✓')} removed ${removed.join(', ')}`)
    return ok(exitCodes.accepted)
  },
}
