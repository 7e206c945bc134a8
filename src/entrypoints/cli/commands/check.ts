import { nearest } from '../../../kit/near.ts'
import { openWorkspace } from '../../../app.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import { checkFile, isFolder, readFiles, writeRepair } from '../../../check/files/check-files.ts'
import {
  taskTypes,
  checkKinds,
  type CheckKind,
  type CheckOptions,
} from '../../../check/files/criteria.ts'
import type { CheckedFile } from '../../../check/files/read.ts'
import { type ExitCode, exitCodes } from '../../../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../../../model/result.ts'
import { exitOfVerdict, verdictOf } from '../../../obligations/verdict.ts'
import type { JudgedFile } from '../../../views/findings.ts'
import { type Call, type Command, flag, onlyOf, text } from '../command.ts'
import { readAll } from '../read-all.ts'
import { whyNotWritten } from '../open-runs.ts'
import { askedFrom } from './check-asked.ts'
import { about, kinds, meanings, options } from './check-options.ts'
import { codeOptions } from './check-code-options.ts'
import { pageOptions } from './check-page-options.ts'
import { cantWrite, deliverAll, formatOf } from './report-output.ts'
import { fileFormats, renderFiles, showDiff } from './check-show.ts'

export const command: Command = {
  name: 'check',
  usage: 'check <kind> <file...> [options]',
  about,
  meanings,
  words: { least: 2, most: 1_000 },
  firstWords: kinds,
  options,
  examples: [
    ['loopwright check openapi api.yaml', 'every OpenAPI rule'],
    [
      'loopwright check openapi api.yaml --task "books with CRUD, DELETE /books/{id}"',
      'and the endpoints the task names',
    ],
    [
      'loopwright check docs README.md --fix',
      'repair what a machine can, show the difference, write it',
    ],
    [
      'loopwright check code src/*.ts --level A --format sarif -o findings.sarif',
      'for code scanning',
    ],
    ['loopwright check code .', 'a whole project: build, tests, coverage, lint, complexity'],
    ['loopwright check code . --base main', 'only what the change since main is to blame for'],
    [
      'loopwright check design features/*/design/intent.json',
      'every design, its findings at their lines',
    ],
    [
      'loopwright check design intent.json --requirements requirements.md',
      'and whether it carries what was asked for',
    ],
    ['loopwright check page site/', 'a page in a real browser: contrast, phones, copy, links, …'],
    ['loopwright check page site/ --fix --format html -o report.html', 'repaired, with pictures'],
    ['loopwright check openapi api.yaml --watch', 'again whenever you save it'],
    ['loopwright check artifact page.md --criteria rules.yaml', 'by criteria of your own'],
    ['loopwright check text notes/*.md --only shop', 'only your own rules of the family shop'],
    ['loopwright check track conductor/tracks/checkout_20260301', 'all specialists of a track'],
  ],
  async run(call) {
    if (!flag(call.values, 'watch')) return check(call)
    return (await import('./check-watch.ts')).watchCheck(call, command.options, check)
  },
}

async function check(call: Call): AsyncResult<ExitCode> {
  const { words, values, cwd } = call
  if (words[0] === 'page') return (await import('./check-page.ts')).checkPage(call)
  if (words[0] === 'track') return (await import('./check-track.ts')).checkTrackFolder(call)
  if (words[0] === 'code' && (await isFolder(cwd, words[1] ?? '')))
    return (await import('./check-code.ts')).checkCodeFolder(call)
  const read = await optionsFrom(call)
  if (!read.ok) return read
  const format = formatOf(values, fileFormats)
  if (!format.ok) return format
  const opened = await openWorkspace(call)
  if (!opened.ok) return opened
  const workspace = opened.value
  const order = { ...read.value, fix: flag(values, 'fix'), stdin: () => readAll(call.stdin) }
  if (order.fix && words.slice(1).includes('-'))
    return usageError('--fix has no file to write for standard input', 'name a file')
  const files = await readFiles(workspace, words.slice(1), order)
  if (!files.ok) return files

  const checked: CheckedFile[] = []
  for (const file of files.value) {
    const result = await checkFile(workspace, file, order)
    if (!result.ok) return result
    const written = await repair(call, workspace, result.value, format.value === 'pretty')
    if (!written.ok) return written
    checked.push(result.value)
  }
  const judged = checked.map((each) => each.judged)
  const exit = exitFor(judged)
  return deliverAll(call, workspace, {
    format: format.value,
    formats: fileFormats,
    exit,
    obligations: judged.flatMap(({ obligations = [] }) => obligations),
    render: (each) => renderFiles(call, judged, { format: each, exit }),
  })
}

