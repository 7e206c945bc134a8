import { z } from 'zod'
import { openKnownRun } from '../../../engine/open-run.ts'
import { verifyRun } from '../../../engine/verify-run.ts'
import { defineCommand } from '../../../engine/workflow-command.ts'
import { exitCodes } from '../../../model/problem.ts'
import { err, ok } from '../../../model/result.ts'
import { inspectionAsJson, inspectionLines } from '../../../views/inspection.ts'
import { design } from '../definition.ts'

export const command = defineCommand({
  name: 'design verify',
  usage: 'design verify <feature> [options]',
  about:
    'Proves that the history is whole, that every kept version is intact, that the files show what the history says,\nand that a frozen design is exactly what was approved. Exit 0 if so, 1 if not.',
  words: ['feature'],
  arguments: z.object({ feature: z.string() }),
  examples: [['loopwright design verify clinic-appointments', 'checksum, marker, history, files']],
  async run({ workspace }, { feature }) {
    const opened = await openKnownRun(design, workspace, feature)
    const inspected = opened.ok ? await verifyRun(design, workspace, opened.value) : opened
    if (!inspected.ok) return err({ ...inspected.error, exit: exitCodes.notAccepted })
    const json = inspectionAsJson(feature, inspected.value)
    return ok({
      type: 'show',
      run: feature,
      json,
      lines: ({ paint }) => inspectionLines(inspected.value, paint),
      exit: json.ok ? exitCodes.accepted : exitCodes.notAccepted,
    })
  },
})
