import { openWorkspace } from '../../../../app.ts'
import { rejectAndExtend } from '../../../../app/design-extend.ts'
import { usageError } from '../../../../model/result.ts'
import { answerDesign } from '../../answer-design.ts'
import { type Command, flag, gateOption, personOf, text, wholeNumber } from '../../command.ts'
import { runDesign } from '../../run-design.ts'

export const command: Command = {
  name: 'design reject',
  usage: 'design reject <feature> --feedback "…" [options]',
  about:
    'Sends the candidate back. The feedback goes into the next generation, and an iteration is counted. Where none is\nleft, the run would end as FAILED: say --yes to mean it, or --extend N to go on in a new run from this design.',
  words: { least: 1, most: 1 },
  decides: true,
  options: {
    feedback: { type: 'string', help: 'what to change' },
    by: { type: 'string', value: 'NAME', help: 'who rejects (you)' },
    gate: gateOption,
    yes: { type: 'boolean', short: 'y', help: 'even if the run ends with it' },
    extend: {
      type: 'string',
      value: 'N',
      help: 'in a new run of N iterations; this one is archived',
    },
  },
  examples: [
    [
      'loopwright design reject clinic-appointments --feedback "rename Visit to Appointment"',
      'go on with it',
    ],
    [
      'loopwright design reject clinic-appointments --feedback "add a waiting list" --extend 5',
      'in a new run',
    ],
  ],
  async run(call) {
    const { words, values, cwd, env, begun } = call
    const [feature = ''] = words
    const more = wholeNumber(values, 'extend', 1_000)
    if (!more.ok) return more
    const workspace = await openWorkspace({ cwd, env, begun })
    if (!workspace.ok) return workspace
    const feedback = text(values, 'feedback')
    const person = personOf(call)
    if (more.value === undefined)
      return answerDesign(call, workspace.value, feature, {
        option: 'reject',
        ...person,
        feedback,
        confirmed: flag(values, 'yes'),
      })
    if (feedback === undefined || feedback.trim() === '')
      return usageError('a rejection needs feedback', 'add --feedback "…"')
    const place = await rejectAndExtend(workspace.value, feature, {
      feedback,
      by: person.by,
      maxIterations: more.value,
    })
    return place.ok ? runDesign(call, workspace.value, place.value) : place
  },
}