async function optionsFrom(call: Call): AsyncResult<CheckOptions> {
  const { words, values } = call
  const [word = ''] = words
  if (!isKind(word)) {
    const near = nearest(word, kinds)
    return usageError(
      `there is no kind "${word}" to check`,
      near ? `did you mean: loopwright check ${near}` : `kinds: ${kinds.join(', ')}`,
    )
  }
  const forPages = Object.keys(pageOptions).find((name) => values[name] !== undefined)
  if (forPages !== undefined)
    return usageError(`--${forPages} is for pages`, 'use: loopwright check page …')
  const forFolders = Object.keys(codeOptions).find((name) => values[name] !== undefined)
  if (forFolders !== undefined)
    return usageError(`--${forFolders} is for a folder of code`, 'use: loopwright check code <dir>')
  const level = text(values, 'level')?.toUpperCase() ?? 'B'
  if (level !== 'A' && level !== 'B')
    return usageError(`--level must be A or B, not "${level}"`, 'B holds all rules')
  const named = text(values, 'type')
  const type = taskTypes.find((each) => each === named)
  if (named !== undefined && type === undefined)
    return usageError(
      `--type must be one of ${taskTypes.join(', ')}, not "${named}"`,
      'or leave it out',
    )
  if (type !== undefined && word !== 'artifact')
    return usageError(
      `check ${word} says the type already`,
      'use: loopwright check artifact --type …',
    )
  const asked = await askedFrom(call)
  if (!asked.ok) return asked
  const given = text(values, 'threshold')
  const threshold = given === undefined ? undefined : Number(given)
  if (threshold !== undefined && (word !== 'design' || !(threshold >= 0 && threshold <= 100)))
    return usageError(
      `--threshold is a number from 0 to 100, for designs; not "${given}"`,
      'leave it out',
    )
  return ok({
    kind: word,
    level,
    ...asked.value,
    only: onlyOf(call) ?? [],
    ...(type === undefined ? {} : { type }),
    ...(threshold === undefined ? {} : { threshold }),
  })
}

const isKind = (word: string): word is CheckKind => checkKinds.some((kind) => kind === word)

async function repair(
  call: Call,
  workspace: Workspace,
  { judged, repair: change }: CheckedFile,
  pretty: boolean,
): AsyncResult<null> {
  if (change === null) return ok(null)
  const frozen = await whyNotWritten(call, workspace, change.absolute)
  if (frozen !== null) return err(frozen)
  const onStdout = pretty && text(call.values, 'output') === undefined
  await showDiff(call, { path: judged.path, ...change }, onStdout)
  try {
    await writeRepair(change)
    return ok(null)
  } catch (error) {
    return err(cantWrite(judged.path, error))
  }
}

/** A broken check outweighs everything: nobody knows what it would have said. */
function exitFor(files: readonly JudgedFile[]): ExitCode {
  if (files.some(({ rules }) => rules.some(({ verdict }) => verdict === 'error')))
    return exitCodes.internal
  const verdicts = files.map((file) => verdictOf(file.obligations ?? []).verdict)
  return exitOfVerdict[
    verdicts.includes('not_accepted')
      ? 'not_accepted'
      : verdicts.includes('undecided')
        ? 'undecided'
        : 'accepted'
  ]
}
