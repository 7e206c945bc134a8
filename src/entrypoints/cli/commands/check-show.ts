import { maskSecrets } from '../../../model/mask-secrets.ts'
import type { ExitCode } from '../../../model/problem.ts'
import type { Paint } from '../../../model/screen.ts'
import { dimensionBars } from '../../../views/dimension-bars.ts'
import { findingLines, isMissed, type JudgedFile, printable } from '../../../views/findings.ts'
import { fixableCount, scorecard, scoreLine } from '../../../views/scorecard.ts'
import {
  howToDecide,
  obligationLines,
  verdictHeadline,
  verdictStyle,
} from '../../../views/verdict.ts'
import { verdictOf } from '../../../obligations/verdict.ts'
import { type Call, flag, text } from '../command.ts'

export const fileFormats = ['pretty', 'json', 'sarif', 'junit', 'markdown'] as const

/** Findings with their lines, a scorecard per file, and what to do next. */
function showFiles({ terminal, values, words }: Call, files: readonly JudgedFile[]): string {
  // what goes into a file must not hold a terminal's colours
  const toFile = text(values, 'output') !== undefined
  const paint: typeof terminal.paint = toFile ? (_, plain) => plain : terminal.paint
  const mostPerRule = flag(values, 'all') ? Infinity : 10
  const width = terminal.live && !toFile ? terminal.width : 140
  const all = flag(values, 'all')
  const lines = files.flatMap((file) => {
    const findings = findingLines(file, { paint, mostPerRule })
    const obligations = file.obligations ?? []
    const { verdict } = verdictOf(obligations)
    const head = paint(['bold', verdictStyle[verdict]], verdictHeadline(obligations))
    return [
      `${paint('bold', printable(file.path))}: ${head} ${paint('dim', `${file.type} · ${file.sha256.slice(0, 8)}`)}`,
      ...obligationLines(obligations, { paint, width, all }),
      ...(findings.length > 0 ? ['', ...findings] : []),
      '',
      ...(all ? [...scores(file, paint, width), ''] : []),
      ...(file.fixed.length > 0
        ? [`  ${paint('green', '✓')} repaired by machine: ${file.fixed.join(', ')}`]
        : []),
      // rules of your own make no score
      ...(file.type === 'text' ? [] : [`  ${paint('dim', scoreLine(file))}`, '']),
    ]
  })
  const next = nextLines(files, { values, words }).map((line) => `${paint('cyan', '→')} ${line}`)
  const passed = files.filter((file) => file.passed).length
  const total =
    files.length > 1 ? [paint('bold', `${passed} of ${files.length} files are accepted`)] : []
  return [...lines, ...total, ...next].join('\n').trimEnd()
}

/** A design has many rules and five dimensions: those, and the rules that were missed. */
function scores(file: JudgedFile, paint: Paint, width: number): readonly string[] {
  const { dimensions } = file
  if (file.type !== 'design') return scorecard(file.rules, paint, width)
  const missed = file.rules.filter(isMissed)
  return [
    ...(dimensions === undefined ? [] : dimensionBars(dimensions, file.threshold * 100, paint)),
    ...(missed.length > 0 ? ['', ...scorecard(missed, paint, width)] : []),
  ]
}

function nextLines(
  files: readonly JudgedFile[],
  { values, words }: Pick<Call, 'values' | 'words'>,
): readonly string[] {
  const fixable = files.reduce((sum, file) => sum + fixableCount(file), 0)
  const broken = files.flatMap(({ rules }) => rules.filter(({ verdict }) => verdict === 'error'))
  // a rule of your own decides itself
  const own = broken.filter(({ id, decidedBy }) => decidedBy === id).map(({ id }) => id)
  if (broken.length > own.length)
    return ['a check broke, so nothing is proven; see what this machine lacks: loopwright doctor']
  if (own.length > 0)
    return [
      `a rule of your own broke, so nothing is proven; mend it, and try it: ${[...new Set(own)].map((id) => `loopwright rules test ${id}`).join(', ')}`,
    ]
  const isAsked = ['task', 'task-file', 'criteria', 'requirements'].some(
    (name) => values[name] !== undefined,
  )
  return [
    ...(fixable > 0 && !flag(values, 'fix') && !words.includes('-')
      ? [`${fixable} ${fixable === 1 ? 'finding' : 'findings'} a machine can repair: add --fix`]
      : []),
    ...howToDecide(files.flatMap(({ obligations = [] }) => obligations)),
    ...(isAsked || files.every(({ type }) => type === 'text')
      ? []
      : [
          `only general rules were asked; to ask for what the work is for: ${files[0]?.type === 'design' ? '--requirements FILE' : '--task "<text>"'}`,
        ]),
  ]
}

type Change = { readonly path: string; readonly before: string; readonly after: string }

/** What --fix is about to write, before it is written. */
export async function showDiff(
  { terminal }: Call,
  { path, before, after }: Change,
  onStdout: boolean,
): Promise<void> {
  const { createTwoFilesPatch } = await import('diff')
  const patch = createTwoFilesPatch(path, path, before, after, undefined, undefined, {
    context: 2,
  })
  const say = onStdout ? terminal.print : terminal.mention
  const paint = onStdout ? terminal.paint : terminal.paintError
  for (const line of maskSecrets(patch).trimEnd().split('\n').slice(1)) {
    const style = line.startsWith('+')
      ? 'green'
      : line.startsWith('-')
        ? 'red'
        : line.startsWith('@@')
          ? 'cyan'
          : null
    say(style === null ? line : paint(style, line))
  }
  say('')
}

type Wanted = { readonly format: (typeof fileFormats)[number]; readonly exit: ExitCode }

/** What was found out about files, in the format that was asked for. */
export async function renderFiles(
  call: Call,
  files: readonly JudgedFile[],
  { format, exit }: Wanted,
): Promise<string> {
  switch (format) {
    case 'pretty':
      return showFiles(call, files)
    case 'json':
      return JSON.stringify(
        (await import('../../../views/findings-formats.ts')).filesAsJson(files, exit),
      )
    case 'markdown':
      return (await import('../../../views/findings-formats.ts')).filesAsMarkdown(files)
    case 'sarif': {
      const { sarif } = await import('../../../views/sarif.ts')
      const version = (await import('../../../app/package-files.ts')).toolVersion()
      return JSON.stringify(sarif(files, { version }), null, 2)
    }
    case 'junit': {
      const { junit } = await import('../../../views/junit.ts')
      const { fileSuite } = await import('../../../views/findings-formats.ts')
      return junit(files.map(fileSuite))
    }
  }
}
