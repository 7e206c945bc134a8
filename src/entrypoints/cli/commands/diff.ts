import { type House, openHouse } from '../../../app.ts'
import { findRun, type FoundRun } from '../../../app/find-run.ts'
import { findPlace, loadPlace } from '../../../app/reflex-places.ts'
import { readVersion } from '../../../app/reflex-versions.ts'
import { exitCodes, type Problem } from '../../../model/problem.ts'
import { err, ok, type Result } from '../../../model/result.ts'
import type { Call, Command } from '../command.ts'
import { flag } from '../parse.ts'

export const command: Command = {
  name: 'diff',
  usage: 'diff <run> [a] [b] [options]',
  about:
    'Compares two versions of an artifact. A version is "first", "previous", "last", "best", a number from 1, or\nthe start of its hash. Without versions: previous and last; with one: that one and last.',
  words: { least: 1, most: 3 },
  options: { list: { type: 'boolean', help: 'list the versions' } },
  examples: [
    ['loopwright diff courses-api', 'what the last change did'],
    ['loopwright diff courses-api first best', 'the whole way'],
    ['loopwright diff courses-api --list', 'all versions'],
  ],
  async run(call) {
    const { words, values, terminal, cwd, env } = call
    const opened = await openHouse({ cwd, env })
    if (!opened.ok) return opened
    const house = opened.value
    const [name, a = words[2] === undefined ? 'previous' : 'first', b = 'last'] = words
    const found = await findRun(house, name)
    if (!found.ok) return found
    const shelf = await shelfOf(house, found.value)
    if (!shelf.ok) return shelf
    const { alias, versions, read } = shelf.value
    if (flag(values, 'list')) {
      if (flag(values, 'json')) terminal.print(JSON.stringify({ loopwright: 1, alias, versions }))
      else
        for (const { number, hash, last, best } of versions)
          terminal.print(
            `${String(number).padStart(3)}  ${hash.slice(0, 8)}${best ? '  best' : ''}${last ? '  last' : ''}`,
          )
      return ok(exitCodes.accepted)
    }
    const [before, after] = [await read(a), await read(b)]
    if (!before.ok) return before
    if (!after.ok) return after
    await showPatch(call, alias, [before.value, after.value])
    return ok(exitCodes.accepted)
  },
}

type Version = { readonly hash: string; readonly text: string }

/** The versions of an artifact, whatever its workflow. */
type Shelf = {
  readonly alias: string
  readonly versions: readonly {
    readonly number: number
    readonly hash: string
    readonly last: boolean
    readonly best: boolean
  }[]
  readonly read: (name: string) => Promise<Result<Version, Problem>>
}

const shelfOf = (house: House, run: FoundRun): Promise<Result<Shelf, Problem>> =>
  run.workflow === 'design' ? featureShelf(house, run.name) : loopShelf(house, run.name)

async function loopShelf(house: House, name: string | undefined): Promise<Result<Shelf, Problem>> {
  const place = await findPlace(house, name)
  if (!place.ok) return place
  const loaded = await loadPlace(house, place.value.alias)
  if (!loaded.ok) return loaded
  const { state } = loaded.value
  return ok({
    alias: place.value.alias,
    versions: state.versions.map((hash, index) => ({
      number: index + 1,
      hash,
      last: hash === state.artifact,
      best: hash === state.best?.hash,
    })),
    read: (wanted) => readVersion(house, state, wanted),
  })
}

async function featureShelf(house: House, name: string): Promise<Result<Shelf, Problem>> {
  const { openFeature } = await import('../../../app/design-feature.ts')
  const { intentVersion } = await import('../../../app/design-report.ts')
  const { noVersion } = await import('../design-verbs.ts')
  const opened = await openFeature(house, name)
  if (!opened.ok) return opened
  const best = await intentVersion(house, opened.value, 'best')
  const { intents } = opened.value.state
  return ok({
    alias: name,
    versions: intents.map((hash, index) => ({
      number: index + 1,
      hash,
      last: index === intents.length - 1,
      best: hash === best?.hash,
    })),
    async read(wanted) {
      const found = await intentVersion(house, opened.value, wanted)
      return found === null ? err(noVersion(name, wanted)) : ok(found)
    },
  })
}

async function showPatch(
  { terminal, values }: Call,
  alias: string,
  [before, after]: readonly [Version, Version],
): Promise<void> {
  const { createTwoFilesPatch } = await import('diff')
  const patch = createTwoFilesPatch(
    before.hash.slice(0, 8),
    after.hash.slice(0, 8),
    before.text,
    after.text,
    undefined,
    undefined,
    { context: 3 },
  )
  if (flag(values, 'json'))
    terminal.print(JSON.stringify({ loopwright: 1, alias, a: before.hash, b: after.hash, patch }))
  else if (before.hash === after.hash) terminal.print('the versions are the same')
  else for (const line of patch.trimEnd().split('\n').slice(1)) terminal.print(colour(line))

  function colour(line: string): string {
    if (line.startsWith('+')) return terminal.paint('green', line)
    if (line.startsWith('-')) return terminal.paint('red', line)
    return line.startsWith('@@') ? terminal.paint('cyan', line) : line
  }
}
