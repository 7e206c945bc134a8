import { z } from 'zod'
import { DesignFinding, Dimension } from '../../checks/design/critique.ts'
import { DesignIntent } from '../../checks/design/intent.ts'
import type { AgentAnswer, AgentFailure, AgentRequest } from '../../model/agent.ts'
import { type AsyncResult, err, ok, type Result } from '../../model/result.ts'
import type { AgentTask } from '../../ports/agent.ts'
import { type Drafted, draftIntent } from './draft-intent.ts'
import { recommendations } from './recommendations.ts'

const Finding = z.object({ ...DesignFinding.shape, dimension: Dimension.optional() })
const GenerateInput = z.object({
  feature_id: z.string(),
  requirements: z.string(),
  previous_intent: DesignIntent.optional(),
  findings: z.array(Finding).default([]),
  feedback: z.array(z.string()).default([]),
})
/** What the answer's contract takes at the most. */
const mostNotes = 100

const CritiqueInput = z.object({ findings: z.array(Finding).default([]) })

/** The embedded agent's answers for a design: no model, no network, the same bytes every time. */
export async function answerOfflineDesign(
  request: AgentRequest,
): AsyncResult<AgentAnswer, AgentFailure> {
  if (request.role === 'generator' && request.phase === 'GENERATE') {
    const input = GenerateInput.safeParse(request.input)
    if (!input.success) return unreadable(input.error)
    const drafted = generate(input.data)
    return drafted === null
      ? err({ type: 'unavailable', retryable: false, reason: cannotDraft })
      : said(drafted.intent, drafted.notes)
  }
  if (request.role === 'critic') {
    const input = CritiqueInput.safeParse(request.input)
    if (!input.success) return unreadable(input.error)
    return said({ recommendations: recommendations(input.data.findings) })
  }
  return err({
    type: 'unavailable',
    retryable: false,
    reason: `the offline agent is not a model and has no answer for ${request.role} in ${request.phase}`,
  })
}

/** Why it cannot draft a design from these requirements; null where it can. */
export const whyNotDrafted = async ({ kind, prompt }: AgentTask): Promise<string | null> =>
  draftIntent(prompt, kind) === null ? cannotDraft : null

/** Said before a run starts, and again should one get this far. */
const cannotDraft =
  'the embedded agent drafts from sentences such as "A member can reserve a tool." and "A tool has a name (text, required)."; the requirements name no flow or no data in such a form'

/** A first draft. What rules or judges miss, and what a person asks to be otherwise, only a model can write. */
const generate = (input: z.infer<typeof GenerateInput>): Drafted | null =>
  input.previous_intent === undefined
    ? draftIntent(input.requirements, input.feature_id)
    : {
        intent: input.previous_intent,
        notes: input.feedback.map(
          (text) => `the embedded agent cannot make this change: "${text}"`,
        ),
      }

const said = (output: unknown, notes: readonly string[] = []): Result<AgentAnswer, AgentFailure> =>
  ok({
    output,
    usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0, model: 'offline' },
    ...(notes.length === 0
      ? {}
      : { notes: notes.slice(0, mostNotes).map((note) => note.slice(0, 500)) }),
  })

const unreadable = (error: z.ZodError): Result<AgentAnswer, AgentFailure> =>
  err({
    type: 'bad-output',
    issues: error.issues
      .slice(0, 10)
      .map(({ path, message }) => `input.${path.join('.')}: ${message}`),
  })
