import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { readNamedText } from '../../../engine/read-named.ts'
import { type CommandResult, defineCommand } from '../../../engine/workflow-command.ts'
import { type AsyncResult, err, ok, usageError } from '../../../model/result.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import { trialLines, trialSvg } from '../compare/show.ts'
import { known, measuredOf } from '../compare/known-runs.ts'
import { type Arm, runTrial, type TrialOptions } from '../compare/trial.ts'
import { newImprove, pinned } from '../start.ts'

export const command = defineCommand({
  name: 'improve compare',
  usage: 'improve compare --setup A --setup B --spec FILE [options]',
  about:
    'Which of two set-ups is better, and how sure is that? The same specs are built with both, in pairs and in random order,\nuntil the difference is beyond chance or --repeats are done. You may look at any time without spoiling it. A set-up is a\nfolder, or a version of one: DIR@COMMIT. If it is killed, start it again and it goes on where it was.\nExit 0: one is better; 1: no difference is shown; 3: a person must decide, or paused.',
  words: [],
  arguments: z.object({
    setup: z
      .array(z.string())
      .optional()
      .meta({ value: 'DIR', help: 'twice: the one you have, and the other' }),
    spec: z.array(z.string()).optional().meta({ value: 'FILE', help: 'what is built; may repeat' }),
    repeats: z.coerce
      .number()
      .int()
      .min(1)
      .max(500)
      .default(10)
      .meta({ value: 'N', help: 'pairs for each spec at most' }),
    seed: z.coerce
      .number()
      .int()
      .min(0)
      .default(1)
      .meta({ value: 'N', help: 'seed of the random order' }),
  }),
  records: true,
  carries: true,
  examples: [
    [
      'loopwright improve compare --setup agents@main --setup agents@shorter-prompts --spec spec.md',
      'two branches',
    ],
  ],
  async run({ workspace, person: { by } }, { setup = [], spec: specs = [], repeats, seed }) {
    const [one, other, ...more] = setup
    if (one === undefined || other === undefined || more.length > 0)
      return usageError('two set-ups are compared', 'name both: --setup DIR --setup DIR@COMMIT')
    if (specs.length === 0)
      return usageError('there is nothing to build', 'name at least one: --spec spec.md')
    const trial = await openTrial(workspace, [one, other], { specs, repeats, seed })
    return trial.ok ? goOn(workspace, { ...trial.value, by }) : trial
  },
})

const armOf = (setup: string, letter: string): Arm => ({
  name: `${letter} (${basename(setup.split('@')[0] ?? '')}${setup.includes('@') ? setup.slice(setup.indexOf('@')) : ''})`,
  setup,
})

type Trial = {
  /** The same commits and specs have the same id, so that it goes on where it was, and what was changed since is built anew. */
  readonly id: string
  /** Each with the commit that its name stood for when the trial began. */
  readonly arms: readonly [Arm, Arm]
  readonly options: TrialOptions
  readonly by: string
}

/** What is compared, by the commits and texts that its names stand for now. */
export async function openTrial(
  workspace: Workspace,
  [one, other]: readonly [string, string],
  options: TrialOptions,
): AsyncResult<Omit<Trial, 'by'>> {
  const [a, b] = [await pinned(workspace, one), await pinned(workspace, other)]
  if (!a.ok) return a
  if (!b.ok) return b
  const texts: string[] = []
  for (const spec of options.specs) {
    const text = await readNamedText(workspace, spec)
    if (!text.ok) return text
    texts.push(text.value)
  }
  const key = JSON.stringify([a.value, b.value, texts, options.seed])
  return ok({
    id: `compare-${createHash('sha256').update(key).digest('hex').slice(0, 8)}`,
    arms: [
      { ...armOf(one, 'A'), setup: a.value },
      { ...armOf(other, 'B'), setup: b.value },
    ],
    options,
  })
}

/** Carries the next application that is missing, or shows what all of them say. */
async function goOn(workspace: Workspace, trial: Trial): AsyncResult<CommandResult> {
  const { arms, options, by } = trial
  let missing: { readonly arm: Arm; readonly spec: string; readonly name: string } | null = null
  const result = await runTrial(arms, options, async (arm, spec, repeat) => {
    const name = nameOf(trial, { arm, spec, repeat })
    const state = await known(workspace, name)
    const measured = state === null ? null : measuredOf(state)
    if (measured !== null) return ok(measured)
    if (state?.at === 'ended')
      return err({
        exit: 5,
        what: `${name} ended without a score: ${state.reason}`,
        todo: `see: loopwright status ${name}   and remove it to try again: loopwright clean ${name}`,
      })
    missing = { arm, spec, name }
    return err({ exit: 3, what: `${name} is not built yet` })
  })
  if (missing !== null) return carry(workspace, trial, missing)
  if (!result.ok) return result
  const { value } = result
  const picture = join(workspace.root, workspace.config.workflows.improve.path, `${trial.id}.svg`)
  await workspace.disk.writeDurably(picture, trialSvg(arms, value))
  const isShown = value.overall.verdict !== 'no difference shown'
  return ok({
    type: 'show',
    json: { ...value, arms, picture: workspace.relative(picture), by },
    lines: ({ columns }) => [
      ...trialLines(arms, value, columns),
      `picture: ${workspace.relative(picture)}`,
    ],
    exit: isShown ? 0 : 1,
  })
}

async function carry(
  workspace: Workspace,
  trial: Trial,
  { arm, spec, name }: { readonly arm: Arm; readonly spec: string; readonly name: string },
): AsyncResult<CommandResult> {
  if ((await known(workspace, name)) === null) {
    const started = await newImprove(workspace, {
      spec,
      setup: arm.setup,
      mode: 'once',
      target: undefined,
      maxIterations: 1,
      name,
      trial: trial.id,
      by: trial.by,
    })
    if (!started.ok) return started
  }
  return ok({
    type: 'carry',
    run: name,
    notes: [noteOf(trial.arms, arm, spec)],
    async after(outcome) {
      if (!outcome.ok) return outcome
      const state = await known(workspace, name)
      // paused, or a question is open: the person comes first
      if (state?.at !== 'ended') return ok({ type: 'show', lines: () => [], exit: 3 })
      return goOn(workspace, trial)
    },
  })
}

/** What is built, and whether there is nothing to compare. */
export const noteOf = ([one, other]: Trial['arms'], arm: Arm, spec: string): string =>
  `${spec} with ${arm.name}${one.setup === other.setup ? '; both are the same version, so this shows only how far its scores lie apart' : ''}`

const nameOf = (
  { id, arms, options }: Trial,
  { arm, spec, repeat }: { readonly arm: Arm; readonly spec: string; readonly repeat: number },
): string => `${id}-${options.specs.indexOf(spec) + 1}-${repeat}-${arm === arms[0] ? 'a' : 'b'}`
