import type { ExitCode } from '../../../model/problem.ts'
import type { AsyncResult } from '../../../model/result.ts'
import type { Paint } from '../../../model/screen.ts'
import { type Call, type Command, flag, printResult } from '../command.ts'
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
    const { words, values } = call
    const [named, a = words[2] === undefined ? 'previous' : 'first', b = 'last'] = words
    const run = await runAt(call, named)
    if (!run.ok) return run
    const alias = run.value.name
    if (flag(values, 'list')) {
      const versions = await run.value.versions()
      if (!versions.ok) return versions
      return printResult(call, { alias, versions: versions.value }, () =>
        versions.value.map(
          ({ number, hash, last, best }) =>
            `${String(number).padStart(3)}  ${hash.slice(0, 8)}${best ? '  best' : ''}${last ? '  last' : ''}`,
        ),
      )
    }
    const [before, after] = [await run.value.version(a), await run.value.version(b)]
    if (!before.ok) return before
    if (!after.ok) return after
    return showPatch(call, alias, [before.value, after.value])
  },
}

async function showPatch(
  call: Call,
  alias: string,
  [before, after]: readonly [Version, Version],
): AsyncResult<ExitCode> {
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
  const json = { alias, a: before.hash, b: after.hash, patch }
  return printResult(call, json, ({ terminal: { paint } }) =>
    before.hash === after.hash
      ? ['the versions are the same']
      : patch
          .trimEnd()
          .split('\n')
          .slice(1)
          .map((line) => coloured(line, paint)),
  )
}

function coloured(line: string, paint: Paint): string {
  if (line.startsWith('+')) return paint('green', line)
  if (line.startsWith('-')) return paint('red', line)
  return line.startsWith('@@') ? paint('cyan', line) : line
}
