import { join } from 'node:path'
import type { Workspace } from '../../ports/workspace.ts'
import { type AsyncResult, ok, type Result, usageError } from '../../model/result.ts'
import type { OpenAgents } from '../../engine/open-agents.ts'
import {
  baselineOf,
  type CalibrationLog,
  failuresBefore,
  nextProjectNumber,
} from './calibration.ts'
import type { GanSetup } from './events.ts'
import { detectHarnessLevel, escalated, type HarnessLevel } from './inputs/harness.ts'
import { inputErrorText } from './inputs/input-error.ts'
import { resolveProfile } from './inputs/profiles.ts'
import { promptsSha256 } from './prompts.ts'
import {
  aggregationOf,
  contractRule,
  parseSettings,
  type Settings,
  settingsPath,
  weightsOf,
} from './settings.ts'
import type { GanRole } from './steps/bench.ts'
import type { GanInputs } from './inputs/read-inputs.ts'

export type GanAgents = OpenAgents<GanRole>

export type FoundSettings = { readonly settings: Settings; readonly artifactDir: string }

/** design.yaml where there is one; it wins over loopwright.yaml for this workflow. */
export async function readGanSettings(
  workspace: Pick<Workspace, 'config' | 'disk' | 'root'>,
): AsyncResult<FoundSettings> {
  const bytes = await workspace.disk.read(join(workspace.root, settingsPath))
  const text = bytes === null ? '' : Buffer.from(bytes).toString('utf8')
  const settings = await parseSettings(text)
  if (!settings.ok)
    return usageError(
      settings.error.map(inputErrorText).join('\n'),
      'correct the value, or leave the key out for its default',
      `${settingsPath}:${settings.error[0]?.line ?? 1}`,
    )
  const { artifact_dir: named } = settings.value.design.gan_loop.sprint_contract
  const artifactDir = bytes === null ? workspace.config.workflows.gan.path : named
  return ok({ settings: settings.value, artifactDir })
}

export type GanOptions = {
  readonly level?: HarnessLevel | undefined
  /** Wants a sprint contract where the level leaves it open. */
  readonly contract?: boolean
  readonly strict?: boolean
}

type Given = {
  readonly found: FoundSettings
  readonly inputs: GanInputs
  readonly agents: GanAgents
  readonly options: GanOptions
  readonly log: CalibrationLog
  readonly projectId: string
  readonly folder: string
}

/** All that a run is bound to, gathered before its first step. */
export async function prepareGanSetup(
  workspace: Pick<Workspace, 'blobs' | 'config'>,
  given: Given,
): AsyncResult<GanSetup> {
  const { found: result, inputs, agents, options, log, projectId, folder } = given
  const { settings, artifactDir } = result
  const { gan_loop: loop } = settings.design
  if (!settings.design.enabled)
    return usageError(
      'design.enabled is false: pages are not built here',
      'set it to true',
      settingsPath,
    )
  const level = options.level ?? levelOf(inputs, settings, failuresBefore(log, projectId))
  const contract = contractOf(settings, level, options.contract ?? false)
  if (!contract.ok) return contract
  const put = async (text: string | null) => (text === null ? null : workspace.blobs.put(text))
  const { brief, copy, tokens, brand } = inputs.texts
  return ok({
    projectId,
    folder,
    artifactDir,
    level,
    contract: contract.value,
    profile: resolveProfile(inputs.brief.evaluatorProfile, settings.harness.default_profile).name,
    loop: {
      maxIterations: loop.max_iterations,
      passThreshold: loop.pass_threshold,
      escalationAfter: loop.escalation_after,
      improvementThreshold: loop.improvement_threshold,
      strict: options.strict ?? loop.strict_mode,
    },
    maxNegotiationRounds: loop.sprint_contract.max_negotiation_rounds,
    ...(loop.one_primary_call ? { onePrimaryCall: true } : {}),
    weights: { ...weightsOf(settings) },
    aggregation: { ...aggregationOf(settings) },
    inputs: {
      brief: await workspace.blobs.put(brief),
      copy: await put(copy),
      tokens: await put(tokens),
      voice: await put(brand.voice),
      visual: await put(brand.visual),
      audience: await put(brand.audience),
    },
    projectNumber: nextProjectNumber(log),
    baseline: baselineOf(log),
    caps: workspace.config.caps,
    agents: agents.identities,
    promptsSha256,
  })
}

/** A page is a feature; payments and the like ask for more care, and so does a page that failed before. */
function levelOf({ brief }: GanInputs, { harness }: Settings, failures: number): HarnessLevel {
  const level = detectHarnessLevel(
    {
      keywords: [...new Set(`${brief.title} ${brief.goal}`.toLowerCase().match(/[a-z]+/g))],
      priority: brief.priority?.toLowerCase() ?? 'medium',
    },
    harness,
  )
  return harness.level === 'auto' ? escalated(level, failures, harness) : level
}

function contractOf(
  settings: Settings,
  level: HarnessLevel,
  wanted: boolean,
): Result<GanSetup['contract']> {
  const rule = contractRule(settings, level)
  if (rule === 'required') return ok('required')
  if (!wanted) return ok('none')
  return rule === 'optional'
    ? ok('wanted')
    : usageError(
        `the level ${level} has no sprint contract`,
        'take --level standard or thorough, or leave --contract out',
      )
}
