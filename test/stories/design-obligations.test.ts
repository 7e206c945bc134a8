import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startDesign } from '../../src/workflows/design/start.ts'
import { designViewOf } from '../../src/workflows/design/view.ts'
import { verdictOf } from '../../src/obligations/verdict.ts'
import { answer, carry, given, houseAt, openFeature, tryAnswer } from '../support/design-process.ts'
import { pairs, sketched } from '../support/design-pairs.ts'
import { commandAgent } from '../support/design-workspace.ts'
import { freshFolder } from '../support/folder.ts'

const [{ requirements, right }, albums] = pairs as [(typeof pairs)[number], (typeof pairs)[number]]
const name = 'room-booking'

/** A workspace with requirements and prompts of its own; the embedded agent where no answers are planned. */
async function workspace(text = requirements, generate?: readonly unknown[]) {
  const folder = freshFolder()
  const prompts = join(folder, 'templates', 'prompts')
  mkdirSync(prompts, { recursive: true })
  for (const role of ['generator', 'critic'])
    writeFileSync(join(prompts, `design-${role}-v1.0.0.txt`), `Be the ${role}.`)
  writeFileSync(join(folder, 'requirements.md'), text)
  if (generate) bindAgent(folder, generate)
  return { folder, house: await houseAt(folder), prompts }
}

/** Binds a generator that answers with these designs, one an iteration. */
function bindAgent(folder: string, generate: readonly unknown[]): void {
  mkdirSync(join(folder, 'log'))
  writeFileSync(join(folder, 'plan.json'), JSON.stringify({ generate }))
  writeFileSync(
    join(folder, 'loopwright.yaml'),
    JSON.stringify({
      agents: { default: commandAgent() },
      workflows: { design: { fixers: false } },
    }),
  )
}

type House = Awaited<ReturnType<typeof workspace>>['house']

const started = async (house: House, intent?: string) => {
  given(await startDesign(house, name, { requirements: 'requirements.md', by: 'ada', intent }))
  await carry(house, name)
}
const opened = async (house: House) => given(await openFeature(house, name))

describe('what was asked of a design', () => {
  test('a title alone starts no run', async () => {
    const { house } = await workspace('# x\n')
    const refused = await startDesign(house, name, { requirements: 'requirements.md', by: 'ada' })
    expect(refused).toMatchObject({ ok: false, error: { exit: 2 } })
    expect(await openFeature(house, name)).toMatchObject({ ok: false })
  })

  test('[TRACE-6] an approval decides what was open, by name, and the design is accepted', async () => {
    const { house } = await workspace(`${requirements}- Rooms smell of lavender at dawn.\n`)
    await started(house)
    const before = await opened(house)
    expect(before.state.at).toBe('CANDIDATE')
    const shown = designViewOf(house, before).obligations
    expect(verdictOf(shown)).toMatchObject({ verdict: 'undecided', must: { undecided: 1 } })
    await answer(house, name, { option: 'approve', by: 'ada' })
    await carry(house, name)
    const after = await opened(house)
    const decided = designViewOf(house, after).obligations
    expect(verdictOf(decided).verdict).toBe('accepted')
    expect(decided.filter((each) => each.decided_by === 'person')).toMatchObject([
      { status: 'met', reason: expect.stringContaining('ada'), subject: after.state.intent?.hash },
    ])
  })

  test('[TRACE-6] a design of something else is named as such, and approved only despite that', async () => {
    const { house, folder } = await workspace()
    const other = { ...sketched(albums.right), featureId: name }
    writeFileSync(join(folder, 'other.json'), JSON.stringify(other))
    await started(house, 'other.json')
    const { state } = await opened(house)
    expect(state.history.map(({ to, trigger }) => `${to} ${trigger}`)).toContain(
      'REVISING obligations unmet',
    )
    expect(state.at).toBe('CANDIDATE')
    const refused = await tryAnswer(house, name, { option: 'approve', by: 'ada' })
    expect(refused).toMatchObject({ ok: false, error: { exit: 1 } })
    const choice = { option: 'approve', by: 'ada', details: { despite: 'a trial' } }
    await answer(house, name, choice)
    await carry(house, name)
    expect((await opened(house)).state).toMatchObject({
      at: 'FROZEN',
      decision: { despite: 'a trial' },
    })
  })

  test('[TRACE-7] feedback that is carried out is met; feedback that nobody could carry out ends the run', async () => {
    const draft = { ...sketched(right), featureId: name }
    const [room, ...others] = draft.dataModel.entities
    const colour = { name: 'colour', type: 'string' } as const
    const coloured = { ...room!, attributes: [...room!.attributes, colour] }
    const carriedOut = {
      ...draft,
      dataModel: { ...draft.dataModel, entities: [coloured, ...others] },
    }
    const { house } = await workspace(requirements, [draft, carriedOut, carriedOut])
    await started(house)
    const asked = 'A room has a colour (text).'
    await answer(house, name, { option: 'reject', by: 'ada', feedback: asked })
    await carry(house, name)
    const run = await opened(house)
    expect(run.state.at).toBe('CANDIDATE')
    expect(
      designViewOf(house, run).obligations.filter(({ id }) => id.startsWith('feedback')),
    ).toMatchObject([{ status: 'met', source: { kind: 'feedback' } }])
    const cold = 'The tone is too cold, make people feel welcome.'
    await answer(house, name, { option: 'reject', by: 'ada', feedback: cold })
    await carry(house, name)
    expect((await opened(house)).state).toMatchObject({
      at: 'FAILED',
      failure: { code: 'no_progress', detail: expect.stringContaining('unchanged') },
    })
  })

  test('[CLI-22] a prompt that was edited at the gate is a fault, whoever approves', async () => {
    const { house, prompts } = await workspace()
    await started(house)
    writeFileSync(join(prompts, 'design-critic-v1.0.0.txt'), 'Be kind.')
    const refused = await tryAnswer(house, name, { option: 'approve', by: 'ada' })
    expect(refused).toMatchObject({ ok: false, error: { exit: 5 } })
    expect((await opened(house)).state).toMatchObject({
      at: 'FAILED',
      failure: { code: 'prompt_changed' },
    })
  })
})
