import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startDesign } from '../../src/workflows/design/start.ts'
import { criticise } from '../../src/checks/design/criticise.ts'
import type { DesignIntent } from '../../src/checks/design/intent.ts'
import { readIntent } from '../../src/checks/design/read-intent.ts'
import { StateFile } from '../../src/workflows/design/state-file.ts'
import { cleanIntent, weakIntent } from '../support/design-intents.ts'
import { answer, carry, given, houseAt } from '../support/design-process.ts'
import { freshFolder } from '../support/folder.ts'
import { lw } from '../support/workspace.ts'

const count = 40
const fates = ['frozen', 'waiting', 'aborted', 'exhausted', 'rejected'] as const

type Case = {
  readonly id: string
  readonly fate: (typeof fates)[number]
  readonly threshold: number
  readonly maxIterations: number
  readonly intent: DesignIntent
}

function caseOf(index: number): Case {
  const id = `meter-readings-${index}`
  const fate = fates[index % fates.length] ?? 'frozen'
  const flaws = fate === 'aborted' ? 1 : fate === 'exhausted' ? 2 + (index % 7) : 0
  const base = flaws === 0 ? cleanIntent(id) : weakIntent(id, flaws)
  return {
    id,
    fate,
    threshold: fate === 'aborted' ? 70 + (index % 3) : 75 + (index % 21),
    maxIterations: fate === 'exhausted' ? 1 : 2 + (index % 9),
    intent: { ...base, version: `${index}.0.0` },
  }
}

const stateOf: Record<Case['fate'], string> = {
  frozen: 'FROZEN',
  waiting: 'CANDIDATE',
  aborted: 'FAILED',
  exhausted: 'FAILED',
  // the embedded agent changes nothing by feedback
  rejected: 'FAILED',
}

describe('forty features in one process at once', () => {
  test('each keep their own state, iterations, threshold and intent, whatever becomes of the others', async () => {
    const folder = freshFolder()
    const cases = Array.from({ length: count }, (_, index) => caseOf(index))
    writeFileSync(
      join(folder, 'loopwright.yaml'),
      'agents:\n  default: { kind: offline }\nworkflows: { design: { fixers: false } }\n',
    )
    mkdirSync(join(folder, 'given'))
    for (const { id, intent } of cases) {
      writeFileSync(join(folder, 'given', `${id}.json`), JSON.stringify(intent))
      writeFileSync(
        join(folder, 'given', `${id}.md`),
        `# ${id}\n\nA tenant can send the reading.\n`,
      )
    }
    for (const { id, fate, threshold, intent } of cases)
      expect(criticise(intent).scorecard.overallScore >= threshold, id).toBe(fate !== 'exhausted')
    const house = await houseAt(folder)
    await Promise.all(
      cases.map(async ({ id, fate, threshold, maxIterations }) => {
        given(
          await startDesign(house, id, {
            requirements: `given/${id}.md`,
            intent: `given/${id}.json`,
            by: `owner of ${id}`,
            threshold,
            maxIterations,
          }),
        )
        await carry(house, id)
        if (fate === 'frozen')
          await answer(house, id, { option: 'approve', by: `approver of ${id}` })
        if (fate === 'aborted')
          await answer(house, id, { option: 'abort', by: 'ada', feedback: `no ${id}` })
        if (fate === 'rejected')
          await answer(house, id, { option: 'reject', by: 'ada', feedback: `another ${id}` })
        await carry(house, id)
      }),
    )

    for (const each of cases) expectOwn(folder, each)
    const listed = JSON.parse((await lw(folder, ['design', 'list', '--json'])).stdout) as {
      features: { featureId: string; state: string }[]
      damaged: unknown[]
    }
    expect(listed.damaged).toEqual([])
    expect(listed.features.map(({ featureId }) => featureId)).toEqual(
      cases.map(({ id }) => id).toSorted(),
    )
  })

  function expectOwn(folder: string, { id, fate, threshold, maxIterations, intent }: Case): void {
    const at = (...parts: string[]) => join(folder, 'features', id, 'design', ...parts)
    const state = StateFile.parse(JSON.parse(readFileSync(at('state.json'), 'utf8')))
    const text = readFileSync(at('intent.json'), 'utf8')
    const read = readIntent(text)
    const hash = read.ok ? read.value.hash : 'none'
    const { overallScore } = criticise(intent).scorecard
    expect(state, id).toMatchObject({
      featureId: id,
      state: stateOf[fate],
      threshold,
      maxIterations,
      intentHash: hash,
      runId: expect.stringMatching(new RegExp(`^${id}-\\d`)),
    })
    expect(state.history[0]?.trigger).toBe(`started by owner of ${id}`)
    expect(state.scoreHistory[0], id).toEqual([0, overallScore])
    expect(JSON.parse(readFileSync(at('critique.json'), 'utf8'))).toMatchObject({
      featureId: id,
      threshold,
    })
    if (fate !== 'rejected') {
      expect(JSON.parse(text), id).toEqual(intent)
      // one with an error is looked at again before a person is asked
      const iteration = fate === 'aborted' ? 1 : 0
      expect(state.scoreHistory, id).toHaveLength(iteration + 1)
      expect(state.iteration, id).toBe(iteration)
    }
    const own = {
      frozen: { approval: { choice: 'approve', by: `approver of ${id}` }, checksumSHA256: hash },
      waiting: { approval: null, failure: null },
      aborted: { failure: { code: 'aborted', detail: `no ${id}` } },
      exhausted: { failure: { code: 'max_iterations' }, approval: null },
      rejected: {
        rejectionFeedback: [{ feedback: `another ${id}` }],
        failure: { code: 'no_progress', detail: expect.stringContaining(`another ${id}`) },
        iteration: 1,
      },
    }
    expect(state, id).toMatchObject(own[fate])
    if (fate === 'frozen')
      expect(readFileSync(at('final', 'FROZEN.md'), 'utf8')).toContain(`checksumSHA256: "${hash}"`)
  }
})
