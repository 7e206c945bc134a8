import { Config } from '../../src/model/config.ts'
import { ok } from '../../src/model/result.ts'
import { gan } from '../../src/workflows/gan/definition.ts'
import { payloads } from '../../src/workflows/gan/events.ts'
import { gateFor } from '../../src/workflows/gan/gate.ts'
import type { GanStep } from '../../src/workflows/gan/machine.ts'
import { settingsPath } from '../../src/workflows/gan/settings.ts'
import { startGan } from '../../src/workflows/gan/start.ts'
import type { GanCommand, GanState } from '../../src/workflows/gan/state.ts'
import { simulatedPair } from './gan-agents.ts'
import { artifacts, pageLaws, workspaceLaws } from './gan-app-laws.ts'
import { workOnPage } from './gan-bench.ts'
import { simulatedEyes } from './gan-eyes.ts'
import { ganLaws } from './gan-laws.ts'
import { handMark, pageByHand } from './gan-pages.ts'
import type { Chance } from './random.ts'
import { byChance, type Scene, type Simulated } from './scene.ts'
import type { World } from './world.ts'

type GanScene = Scene<GanState, GanCommand, GanStep>
type GanLevel = Simulated<GanState, GanCommand, GanStep>

/** What people do with pages, whoever does the steps. */
function pages(world: World) {
  const { chance } = world
  const { earlier, contract } = bringInputs(world)
  return {
    config: Config.parse({
      caps: chance.happens(0.1) ? { tokens: 500 + chance.below(500) } : {},
      workflows: { gan: { fixers: chance.happens(0.6) } },
    }),
    agent: (process) => simulatedPair(world, process),
    browser: (process) => simulatedEyes(process, chance),
    async start(workspace) {
      const started = await startGan(workspace, project, { by: 'ada', contract })
      return started.ok ? ok(started.value.name) : started
    },
    startsAnother: 0.12,
    choose({ options }, by) {
      const offered = options.map(({ name }) => name)
      const ending = offered.includes('met')
        ? ['met', 'met', 'met']
        : offered.filter((name) => ['force-pass', 'abort'].includes(name))
      return {
        option: by.pick([...offered, ...ending]),
        feedback: by.pick(['warmer', 'waive AC-01', 'waive AC-02, AC-90']),
      }
    },
    edit({ runId }) {
      const at = (name: string) => `${artifacts}/${runId}/site/${name}`
      if (!world.disk.exists(at('index.html'))) return []
      const note = `${handMark} ${chance.below(100)}`
      const kind = chance.below(6)
      if (kind === 0) return [{ path: at('index.html'), text: null }]
      if (kind === 1) return [{ path: at('hand.txt'), text: note }]
      if (kind === 2) return [{ path: at('style.css'), text: `/* ${note} */\n` }]
      return [{ path: at('index.html'), text: pageByHand(chance) }]
    },
    // sites lie there for people to change them, which they do more often than lose a file
    edits: 0.45,
    /** A run takes edits while it waits to judge the site, and at a question that nobody has answered. */
    async takesEdit({ state, store }, edits) {
      if (edits.some(({ text }) => text === null) || state.contract === null || state.site === null)
        return null
      const takes =
        state.at === 'evaluating' ||
        (state.at === 'asking' && (await store.decision(gateFor(state).id)) === null)
      return takes ? 'site_edited' : null
    },
    laws: ({ entries, run }) => ganLaws(entries, run.state),
    lawsOfAll: (cases) => workspaceLaws(world, earlier, cases),
  } satisfies Omit<GanScene, 'define'>
}

/** Pages whose steps are answered by chance. */
export const ganByChance: GanLevel = {
  events: Object.keys(payloads),
  ends: ['passed', 'accepted_by_user', 'stopped', 'tokens', 'by chance'],
  steps: ['PROPOSE', 'REVIEW', 'RESOLVE', 'BUILD', 'EVALUATE'],
  open: (world) => ({
    ...pages(world),
    define: (process) => byChance(gan, process, workOnPage),
  }),
}

/** Whole loops of pages with their real steps. */
export const wholeGan: GanLevel = {
  events: Object.keys(payloads),
  ends: ['passed', 'accepted_by_user', 'stopped'],
  steps: ['PROPOSE', 'BUILD', 'EVALUATE'],
  isWhole: true,
  open(world) {
    const people = pages(world)
    return {
      ...people,
      define: () => gan,
      laws: async (found) => [...people.laws(found), ...(await pageLaws(world, found))],
    }
  },
}

const project = 'page'

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
function bringInputs(world: World) {
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
  return { earlier, contract: level === 'standard' && chance.happens(0.5) }
}

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
