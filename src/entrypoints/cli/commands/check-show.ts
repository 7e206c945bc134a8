import { maskSecrets } from '../../../model/mask-secrets.ts'
import { dimensionBars } from '../../../views/design-summary.ts'
import {
  findingLines,
  isMissed,
  type JudgedFile,
  type Paint,
  printable,
} from '../../../views/findings.ts'
import { fixableCount, scorecard, verdictLine } from '../../../views/scorecard.ts'
import type { Call } from '../command.ts'
import { flag, text } from '../parse.ts'

/** Findings with their lines, a scorecard per file, and what to do next. */
export function showFiles({ terminal, values, words }: Call, files: readonly JudgedFile[]): string {
  // what goes into a file must not hold a terminal's colours
  const toFile = text(values, 'output') !== undefined
  const paint: typeof terminal.paint = toFile ? (_, plain) => plain : terminal.paint
  const mostPerRule = flag(values, 'all') ? Infinity : 10
  const lines = files.flatMap((file) => {
    const findings = findingLines(file, { paint, mostPerRule })
    return [
      `${paint('bold', printable(file.path))} ${paint('dim', `${file.type} · ${file.criteria} · ${file.sha256.slice(0, 8)}`)}`,
      ...(findings.length > 0 ? ['', ...findings] : []),
      '',
      ...scores(file, paint, terminal.live && !toFile ? terminal.width : 140),
      '',
      ...(file.fixed.length > 0
        ? [`  ${paint('green', '✓')} repaired by machine: ${file.fixed.join(', ')}`]
        : []),
      `  ${verdictLine(file, paint)}`,
      '',
    ]
  })
  const next = nextLines(files, { values, words }).map((line) => `${paint('cyan', '→')} ${line}`)
  const passed = files.filter((file) => file.passed).length
  const total = files.length > 1 ? [paint('bold', `${passed} of ${files.length} files pass`)] : []
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
  const failing = files.filter(({ passed }) => !passed)
  if (files.some(({ rules }) => rules.some(({ verdict }) => verdict === 'error')))
    return ['a check broke, so nothing is proven; see what this machine lacks: loopwright doctor']
  const uncounted =
    text(values, 'task') === undefined &&
    files.some(({ rules }) => rules.some(({ counts }) => !counts))
  return [
    ...(fixable > 0 && !flag(values, 'fix') && !words.includes('-')
      ? [`${fixable} ${fixable === 1 ? 'finding' : 'findings'} a machine can repair: add --fix`]
      : []),
    ...(failing.length > 0 && fixable === 0
      ? [
          failing.some(({ rules }) => rules.some(isMissed))
            ? `repair the findings above, or let an agent do it: loopwright ${failing[0]?.type === 'design' ? 'design start <feature> --intent FILE' : 'new "<task>"'}`
            : 'nothing that blocks could be proven here; bring rules of your own: --criteria FILE',
        ]
      : []),
    ...(uncounted ? ['what is undecided may need to know the task: add --task "<text>"'] : []),
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
