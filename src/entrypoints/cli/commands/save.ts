import { resolve } from 'node:path'
import { openHouse } from '../../../app.ts'
import { findRun } from '../../../app/find-run.ts'
import { findPlace, loadPlace } from '../../../app/reflex-places.ts'
import { readVersion } from '../../../app/reflex-versions.ts'
import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import type { Command } from '../command.ts'
import { flag, text } from '../parse.ts'
import { saveArtifact } from '../save-artifact.ts'

export const command: Command = {
  name: 'save',
  usage: 'save <run> <file> [options]',
  about: 'Copies a version of an artifact to a file of yours: the last one, or the best.',
  words: { least: 2, most: 2 },
  options: {
    version: {
      type: 'string',
      value: 'V',
      help: 'last (default), best, first, previous, a number, or a hash',
    },
  },
  examples: [
    ['loopwright save courses-api api.md', 'the last version'],
    ['loopwright save courses-api api.md --version best', 'the best version, if the run got worse'],
  ],
  async run(call) {
    const { words, values, terminal, cwd, env } = call
    const opened = await openHouse({ cwd, env })
    if (!opened.ok) return opened
    const [name, file = ''] = words
    const run = await findRun(opened.value, name)
    if (!run.ok) return run
    if (run.value.workflow === 'design') {
      const { designVerbs } = await import('../design-verbs.ts')
      return designVerbs.save(call, opened.value, { name: run.value.name, file })
    }
    const place = await findPlace(opened.value, run.value.name)
    if (!place.ok) return place
    const loaded = await loadPlace(opened.value, place.value.alias)
    if (!loaded.ok) return loaded
    const found = await readVersion(
      opened.value,
      loaded.value.state,
      text(values, 'version') ?? 'last',
    )
    if (!found.ok) return found
    const saved = await saveArtifact(call, opened.value, resolve(cwd, file), found.value.text)
    if (!saved.ok) return saved
    const path = saved.value
    if (flag(values, 'json'))
      terminal.print(
        JSON.stringify({ loopwright: 1, alias: place.value.alias, sha256: found.value.hash, path }),
      )
    else
      terminal.print(
        `${terminal.paint('green', '✓')} saved ${found.value.hash.slice(0, 8)} to ${path}`,
      )
    return ok(exitCodes.accepted)
  },
}
