import {
  type PassVerdict,
  verdictOfEvaluation,
  verdictOfPass,
} from '../../checks/track/evaluation.ts'
import { fixesOf } from '../../checks/track/evaluate.ts'
import type { Paint } from '../../model/screen.ts'
import { trackAsJson, trackFiles, trackSuite } from '../../workflows/track/formats.ts'
import { trackMarkdown } from '../../workflows/track/report.ts'
import type { CheckedTrack } from './check-track.ts'

export const trackFormats = ['pretty', 'json', 'sarif', 'junit', 'markdown'] as const

export async function renderTrack(
  checked: CheckedTrack,
  {
    format,
    version,
    paint,
  }: {
    readonly format: (typeof trackFormats)[number]
    readonly version: string
    readonly paint: Paint
  },
): Promise<string> {
  switch (format) {
    case 'pretty':
      return pretty(checked, paint)
    case 'json':
      return JSON.stringify(trackAsJson(checked.report, checked.exit), null, 2)
    case 'markdown':
      return trackMarkdown(checked.report)
    case 'sarif': {
      const { sarif } = await import('../../views/sarif.ts')
      return JSON.stringify(sarif(trackFiles(checked.report), { version }), null, 2)
    }
    case 'junit': {
      const { junit } = await import('../../views/junit.ts')
      return junit([trackSuite(checked.report)])
    }
  }
}

const style = { PASS: 'green', FAIL: 'red', 'N/A': 'dim', 'NOT DECIDED': 'yellow' } as const

function pretty({ report }: CheckedTrack, paint: Paint): string {
  const shown = (verdict: PassVerdict) => paint(style[verdict], verdict)
  const open = report.obligations.filter(
    ({ status, weight }) => status === 'undecided' && weight === 'must',
  )
  const fixes = fixesOf(report)
  const unmet = report.obligations.filter(
    ({ source, status }) => source.kind !== 'workflow' && status === 'unmet',
  )
  return [
    `${paint('bold', report.id)}  ${shown(report.verdict)}`,
    '',
    ...report.evaluations.flatMap(({ evaluator, dispatch, passes }) => [
      `${evaluator}  ${shown(verdictOfEvaluation(passes))}  ${paint('dim', dispatch.reason)}`,
      ...passes.map((pass) => `  ${pass.number}. ${pass.name}  ${shown(verdictOfPass(pass))}`),
    ]),
    `structural  ${Object.entries({
      plan: report.structural.planUpdated,
      scope: report.structural.scope,
      skipped: report.structural.noSkipped,
      build: report.structural.build,
      docs: report.structural.businessDocs,
    })
      .map(([name, part]) => `${name} ${shown(verdictOfPass({ parts: [part] }))}`)
      .join(', ')}`,
    ...(report.structural.syncRequired
      ? [`business documents to sync: ${report.affectedDocs.join(', ') || 'none is listed'}`]
      : []),
    ...(fixes.length === 0 ? [] : ['', 'To fix:']),
    ...fixes.map(
      ({ fix, message, path, line }) =>
        `  ${path === undefined ? '' : `${path}${line === undefined ? '' : `:${line}`}  `}${message}\n    → ${fix}`,
    ),
    ...(unmet.length === 0 ? [] : ['', 'Not met:']),
    ...unmet.map(
      ({ statement, reason, source: { kind, line }, evidence: [first] }) =>
        `  ${kind === 'task' ? `${report.folder}/spec.md${line === undefined ? '' : `:${line}`}` : (first?.where ?? report.folder)}  ${statement}\n    ${reason}`,
    ),
    ...(open.length === 0
      ? []
      : ['', 'Not decided (say so with --met or --unmet and the id, or bind a judge):']),
    ...open.map(
      ({ id, statement, reason }) => `  ${id}  ${statement}\n    ${paint('dim', reason)}`,
    ),
    ...report.notes.map((note) => paint('dim', `! ${note}`)),
  ].join('\n')
}
