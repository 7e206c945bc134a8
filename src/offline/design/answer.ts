import { z } from 'zod'
import { DesignFinding, Dimension } from '../../checks/design/critique.ts'
import { DesignIntent, AttributeType } from '../../checks/design/intent.ts'
import type { AgentAnswer, AgentFailure, AgentRequest } from '../../model/agent.ts'
import { type AsyncResult, err, ok, type Result } from '../../model/result.ts'
import type { AgentTask } from '../../ports/agent.ts'
import { type Drafted, draftIntent } from './draft-intent.ts'
import { recommendations } from './recommendations.ts'
import { type Change, changeIn } from '../../checks/design/exam-changes.ts'
import { covers, wordsOf } from '../../checks/design/exam-words.ts'
import { sentencesOf } from '../../obligations/sentences.ts'

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

/** A first draft, or the changes a person asked for. What rules or judges miss, only a model can write. */
const generate = (input: z.infer<typeof GenerateInput>): Drafted | null =>
  input.previous_intent === undefined
    ? draftIntent(input.requirements, input.feature_id)
    : changeIntent(input.previous_intent, input.feedback)

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

/** Makes the changes that feedback names in a form with one meaning; the rest is named, not guessed. */
export function changeIntent(intent: DesignIntent, feedback: readonly string[]): Drafted {
  const notes: string[] = []
  let now = intent
  for (const { text } of feedback.flatMap((each) => sentencesOf(each))) {
    const change = changeIn(text)
    const next = change === null ? now : changed(now, change)
    if (next === now || !DesignIntent.safeParse(next).success)
      notes.push(`the embedded agent cannot make this change: "${text}"`)
    else now = next
  }
  return { intent: now, notes }
}

const isCalled = (name: string, wanted: string): boolean =>
  wordsOf(name).join(' ') === wordsOf(wanted).join(' ')

function changed(intent: DesignIntent, change: Change): DesignIntent {
  switch (change.do) {
    case 'rename':
      return renamed(intent, change.from, change.to)
    case 'remove':
      return removed(intent, change.name)
    case 'fields':
      return withFields(intent, change)
    case 'add':
      return intent
  }
}

/** The name in every text; ids stay what they are, so that nothing loses what it refers to. */
function renamed(intent: DesignIntent, from: string, to: string): DesignIntent {
  const pattern = new RegExp(`\\b${from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(s?)\\b`, 'gi')
  const keepsCase = (found: string, plural: string) =>
    `${/^\p{Lu}/u.test(found) ? to.slice(0, 1).toUpperCase() + to.slice(1) : to}${plural}`
  const rewritten = (value: unknown, key: string): unknown => {
    if (references.has(key)) return value
    if (typeof value === 'string')
      return value.replace(pattern, (match, plural: string) => keepsCase(match, plural))
    if (Array.isArray(value)) return value.map((each: unknown) => rewritten(each, ''))
    if (typeof value !== 'object' || value === null) return value
    // attributes are known by their names
    const isAttribute = 'type' in value && !('id' in value)
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        isAttribute && name === 'name' ? each : rewritten(each, name),
      ]),
    )
  }
  const made = DesignIntent.parse(rewritten(intent, ''))
  return JSON.stringify(made) === JSON.stringify(intent) ? intent : made
}

const references: ReadonlySet<string> = new Set(
  'id from to type cardinality featureId version schemaVersion componentIds entityIds children binds'.split(
    ' ',
  ),
)

function removed(intent: DesignIntent, name: string): DesignIntent {
  const gone = intent.components.filter((each) => isCalled(each.name, name)).map(({ id }) => id)
  const keeps = (ids: readonly string[]) => ids.filter((id) => !gone.includes(id))
  const attribute = /^(.+?) of (?:the |an? )?(.+)$/i.exec(name)
  const { entities } = intent.dataModel
  if (gone.length > 0)
    return {
      ...intent,
      components: intent.components
        .filter(({ id }) => !gone.includes(id))
        .map((each) => (each.children ? { ...each, children: keeps(each.children) } : each)),
      userFlows: intent.userFlows.map((flow) => ({
        ...flow,
        steps: flow.steps.map((step) => ({ ...step, componentIds: keeps(step.componentIds) })),
      })),
      interactions: intent.interactions
        .map((each) => ({ ...each, componentIds: keeps(each.componentIds) }))
        .filter(({ componentIds }) => componentIds.length > 0),
    }
  const flows = intent.userFlows.filter((flow) => !isCalled(flow.name, name))
  if (flows.length < intent.userFlows.length) return { ...intent, userFlows: flows }
  if (attribute === null) return intent
  const [, field = '', owner = ''] = attribute
  const without = entities.map((entity) =>
    isCalled(entity.name, owner)
      ? { ...entity, attributes: entity.attributes.filter((each) => !isCalled(each.name, field)) }
      : entity,
  )
  const count = (list: typeof entities) => list.flatMap(({ attributes }) => attributes).length
  return count(without) === count(entities)
    ? intent
    : { ...intent, dataModel: { ...intent.dataModel, entities: without } }
}

function withFields(
  intent: DesignIntent,
  { owner, fields }: Extract<Change, { do: 'fields' }>,
): DesignIntent {
  const { entities } = intent.dataModel
  const at = entities.findIndex((each) => covers(each.name, wordsOf(owner)))
  const entity = entities[at]
  if (entity === undefined) return intent
  const attributes = [...entity.attributes]
  for (const { name, type, required } of fields) {
    const place = attributes.findIndex((each) => isCalled(each.name, name))
    const before = attributes[place]
    const values = /^one of (.+)$/.exec(type ?? '')?.[1]
    const made = {
      name: before?.name ?? name.trim().replace(/[\s-]+/g, '_'),
      type:
        values === undefined
          ? (AttributeType.safeParse(type).data ?? before?.type ?? ('string' as const))
          : ('enum' as const),
      ...(required === undefined
        ? before?.required === undefined
          ? {}
          : { required: before.required }
        : { required }),
      ...(values === undefined
        ? before?.description === undefined
          ? {}
          : { description: before.description }
        : { description: `One of ${values}` }),
    }
    if (before === undefined) attributes.push(made)
    else attributes[place] = made
  }
  if (JSON.stringify(attributes) === JSON.stringify(entity.attributes)) return intent
  return {
    ...intent,
    dataModel: { ...intent.dataModel, entities: entities.with(at, { ...entity, attributes }) },
  }
}
