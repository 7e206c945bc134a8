import { openHouse } from '../../../app.ts'
import { findPlace, loadPlace } from '../../../app/reflex-places.ts'
import { readVersion } from '../../../app/reflex-versions.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import type { Command } from '../command.ts'
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
  async run({ words, values, terminal, cwd, env }) {
    const opened = await openHouse({ cwd, env })
    if (!opened.ok) return opened
    const house = opened.value
    const [name, a = words[2] === undefined ? 'previous' : 'first', b = 'last'] = words
    const place = await findPlace(house, name)
    if (!place.ok) return place
    const loaded = await loadPlace(house, place.value.alias)
    if (!loaded.ok) return loaded
    const { state } = loaded.value
    if (flag(values, 'list')) {
      const versions = state.versions.map((hash, index) => ({
        number: index + 1,
        hash,
        last: hash === state.artifact,
        best: hash === state.best?.hash,
      }))
      if (flag(values, 'json'))
        terminal.print(JSON.stringify({ loopwright: 1, alias: place.value.alias, versions }))
      else
        for (const { number, hash, last, best } of versions)
          terminal.print(
            `${String(number).padStart(3)}  ${hash.slice(0, 8)}${best ? '  best' : ''}${last ? '  last' : ''}`,
          )
      return ok(exitCodes.accepted)
    }
    const [before, after] = [await readVersion(house, state, a), await readVersion(house, state, b)]
    if (!before.ok) return before
    if (!after.ok) return after
    const { createTwoFilesPatch } = await import('diff')
    const patch = createTwoFilesPatch(
      before.value.hash.slice(0, 8),
      after.value.hash.slice(0, 8),
      before.value.text,
      after.value.text,
      undefined,
      undefined,
      { context: 3 },
    )
    if (flag(values, 'json'))
      terminal.print(
        JSON.stringify({
          loopwright: 1,
          alias: place.value.alias,
          a: before.value.hash,
          b: after.value.hash,
          patch,
        }),
      )
    else if (before.value.hash === after.value.hash) terminal.print('the versions are the same')
    else for (const line of patch.trimEnd().split('\n').slice(1)) terminal.print(colour(line))
    return ok(exitCodes.accepted)

    function colour(line: string): string {
      if (line.startsWith('+')) return terminal.paint('green', line)
      if (line.startsWith('-')) return terminal.paint('red', line)
      return line.startsWith('@@') ? terminal.paint('cyan', line) : line
    }
  },
}
