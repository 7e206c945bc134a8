import { inputRequired, inputResponse } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { AnyRun } from '../../../engine/define-workflow.ts'
import type { Gate } from '../../../model/gate.ts'
import { ok, usageError } from '../../../model/result.ts'
import { plainScreen } from '../../../model/screen.ts'
import { findRun, type McpContext } from '../context.ts'
import { handleOf } from '../run-handle.ts'
import { GateShape, gateShape } from '../run-state.ts'
import { type Caller, changes, defineTool, reads, type Tool } from '../tool.ts'

/** Tools for questions that people decide. */
export const gateTools = (context: McpContext): readonly Tool[] => [
  defineTool({
    name: 'gates_list',
    title: 'List the open questions',
    description:
      'The questions of runs that wait for a person, with what the person types to answer.',
    annotations: reads,
    input: z.object({}),
    output: z.object({ gates: z.array(GateShape.extend({ run: z.string() })) }),
    async run() {
      const gates = []
      for await (const { summary, open } of context.loopwright.all()) {
        const run = summary.asks ? await open() : null
        const shape = run?.ok ? gateShape(run.value) : null
        if (run?.ok && shape !== null) gates.push({ run: handleOf(run.value), ...shape })
      }
      return ok({ gates })
    },
  }),
  defineTool({
    name: 'gate_answer',
    title: 'Have a question answered',
    description:
      'Puts the open question of a run before the person, where the client can ask them, and goes on with the run. Where it cannot, it says what the person types. You decide nothing here, unless the person left such questions to agents (mcp.gates in loopwright.yaml).',
    annotations: changes,
    input: z.object({
      run: z.string().min(1).max(300),
      option: z.string().max(100).optional().describe('your choice, where agents may choose'),
      feedback: z.string().max(20_000).optional(),
    }),
    output: z.object({
      run: z.string(),
      answered: z.boolean(),
      by: z.string().nullable(),
      reason: z.string().nullable(),
      gate: GateShape.nullable().describe('the question that is open now'),
    }),
    async run(given, caller) {
      const result = await findRun(context, given.run)
      if (!result.ok) return result
      const { gate } = result.value
      if (gate === null) return usageError(`${given.run} asks nothing`, 'see run_status')
      if (context.gates === 'agent')
        return byAgent(context, result.value, { ...given, gate, caller })
      if (context.gates === 'person' && caller.canAsk)
        return byPerson(context, result.value, { gate, caller })
      return ok(open(result.value, 'a person must answer, in a terminal that no agent started'))
    },
  }),
]

const open = (run: AnyRun, reason: string) => ({
  run: handleOf(run),
  answered: false,
  by: null,
  reason,
  gate: gateShape(run),
})

type Answer = {
  readonly option: string
  readonly feedback?: string | undefined
  readonly gate: string
  readonly by: string
  readonly known: 'agent' | 'elicitation'
}

async function take(context: McpContext, run: AnyRun, answer: Answer) {
  const answered = await run.answer(answer)
  if (!answered.ok) return answered
  const { run: next, instead, looks } = answered.value
  if (looks) return ok(open(next, `nothing was decided; to see more: run_report ${handleOf(next)}`))
  if (next.gate === null) context.carrier.start(next)
  return ok({
    run: handleOf(next),
    answered: instead === null,
    by: answer.by,
    reason: instead?.what ?? null,
    gate: gateShape(next),
  })
}

type Asked = { readonly gate: Gate; readonly caller: Caller }

/** The person left such questions to agents, which the history says. */
async function byAgent(
  context: McpContext,
  run: AnyRun,
  {
    gate,
    caller,
    option,
    feedback,
  }: Asked & { option?: string | undefined; feedback?: string | undefined },
) {
  // a foreign file cannot say that
  await context.trust.need()
  if (option === undefined) return ok(open(run, 'name one of the options'))
  return take(context, run, { option, feedback, gate: gate.id, by: caller.name, known: 'agent' })
}

/** The client asks its person. Whatever is no answer leaves the question open. */
async function byPerson(context: McpContext, run: AnyRun, { gate, caller: { request } }: Asked) {
  const { seal } = context.loopwright.workspace
  const state = seal(`gate\n${handleOf(run)}\n${gate.id}\n${gate.shown}`)
  const response = inputResponse(request.inputResponses, 'answer')
  const isAsked = request.requestState() === state
  if (response.kind !== 'elicit' || !isAsked)
    return ok({
      ask: inputRequired({
        inputRequests: { answer: await question(run, gate) },
        requestState: state,
      }),
    })
  if (response.action !== 'accept')
    return ok(open(run, `the person has not decided (${response.action}); the question stays open`))
  const said = Said.safeParse(response.content)
  if (!said.success) return ok(open(run, 'the answer was not of the form that was asked for'))
  const { option, feedback } = said.data
  return take(context, run, {
    option,
    ...(feedback === undefined || feedback === '' ? {} : { feedback }),
    gate: gate.id,
    by: context.person,
    known: 'elicitation',
  })
}

const Said = z.object({ option: z.string(), feedback: z.string().max(20_000).optional() })

async function question(run: AnyRun, { question: asked, options }: Gate) {
  const lines = (await run.show()).next(plainScreen.paint)
  const effects = options.map(({ name, effect }) => `${name}: ${effect}`)
  return inputRequired.elicit({
    message: [asked, ...effects, '', ...lines].join('\n').slice(0, 8_000),
    requestedSchema: {
      type: 'object',
      properties: {
        option: { type: 'string', title: 'Decision', enum: options.map(({ name }) => name) },
        feedback: { type: 'string', title: 'Words to go with it' },
      },
      required: ['option'],
    },
  })
}
