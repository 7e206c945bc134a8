import { z } from 'zod'

/** A question only a person may answer. It has options and no default; `shown` is the hash of what they see. */
export const Gate = z.object({
  id: z.string(),
  question: z.string(),
  options: z.array(z.object({ name: z.string(), effect: z.string() })).min(2),
  shown: z.string(),
})
export type Gate = z.infer<typeof Gate>

/** Who decided what, when, and what they had seen. */
export const GateAnswer = z.object({
  gate: z.string(),
  option: z.string(),
  by: z.string().min(1),
  /**
   * How the person was known: at a terminal, by a token, as whoever owns the session, or as whoever the
   * MCP client asked. `agent` is no person: one to whom the configuration leaves such questions.
   */
  known: z.enum(['terminal', 'token', 'session', 'elicitation', 'agent']).optional(),
  at: z.string(),
  shown: z.string(),
  feedback: z.string().optional(),
  change: z.unknown().optional(),
})
export type GateAnswer = z.infer<typeof GateAnswer>

const Only = z.object({ only: z.array(z.string()) })

/** Which of what is asked an answer speaks of; undefined means all of it. */
export const onlyIn = ({ change }: GateAnswer): readonly string[] | undefined =>
  Only.safeParse(change).data?.only
