import { rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { criticise } from '../../src/checks/design/criticise.ts'
import { readIntent } from '../../src/checks/design/read-intent.ts'
import { cleanIntent, reworded, weakIntent } from '../support/design-intents.ts'
import { prepared, type Workspace } from '../support/design-workspace.ts'

const feature = 'meter-readings'
const clean = cleanIntent(feature)
const text = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const hashOf = (value: unknown) => {
  const read = readIntent(text(value))
  return read.ok ? read.value.hash : 'not an intent'
}
const edited = {
  ...clean,
  goals: [...clean.goals, 'Send a reminder in the first week of December'],
}

const plan = { generate: [weakIntent(feature, 2), clean, reworded(clean)] }
const start = async (made: Workspace) => expect((await made.start()).status).toBe(3)
const parked = prepared((made) => start(made), plan)
const last = prepared(
  (made) => start(made),
  { generate: [clean] },
  { design: { maxIterations: 1 } },
)

describe('preview.html edited alone', () => {
  test('is never frozen: the approval is refused, the preview is made again, the next approval freezes it', async () => {
    const made = parked()
    const page = made.read('preview.html')
    made.write('preview.html', page.replace('</body>', '<p>Looks better than it is</p></body>'))
    const ran = await made.lw('design', 'approve', feature)
    expect(ran.status, ran.stdout).toBe(2)
    expect(ran.stderr).toContain('preview.html was changed by itself')
    expect(ran.stderr).toContain(`loopwright design approve ${feature}`)
    expect(made.read('preview.html')).toBe(page)
    expect(made.state()).toMatchObject({ state: 'CANDIDATE', iteration: 1, approval: null })
    expect(made.files()).not.toContain('final/FROZEN.md')
    expect((await made.lw('design', 'approve', feature)).status).toBe(0)
    expect(made.read('final', 'preview.html')).toBe(page)
  })

  test('or merely lost, is made again and frozen with its intent', async () => {
    const made = parked()
    const page = made.read('preview.html')
    rmSync(made.design('preview.html'))
    expect((await made.lw('design', 'approve', feature)).status).toBe(0)
    expect(made.read('final', 'preview.html')).toBe(page)
  })
})

describe('intent.json edited at the gate', () => {
  test('[DESIGN-36] 1.20: is not approved unseen: it is judged again as another iteration, and the next approval freezes the edited one', async () => {
    const made = parked()
    made.write('intent.json', text(edited))
    const calls = made.calls().filter(({ phase }) => phase === 'GENERATE').length
    const ran = await made.lw('design', 'approve', feature)
    expect(ran.status, ran.stdout).toBe(2)
    expect(ran.stderr).toContain('intent.json was edited after its evaluation')
    expect(ran.stderr).toContain(hashOf(clean).slice(0, 12))
    expect(ran.stderr).toContain(hashOf(edited).slice(0, 12))
    expect(made.files()).not.toContain('final/FROZEN.md')
    const state = made.state()
    expect(state).toMatchObject({ state: 'CANDIDATE', iteration: 2, intentHash: hashOf(edited) })
    expect(state.scoreHistory).toHaveLength(3)
    expect(state.history.map(({ to }) => to).slice(-4)).toEqual([
      'REVISING',
      'GENERATING',
      'EVALUATING',
      'CANDIDATE',
    ])
    expect(made.calls().filter(({ phase }) => phase === 'GENERATE')).toHaveLength(calls)
    expect(made.json('intent.json')).toEqual(edited)
    expect(made.read('preview.html')).toContain(hashOf(edited))
    expect(made.json('critique.json')).toMatchObject({ iteration: 2 })
    expect((await made.lw('design', 'approve', feature)).status).toBe(0)
    expect(made.json('final', 'intent.json')).toEqual(edited)
    expect(made.state()).toMatchObject({ approval: { intentHash: hashOf(edited) } })
  })

  test('[DESIGN-36] is told in one JSON document to whoever asks for JSON', async () => {
    const made = parked()
    made.write('intent.json', text(edited))
    const ran = await made.lw('design', 'approve', feature, '--json')
    expect(ran.status).toBe(2)
    expect(JSON.parse(ran.stdout)).toMatchObject({
      error: { exit: 2, what: expect.stringContaining('edited after its evaluation') },
    })
    expect(made.state().intentHash).toBe(hashOf(edited))
  })

  test('[DESIGN-36] back to an earlier version is an edit like any other', async () => {
    const made = parked()
    expect((await made.lw('design', 'reject', feature, '--feedback', 'another')).status).toBe(3)
    expect(made.json('intent.json')).toEqual(reworded(clean))
    made.write('intent.json', text(clean))
    const ran = await made.lw('design', 'approve', feature)
    expect(ran.status, ran.stdout).toBe(2)
    expect(made.state()).toMatchObject({ state: 'CANDIDATE', intentHash: hashOf(clean) })
    expect((await made.lw('design', 'approve', feature)).status).toBe(0)
    expect(made.json('final', 'intent.json')).toEqual(clean)
  })

  test('[DESIGN-36] behind the history, as a crash leaves it, is put right before anyone approves', async () => {
    const made = parked()
    const [intent, page] = [made.read('intent.json'), made.read('preview.html')]
    made.write('intent.json', text(weakIntent(feature, 2)))
    rmSync(made.design('preview.html'))
    const ran = await made.lw('design', 'approve', feature)
    expect(ran.status, ran.stdout).toBe(2)
    expect(ran.stderr).toContain('put back')
    expect([made.read('intent.json'), made.read('preview.html')]).toEqual([intent, page])
    expect(made.state()).toMatchObject({ state: 'CANDIDATE', iteration: 1 })
    expect((await made.lw('design', 'approve', feature)).status).toBe(0)
  })

  test('[DESIGN-36] is judged again by resume, too, and never overwritten', async () => {
    const made = parked()
    made.write('intent.json', text(edited))
    expect((await made.lw('resume', feature)).status).toBe(3)
    expect(made.json('intent.json')).toEqual(edited)
    expect(made.state()).toMatchObject({ state: 'CANDIDATE', intentHash: hashOf(edited) })
    for (const damage of ['{ "half": ', text({ ...clean, colour: 'red' })]) {
      made.write('intent.json', damage)
      const ran = await made.lw('resume', feature)
      expect(ran.status, ran.stdout).toBe(2)
      expect(made.read('intent.json')).toBe(damage)
    }
  })

  test('to something worse goes back into the loop from there', async () => {
    const made = parked()
    made.write('intent.json', text(weakIntent(feature, 1)))
    const ran = await made.lw('design', 'approve', feature)
    expect(ran.status).toBe(2)
    expect(made.state()).toMatchObject({ state: 'CANDIDATE', iteration: 3 })
    expect(made.state().scoreHistory[2]).toEqual([
      2,
      criticise(weakIntent(feature, 1)).scorecard.overallScore,
    ])
    expect(made.calls().findLast(({ phase }) => phase === 'GENERATE')?.input).toMatchObject({
      previous_intent: weakIntent(feature, 1),
    })
  })

  test('and rejected is what the next generation begins with', async () => {
    const made = parked()
    made.write('intent.json', text(edited))
    expect((await made.lw('design', 'reject', feature, '--feedback', 'shorter')).status).toBe(3)
    expect(made.calls().findLast(({ phase }) => phase === 'GENERATE')?.input).toMatchObject({
      previous_intent: edited,
      feedback: ['shorter'],
    })
  })

  test('to invalid JSON is told with line and column; the state stays, and nothing is lost', async () => {
    const made = parked()
    const broken = made.read('intent.json').replace('"version": "1.0.0",', '"version": "1.0.0"')
    made.write('intent.json', broken)
    const line = broken.split('\n').findIndex((each) => each.includes('"title"')) + 1
    const before = made.bytes()
    for (const args of [
      ['approve', feature],
      ['approve', feature, '--by', 'Bob'],
    ]) {
      const ran = await made.lw('design', ...args)
      expect(ran.status, ran.stdout).toBe(2)
      expect(ran.stderr).toContain('not valid')
      expect(ran.stderr).toContain(`features/${feature}/design/intent.json:${line}:3`)
      expect(made.bytes()).toEqual(before)
    }
    expect(made.state().state).toBe('CANDIDATE')
    // the way out that the message names
    expect(
      (await made.lw('save', feature, `features/${feature}/design/intent.json`, '--force')).status,
    ).toBe(0)
    expect(made.json('intent.json')).toEqual(clean)
    expect((await made.lw('design', 'approve', feature)).status).toBe(0)
  })

  test.each([
    ['a key that is not known', { ...clean, colour: 'red' }, '/colour'],
    ['no goals', { ...clean, goals: [] }, '/goals'],
    ['the id of another feature', { ...clean, featureId: 'other-feature' }, 'other-feature'],
  ])('to %s is told where, and the state stays', async (_, value, words) => {
    const made = parked()
    made.write('intent.json', text(value))
    const before = made.bytes()
    const ran = await made.lw('design', 'approve', feature)
    expect(ran.status, ran.stdout).toBe(2)
    expect(ran.stderr).toContain(words)
    expect(made.bytes()).toEqual(before)
  })

  test('only in its spelling is no edit: the approval freezes what was judged', async () => {
    const made = parked()
    made.write(
      'intent.json',
      JSON.stringify(Object.fromEntries(Object.entries(clean).toReversed())),
    )
    const ran = await made.lw('design', 'approve', feature)
    expect(ran.status, ran.stderr).toBe(0)
    expect(made.json('final', 'intent.json')).toEqual(clean)
    expect(made.state()).toMatchObject({ iteration: 1, checksumSHA256: hashOf(clean) })
  })

  test('where no iteration is left to judge it, is kept; a new run takes it', async () => {
    const made = last()
    made.write('intent.json', text(edited))
    const before = made.bytes()
    const ran = await made.lw('design', 'approve', feature)
    expect(ran.status, ran.stdout).toBe(2)
    expect(ran.stderr).toContain('no iteration is left')
    expect(ran.stderr).toContain('--extend')
    expect(made.bytes()).toEqual(before)
    expect((await made.lw('resume', feature)).status).toBe(2)
    expect(made.bytes()).toEqual(before)
    const gone = await made.lw(
      'design',
      'reject',
      feature,
      '--feedback',
      'as edited',
      '--extend',
      '3',
    )
    expect(gone.status, gone.stderr).toBe(3)
    expect(made.calls().findLast(({ phase }) => phase === 'GENERATE')?.input).toMatchObject({
      previous_intent: edited,
      feedback: ['as edited'],
    })
  })

  test('and aborted stays on the disk as it was edited', async () => {
    const made = parked()
    made.write('intent.json', 'not even JSON')
    expect((await made.lw('design', 'abort', feature, '--reason', 'enough')).status).toBe(1)
    expect(made.read('intent.json')).toBe('not even JSON')
    expect(made.state().state).toBe('FAILED')
  })

  test('is not lost by a rejection either when it is not valid: the rejection waits', async () => {
    const made = parked()
    made.write('intent.json', 'not even JSON')
    const ran = await made.lw('design', 'reject', feature, '--feedback', 'more')
    expect(ran.status, ran.stdout).toBe(2)
    expect(made.read('intent.json')).toBe('not even JSON')
    expect(
      (await made.lw('save', feature, `features/${feature}/design/intent.json`, '--force')).status,
    ).toBe(0)
    expect((await made.lw('resume', feature)).status).toBe(3)
    expect(made.calls().findLast(({ phase }) => phase === 'GENERATE')?.input).toMatchObject({
      feedback: ['more'],
    })
  })
})

describe('an intent of one’s own', () => {
  test('is judged first, instead of a draft', async () => {
    const made = parked()
    await made.lw('design', 'abort', feature, '--reason', 'my own')
    await made.lw('design', 'reset', feature, '--acknowledge', 'my own')
    made.write('../mine.json', text(edited))
    const calls = made.calls().filter(({ phase }) => phase === 'GENERATE').length
    const ran = await made.start('--intent', `features/${feature}/mine.json`)
    expect(ran.status, ran.stderr).toBe(3)
    expect(made.state()).toMatchObject({ iteration: 0, intentHash: hashOf(edited) })
    expect(made.calls().filter(({ phase }) => phase === 'GENERATE')).toHaveLength(calls)
  })

  test('is refused with its place when it is missing, not valid, or of another feature', async () => {
    const made = parked()
    await made.lw('design', 'abort', feature, '--reason', 'my own')
    await made.lw('design', 'reset', feature, '--acknowledge', 'my own')
    made.write('bad.json', '{\n  "schemaVersion": 1\n}')
    made.write('other.json', text(cleanIntent('other-feature')))
    const at = (name: string) => `features/${feature}/design/${name}`
    for (const [name, words] of [
      ['none.json', 'none.json'],
      ['bad.json', 'bad.json:2:'],
      ['other.json', '"other-feature"'],
      ['.', 'design'],
    ] as const) {
      const ran = await made.start('--intent', at(name))
      expect(ran.status, ran.stdout + ran.stderr).toBe(2)
      expect(ran.stderr).toContain(words)
      expect(ran.stderr).toContain('→')
      expect(made.state().state).toBe('IDLE')
    }
  })
})
