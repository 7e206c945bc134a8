import { err, ok, type Result } from '../../model/result.ts'
import type { IntentVersion, Judged } from './events.ts'
import { StateFile } from './state-file.ts'
import type { Feature, Live } from './state.ts'

/**
 * The state as its file tells it, for a feature whose history was made on another machine; or what
 * the file says that cannot be true.
 */
export function stateFrom(file: unknown, intent: IntentVersion | null): Result<Live, string> {
  const parsed = StateFile.safeParse(file)
  if (parsed.success) return placed(featureFrom(parsed.data, intent), parsed.data)
  const [issue] = parsed.error.issues
  return err(`state.json: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
}

function featureFrom(file: StateFile, intent: IntentVersion | null): Feature {
  const { continuation: more } = file
  return {
    runId: file.runId,
    setup: {
      ...more.setup,
      featureId: file.featureId,
      threshold: file.threshold,
      maxIterations: file.maxIterations,
      agentTimeoutMs: file.agentTimeoutMs,
      models: file.models,
      temperature: file.temperatures,
      promptTemplates: file.promptTemplates,
    },
    startedAt: file.startedAt,
    updatedAt: file.updatedAt,
    iteration: file.iteration,
    intent,
    judged: more.judged,
    best: more.best,
    // earlier texts are on the machine that made them
    texts: intent === null ? [] : [intent.text],
    intents: intent === null ? [] : [intent.text],
    scores: file.scoreHistory.map(([at, score]) => ({ iteration: at, score })),
    dimensions: file.dimensionHistory.map(({ iteration: at, ...scores }) => ({
      iteration: at,
      scores,
    })),
    evaluations: file.evaluations,
    rejections: file.rejectionFeedback,
    pending: more.pending,
    decision: file.approval,
    abort: file.abort,
    breaches: more.breaches,
    notes: more.notes,
    reported: reportedIn(more.reported),
    history: file.history,
    refused: file.violations,
    asked: more.asked,
    spent: more.spent,
    archives: more.archives,
  }
}

/** A state holds what its name promises, or it is none: nobody becomes a candidate, or frozen, by a file. */
function placed(feature: Feature, file: StateFile): Result<Live, string> {
  const { intent, judged } = feature
  const lacking = (what: string) => err(`state.json says ${file.state} but holds no ${what}`)
  if ((intent?.hash ?? null) !== file.intentHash) return lacking('intent of the hash it names')
  switch (file.state) {
    case 'IDLE':
      return ok({ ...feature, at: 'IDLE' })
    case 'GENERATING':
    case 'REVISING':
      return ok({ ...feature, at: file.state, given: file.continuation.given })
    case 'EVALUATING':
      return intent === null ? lacking('intent') : ok({ ...feature, at: 'EVALUATING', intent })
    case 'CANDIDATE':
      return intent !== null && judged !== null && passed(feature, intent, judged)
        ? ok({ ...feature, at: 'CANDIDATE', intent, judged })
        : lacking('evaluation of its intent at the threshold')
    case 'FROZEN': {
      const { decision } = feature
      if (intent === null || judged === null || !passed(feature, intent, judged))
        return lacking('evaluation of its intent at the threshold')
      if (decision?.choice !== 'approve' || decision.intentHash !== intent.hash)
        return lacking('approval of its intent')
      if (file.seal !== null && file.seal.checksumSHA256 !== intent.hash)
        return lacking('seal of its intent')
      return ok({ ...feature, at: 'FROZEN', judged, decision, seal: file.seal })
    }
    case 'FAILED':
      return file.failure === null
        ? lacking('failure')
        : ok({ ...feature, at: 'FAILED', failure: file.failure })
  }
}

const passed = ({ setup }: Feature, intent: IntentVersion, judged: Judged): boolean =>
  judged.intent === intent.hash && judged.score >= setup.threshold

/** The state as its file tells it. */
export function stateFile(state: Live): StateFile {
  const { setup, intent } = state
  const { generator, critic } = setup.temperature
  const seal = state.at === 'FROZEN' ? state.seal : null
  return {
    version: 1,
    featureId: setup.featureId,
    runId: state.runId,
    state: state.at,
    iteration: state.iteration,
    maxIterations: setup.maxIterations,
    threshold: setup.threshold,
    agentTimeoutMs: setup.agentTimeoutMs,
    modelVersion: setup.models.generator,
    models: setup.models,
    temperature: [generator, critic].find((each) => each === 'unsupported') ?? generator,
    temperatures: setup.temperature,
    promptTemplates: setup.promptTemplates,
    scoreHistory: state.scores.map((each) => [each.iteration, each.score]),
    dimensionHistory: state.dimensions.map((each) => ({
      iteration: each.iteration,
      ...each.scores,
    })),
    evaluations: [...state.evaluations],
    history: [...state.history],
    violations: [...state.refused],
    rejectionFeedback: [...state.rejections],
    approval: state.decision,
    abort: state.abort,
    failure: state.at === 'FAILED' ? state.failure : null,
    intentHash: intent?.hash ?? null,
    checksumSHA256: seal?.checksumSHA256 ?? null,
    seal,
    startedAt: state.startedAt,
    updatedAt: state.updatedAt,
    continuation: continuationOf(state),
  }
}

function continuationOf(state: Live): StateFile['continuation'] {
  const { setup } = state
  const { requirements, stagnationCount, strictTermination, strictDeterminism } = setup
  const { contractRetries, fixers, rubricVersion, agents, caps } = setup
  return {
    setup: {
      requirements,
      stagnationCount,
      strictTermination,
      strictDeterminism,
      contractRetries,
      fixers,
      rubricVersion,
      agents,
      caps,
    },
    judged: state.judged,
    best: state.best,
    given: state.at === 'GENERATING' || state.at === 'REVISING' ? state.given : null,
    pending: [...state.pending],
    breaches: [...state.breaches],
    notes: [...state.notes],
    reported: reportedIn(state.reported),
    asked: state.asked,
    spent: state.spent,
    archives: [...state.archives],
  }
}

/** In one order, whoever answered first: the same state is the same file. */
const reportedIn = ({ generator, critic }: StateFile['continuation']['reported']) => ({
  ...(generator === undefined ? {} : { generator }),
  ...(critic === undefined ? {} : { critic }),
})
