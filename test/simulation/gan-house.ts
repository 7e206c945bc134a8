import type { Workspace } from '../../src/ports/workspace.ts'
import { Config } from '../../src/model/config.ts'
import { settingsPath } from '../../src/workflows/gan/settings.ts'
import { simulatedEyes } from './gan-eyes.ts'
import { simulatedPair } from './gan-agents.ts'
import { furnish } from './house.ts'
import type { Chance } from './random.ts'
import type { HouseBugs } from './told.ts'
import type { Process, World } from './world.ts'

export const artifacts = '/w/.moai/sprints'
export const project = 'page'

const brief = `# BRIEF: a bakery

## Goal

Sell bread that is still warm.

## Audience

Neighbours.

## Brand

Plain and warm.
`

const tokens = {
  colors: {
    primary: { DEFAULT: '#33210F', foreground: '#FFFFFF' },
    background: '#FFFFFF',
    surface: '#FFFFFF',
    text: { DEFAULT: '#33210F', muted: '#33210F' },
    border: '#33210F',
  },
  typography: { fontFamily: { heading: 'Georgia, serif', body: 'Georgia, serif' } },
  spacing: { base: 4, scale: [4, 8, 16, 32] },
}

/** What people bring along: a BRIEF, settings, sometimes tokens, and earlier projects of the workspace. */
export function bringInputs(world: World): Brought {
  const { chance, disk } = world
  const put = (path: string, text: string) => {
    disk.write(path, Buffer.from(text))
    disk.sync(path)
  }
  put(`/w/${project}/BRIEF.md`, brief)
  const level = chance.pick(['standard', 'thorough', 'thorough', 'minimal'])
  put(`/w/${settingsPath}`, JSON.stringify(settingsBy(chance, level)))
  if (chance.happens(0.4)) put(`/w/${project}/tokens.json`, JSON.stringify(tokens))
  const earlier = Array.from({ length: chance.pick([0, 0, 3, 4]) }, (_, index) => ({
    run_id: `before-${index + 1}`,
    project_id: 'before',
    number: index + 1,
    started_at: 'then',
    outcome: 'passed',
    overall_score: 0.8,
    findings: 3,
  }))
  if (earlier.length > 0)
    put(
      `${artifacts}/calibration-log.json`,
      JSON.stringify({ version: 1, projects: earlier, calibrations: [] }),
    )
  return { earlier, wantsContract: level === 'standard' && chance.happens(0.5) }
}

type Brought = {
  readonly earlier: readonly EarlierProject[]
  readonly wantsContract: boolean
}

export type EarlierProject = { readonly run_id: string; readonly number: number }

/** design.yaml by chance; JSON is YAML too. */
function settingsBy(chance: Chance, level: string) {
  const strict = chance.happens(0.3)
  return {
    design: {
      gan_loop: {
        max_iterations: (strict ? 2 : 1) + chance.below(3),
        pass_threshold: chance.pick([0.6, 0.75, 0.9]),
        escalation_after: 1 + chance.below(3),
        improvement_threshold: 0.05,
        strict_mode: strict,
        aggregation: { default: chance.pick(['min', 'mean']) },
        sprint_contract: { max_negotiation_rounds: chance.below(3) },
      },
    },
    harness: { level },
  }
}

export const configBy = (chance: Chance): Config =>
  Config.parse({
    caps: chance.happens(0.1) ? { tokens: 500 + chance.below(500) } : {},
    workflows: { gan: { fixers: chance.happens(0.6) } },
  })

export const ganHouse = (
  world: World,
  process: Process,
  { config, bugs = {} }: { readonly config: Config; readonly bugs?: HouseBugs | undefined },
): Workspace =>
  furnish(world, process, {
    config,
    agent: simulatedPair(world, process),
    browser: simulatedEyes(process, world.chance),
    bugs,
  })

/** Every run of the workspace that has a history, as the disk shows it now. */
export const runsOn = ({ disk }: World): readonly string[] =>
  disk
    .paths()
    .flatMap((path) => /^\/w\/\.loopwright\/gan\/([^/]+)\/history\.jsonl$/.exec(path)?.[1] ?? [])
    .filter((runId) => disk.read(`/w/.loopwright/gan/${runId}/history.jsonl`)?.includes('\n'))
    .toSorted()
