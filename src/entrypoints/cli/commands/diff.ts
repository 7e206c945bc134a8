import { exitCodes } from '../../../model/problem.ts'
import { ok } from '../../../model/result.ts'
import { type Call, type Command, flag } from '../command.ts'
import type { Version } from '../../../engine/workflow.ts'
import { runAt } from '../open-runs.ts'

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
    const { words, values, terminal } = call
    const [named, a = words[2] === undefined ? 'previous' : 'first', b = 'last'] = words
    const run = await runAt(call, named)
    if (!run.ok) return run
    const alias = run.value.name
    if (flag(values, 'list')) {
      const versions = await run.value.versions()
      if (!versions.ok) return versions
      if (flag(values, 'json'))
        terminal.print(JSON.stringify({ loopwright: 1, alias, versions: versions.value }))
      else
        for (const { number, hash, last, best } of versions.value)
          terminal.print(
            `${String(number).padStart(3)}  ${hash.slice(0, 8)}${best ? '  best' : ''}${last ? '  last' : ''}`,
          )
      return ok(exitCodes.accepted)
    }
    const [before, after] = [await run.value.version(a), await run.value.version(b)]
    if (!before.ok) return before
    if (!after.ok) return after
    await showPatch(call, alias, [before.value, after.value])
    return ok(exitCodes.accepted)
  },
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
