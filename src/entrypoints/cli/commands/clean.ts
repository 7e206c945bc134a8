import { type House, openHouse } from '../../../app.ts'
import { type OpenFeature, openFeature } from '../../../app/design-feature.ts'
import { cleanFeature } from '../../../app/design-steer.ts'
import { findRun } from '../../../app/find-run.ts'
import { aliases, findPlace, loadPlace, type Place } from '../../../app/reflex-places.ts'
import { cleanRun } from '../../../app/reflex-steer.ts'
import { exitCodes, type Problem } from '../../../model/problem.ts'
import { err, ok, type Result } from '../../../model/result.ts'
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

    const picked = await pick(house, all ? null : words[0])
    if (!picked.ok) return picked
    const { loops, features } = picked.value
    const folders = [...loops, ...features.map(({ place }) => place)]
    const asJson = flag(values, 'json')
    if (!asJson) {
      terminal.print(folders.length === 0 ? 'nothing to clean' : 'to be removed:')
      for (const { files } of folders) terminal.print(`  ${house.relative(files.folder)}/`)
    }
    if (folders.length > 0 && !flag(values, 'yes')) {
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
    for (const place of loops) {
      const cleaned = await cleanRun(house, place)
      if (!cleaned.ok) return cleaned
    }
    for (const feature of features) {
      const cleaned = await cleanFeature(house, feature)
      if (!cleaned.ok) return cleaned
    }
    const removed = [
      ...loops.map(({ alias }) => alias),
      ...features.map(({ place }) => place.featureId),
    ]
    if (asJson) terminal.print(JSON.stringify({ loopwright: 1, removed }))
    else if (removed.length > 0)
      terminal.print(`${terminal.paint('green', '✓')} removed ${removed.join(', ')}`)
    return ok(exitCodes.accepted)
  },
}

type Picked = { readonly loops: readonly Place[]; readonly features: readonly OpenFeature[] }

/** The run that was named; without a name all loops that have ended. Features are cleaned one by one. */
async function pick(
  house: House,
  name: string | null | undefined,
): Promise<Result<Picked, Problem>> {
  if (name === null) return ok({ loops: await endedLoops(house), features: [] })
  const found = await findRun(house, name)
  if (!found.ok) return found
  if (found.value.workflow === 'design') {
    const feature = await openFeature(house, found.value.name)
    return feature.ok ? ok({ loops: [], features: [feature.value] }) : feature
  }
  const place = await findPlace(house, found.value.name)
  if (!place.ok) return place
  const run = await loadPlace(house, place.value.alias)
  if (run.ok && run.value.state.at !== 'ended')
    return err({
      exit: 2,
      what: `${place.value.alias} is running; only ended loops are cleaned`,
      todo: 'end it first: loopwright stop',
    })
  return ok({ loops: [place.value], features: [] })
}

async function endedLoops(house: House): Promise<readonly Place[]> {
  const ended: Place[] = []
  for (const alias of await aliases(house)) {
    const place = await findPlace(house, alias)
    if (!place.ok) continue
    const run = await loadPlace(house, alias)
    if (!run.ok || run.value.state.at === 'ended') ended.push(place.value)
  }
  return ended
}
