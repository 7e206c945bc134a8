import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { criticise } from '../../src/checks/design/criticise.ts'
import { readIntent } from '../../src/checks/design/read-intent.ts'
import { freshFolder } from '../support/folder.ts'
import { cleanIntent, reworded, weakIntent } from '../support/design-intents.ts'
import {
  commandAgent,
  openWorkspace,
  prepared,
  type Workspace,
} from '../support/design-workspace.ts'
import { newStory, storyGates } from '../support/workspace.ts'

const feature = 'meter-readings'
const clean = cleanIntent(feature)
const weakScore = criticise(weakIntent(feature, 2)).scorecard.overallScore

const plan = { generate: [weakIntent(feature, 2), clean, reworded(clean)] }
const parked = prepared(async (made) => expect((await made.start()).status).toBe(3), plan)
const frozen = prepared(async (made) => {
  expect((await made.start()).status).toBe(3)
  expect((await made.lw('design', 'approve', feature, '--by', 'Grace H.')).status).toBe(0)
}, plan)

const json = (text: string) => JSON.parse(text) as Record<string, unknown>

describe('the common verbs on a feature', () => {
  test('status shows state, scores, the way there and what to do; in JSON all of state.json', async () => {
    const made = parked()
    for (const args of [['status', feature], ['design', 'status', feature], ['status']]) {
      const ran = await made.lw(...args)
      expect(ran.status, ran.stderr).toBe(0)
      for (const words of [
        `${feature} | CANDIDATE | 2/10 |`,
        `${weakScore} → 100`,
        'REVISING → GENERATING → EVALUATING → CANDIDATE',
        `loopwright design approve ${feature}`,
      ])
        expect(ran.stdout, args.join(' ')).toContain(words)
    }
    const told = json((await made.lw('status', feature, '--json')).stdout)
    expect(told).toMatchObject({
      loopwright: 1,
      workflow: 'design',
      status: 'waiting',
      ...made.state(),
    })
    expect(json((await made.lw('design', 'status', feature, '--json')).stdout)).toEqual(told)
  })

  test('history tells every event, and in JSON with its hash', async () => {
    const made = parked()
    const ran = await made.lw('history', feature)
    expect(ran.status).toBe(0)
    for (const event of ['run_started', 'intent_generated', 'evaluated', 'revision_prepared'])
      expect(ran.stdout).toContain(event)
    const told = json((await made.lw('history', feature, '--json')).stdout)
    expect(told['events']).toHaveLength(made.history().length)
  })

  test('report is there for people, for a pull request, for machines and as the page', async () => {
    const made = frozen()
    const pretty = await made.lw('report', feature)
    expect(pretty.status, pretty.stderr).toBe(0)
    expect(pretty.stdout).toContain(`${feature}: FROZEN`)
    expect(pretty.stdout).toContain('approved by Grace H.')
    const markdown = await made.lw('report', feature, '--format', 'markdown')
    expect(markdown.stdout).toContain(`## ✅ ${feature}: FROZEN`)
    expect(markdown.stdout).toContain(made.state().checksumSHA256)
    expect(json((await made.lw('report', feature, '--json')).stdout)).toMatchObject({
      loopwright: 1,
      workflow: 'design',
      view: { featureId: feature, state: 'FROZEN' },
      dimensions: [{ iteration: 0 }, { iteration: 1 }],
    })
    expect((await made.lw('report', feature, '--format', 'html')).stdout).toBe(
      made.read('preview.html'),
    )
    const file = await made.lw('report', feature, '--format', 'html', '-o', 'page.html')
    expect(file.status, file.stderr).toBe(0)
    expect(readFileSync(made.at('page.html'), 'utf8')).toBe(made.read('preview.html'))
    for (const format of ['sarif', 'junit']) {
      const ran = await made.lw('report', feature, '--format', format)
      expect(ran.status).toBe(2)
      expect(ran.stderr).toContain(`loopwright check design features/${feature}/design/intent.json`)
    }
  })

  test('diff and save know every version of the intent', async () => {
    const made = parked()
    expect((await made.lw('diff', feature)).stdout).toContain('-            "gone-0"')
    expect((await made.lw('diff', feature, '--list')).stdout.trimEnd().split('\n')).toHaveLength(2)
    expect((await made.lw('diff', feature, 'first', 'last')).status).toBe(0)
    for (const [version, intent] of [
      ['first', weakIntent(feature, 2)],
      ['1', weakIntent(feature, 2)],
      ['best', clean],
      ['last', clean],
    ] as const) {
      const ran = await made.lw('save', feature, 'out/copy.json', '--version', version, '--force')
      expect(ran.status, ran.stderr).toBe(0)
      expect(JSON.parse(readFileSync(made.at('out', 'copy.json'), 'utf8'))).toEqual(intent)
    }
    const none = await made.lw('save', feature, 'x.json', '--version', '9')
    expect(none.status).toBe(2)
    expect(none.stderr).toContain(`loopwright diff ${feature} --list`)
  })

  test('gates lists the candidate, and answer decides it like the commands of its own', async () => {
    const made = parked()
    const ran = await made.lw('gates')
    expect(ran.stdout).toContain(`Freeze the design of ${feature}?`)
    expect(json((await made.lw('gates', '--json')).stdout)).toMatchObject({
      gates: [
        {
          alias: feature,
          workflow: 'design',
          score: 100,
          threshold: 80,
          remaining_iterations: 8,
          options: [{ name: 'approve' }, { name: 'reject' }, { name: 'abort' }],
          shown: made.state().intentHash,
        },
      ],
    })
    const wrong = await made.lw('answer', feature, 'confirm')
    expect(wrong.status).toBe(2)
    expect(wrong.stderr).toContain('approve, reject, abort')
    expect((await made.lw('answer', feature, 'reject')).status).toBe(2)
    expect((await made.lw('answer', feature, 'reject', '--feedback', 'more')).status).toBe(3)
    expect(made.state().rejectionFeedback).toMatchObject([{ feedback: 'more' }])
    expect((await made.lw('answer', feature, 'approve', '--by', 'Joan C.')).status).toBe(0)
    expect(made.state()).toMatchObject({ state: 'FROZEN', approval: { by: 'Joan C.' } })
    expect((await made.lw('gates')).stdout).toContain('no question is open')
  })

  test('[CLI-11] list has features beside loops, verify proves them, both in JSON too', async () => {
    const made = frozen()
    expect((await made.lw('list')).stdout).toContain(`${feature} | completed | 2/10`)
    expect(json((await made.lw('list', '--json')).stdout)).toMatchObject({
      runs: [{ alias: feature, workflow: 'design', status: 'completed', passed: true }],
    })
    expect(json((await made.lw('design', 'list', '--json')).stdout)).toMatchObject({
      features: [{ featureId: feature, state: 'FROZEN' }],
      damaged: [],
    })
    const ran = await made.lw('verify', feature)
    expect(ran.status, ran.stdout).toBe(0)
    expect(ran.stdout).toContain(`approved checksum ${made.state().checksumSHA256}`)
    expect(ran.stdout).toContain('the rules still score it 100')
    expect(json((await made.lw('design', 'verify', feature, '--json')).stdout)).toMatchObject({
      ok: true,
      state: 'FROZEN',
      problems: [],
    })
  })

  test('stop ends a run that waits, and says so; a second stop is refused and recorded', async () => {
    const made = parked()
    const ran = await made.lw('stop', 'not', 'now', '--run', feature)
    expect(ran.status, ran.stderr).toBe(0)
    expect(made.state()).toMatchObject({
      state: 'FAILED',
      failure: { code: 'aborted', detail: 'not now' },
      abort: { reason: 'not now' },
    })
    const again = await made.lw('stop', '--run', feature)
    expect(again.status).toBe(2)
    expect(made.state().violations).toMatchObject([
      { from: 'FAILED', to: 'FAILED', trigger: 'stop' },
    ])
  })

  test('[CLI-16] clean removes what has ended, and refuses what is frozen or goes on', async () => {
    const waiting = parked()
    const refused = await waiting.lw('clean', feature, '--yes')
    expect(refused.status).toBe(2)
    expect(refused.stderr).toContain('CANDIDATE')
    expect(refused.stderr).toContain('→')
    const kept = frozen()
    const before = kept.bytes()
    const no = await kept.lw('clean', feature, '--yes')
    expect(no.status).toBe(2)
    expect(no.stderr).toContain('frozen')
    expect((await kept.lw('clean', '--all', '--yes')).status).toBe(0)
    expect(kept.bytes()).toEqual(before)
    await waiting.lw('design', 'abort', feature, '--reason', 'enough')
    expect((await waiting.lw('clean', feature)).status).toBe(3)
    expect(waiting.files()).not.toEqual([])
    expect((await waiting.lw('clean', feature, '--yes')).status).toBe(0)
    expect(existsSync(waiting.design())).toBe(false)
    expect(existsSync(waiting.at('.loopwright', 'design', feature))).toBe(false)
    expect((await waiting.lw('design', 'list')).stdout).toContain('no features yet')
    expect((await waiting.start()).status).toBe(3)
  })

  test('resume shows a run that rests as it rests', async () => {
    const made = parked()
    const before = made.bytes()
    const ran = await made.lw('resume', feature)
    expect(ran.status, ran.stderr).toBe(3)
    expect(ran.stdout).toContain('Freeze the design')
    expect(made.bytes()).toEqual(before)
    const done = frozen()
    const was = done.bytes()
    expect((await done.lw('resume', feature)).status).toBe(0)
    expect(done.bytes()).toEqual(was)
    await made.lw('design', 'abort', feature, '--reason', 'enough')
    expect((await made.lw('resume', feature)).status).toBe(1)
  })

  test('a loop and a feature of one name are told apart by reflex: and design:', async () => {
    const made = parked()
    writeFileSync(made.at('gates.yaml'), storyGates)
    const agent = join(import.meta.dirname, '..', 'support', 'story-agent.sh')
    made.configure({
      agents: {
        default: commandAgent(),
        story: { kind: 'command', command: ['/bin/sh', agent] },
      },
      roles: Object.fromEntries(
        ['planner', 'producer', 'preparer', 'judge', 'refiner'].map((role) => [role, 'story']),
      ),
    })
    const loop = newStory.map((word) => (word === 'story' ? feature : word))
    const begun = await made.lw(...loop, '--quiet')
    expect(
      (await made.lw('list')).stdout.match(new RegExp(`^${feature}`, 'gm')),
      begun.stderr,
    ).toHaveLength(2)
    for (const verb of ['status', 'history', 'report', 'verify', 'resume', 'diff']) {
      const ran = await made.lw(verb, feature)
      expect(ran.status, verb).toBe(2)
      expect(ran.stderr).toContain(`reflex:${feature} or design:${feature}`)
    }
    expect((await made.lw('status', `design:${feature}`)).stdout).toContain('CANDIDATE')
    expect((await made.lw('status', `reflex:${feature}`)).stdout).toContain(feature)
    expect((await made.lw('status', `reflex:${feature}`)).stdout).not.toContain('CANDIDATE')
    expect((await made.lw('answer', `design:${feature}`, 'approve')).status).toBe(0)
    expect((await made.lw('design', 'status', feature)).stdout).toContain('FROZEN')
  })

  test('a name that nobody has is told as such, with how to find one', async () => {
    const made = parked()
    for (const args of [
      ['design', 'status', 'nobody-here'],
      ['design', 'approve', 'nobody-here'],
      ['design', 'reject', 'nobody-here', '--feedback', 'x'],
      ['design', 'verify', 'nobody-here'],
      ['design', 'reset', 'nobody-here', '--acknowledge', 'x'],
      ['design', 'unfreeze', 'nobody-here', '--reason', 'x', '--by', 'y'],
      ['status', 'nobody-here'],
    ]) {
      const ran = await made.lw(...args)
      expect([1, 2], `${args.join(' ')} ${ran.stdout}`).toContain(ran.status)
      expect(ran.stderr).toContain('nobody-here')
      expect(ran.stderr).toContain('→')
    }
    expect(existsSync(made.at('features', 'nobody-here'))).toBe(false)
    expect(existsSync(made.at('.loopwright', 'design', 'nobody-here'))).toBe(false)
  })
})

/** What a colleague gets: the project without what Loopwright keeps in private. */
function cloned(made: Workspace): Workspace {
  const folder = freshFolder()
  cpSync(made.folder, folder, {
    recursive: true,
    filter: (path) => !path.includes(`${made.folder}/.loopwright`),
  })
  return openWorkspace(folder, feature)
}

describe('a clone of the project, without the private folder', () => {
  test('[DESIGN-71] goes on at the gate from state.json: status, approve, verify', async () => {
    const made = cloned(parked())
    const state = made.read('state.json')
    const seen = await made.lw('design', 'status', feature)
    expect(seen.status, seen.stderr).toBe(0)
    expect(seen.stdout).toContain('CANDIDATE')
    expect(made.read('state.json')).toBe(state)
    const ran = await made.lw('design', 'approve', feature)
    expect(ran.status, ran.stdout + ran.stderr).toBe(0)
    expect(made.state()).toMatchObject({ state: 'FROZEN', iteration: 1 })
    expect(made.json('final', 'intent.json')).toEqual(clean)
    const verified = await made.lw('design', 'verify', feature)
    expect(verified.status, verified.stdout).toBe(0)
  })

  test('[DESIGN-71] rejects, and the next generation is given the same requirements', async () => {
    const made = cloned(parked())
    const ran = await made.lw('design', 'reject', feature, '--feedback', 'shorter')
    expect(ran.status, ran.stdout + ran.stderr).toBe(3)
    expect(made.calls().findLast(({ phase }) => phase === 'GENERATE')?.input).toMatchObject({
      feedback: ['shorter'],
      previous_intent: clean,
      requirements: readFileSync(made.at('requirements.md'), 'utf8'),
    })
    expect(made.state()).toMatchObject({ state: 'CANDIDATE', iteration: 2 })
  })

  test('[DESIGN-71] whose requirements were changed meanwhile says so instead of going on from others', async () => {
    const made = cloned(parked())
    writeFileSync(made.at('requirements.md'), '# Something else\n')
    const ran = await made.lw('design', 'reject', feature, '--feedback', 'shorter')
    expect(ran.status, ran.stdout).toBe(5)
    expect(ran.stdout + ran.stderr).toContain('requirements')
    expect((await made.lw('design', 'status', feature)).status).toBe(0)
  })

  test('[DESIGN-71] whose preview is another one, or lost, says which file to restore', async () => {
    for (const damage of [
      (made: Workspace) => made.write('preview.html', '<p>mine</p>'),
      (made: Workspace) => rmSync(made.design('preview.html')),
    ]) {
      const made = cloned(parked())
      const page = made.read('preview.html')
      damage(made)
      const ran = await made.lw('design', 'approve', feature)
      expect(ran.status, ran.stdout).toBe(5)
      expect(ran.stderr).toContain(`features/${feature}/design/preview.html`)
      expect(existsSync(made.design('final'))).toBe(false)
      made.write('preview.html', page)
      expect((await made.lw('design', 'approve', feature)).status).toBe(0)
    }
  })

  test('that lost only the kept versions removes none of the files that are left', async () => {
    const made = parked()
    rmSync(made.at('.loopwright', 'blobs'), { recursive: true })
    const before = made.bytes()
    await made.lw('resume', feature)
    expect(made.bytes()).toEqual(before)
    const ran = await made.lw('design', 'verify', feature)
    expect(ran.status).toBe(1)
    expect(ran.stdout).toContain('missing or damaged')
    expect((await made.lw('design', 'approve', feature)).status).not.toBe(0)
    const { 'state.json': _old, ...was } = before
    const { 'state.json': _new, ...now } = made.bytes()
    expect(now).toEqual(was)
  })

  test('[DESIGN-71] keeps what is frozen frozen, verified, and refuses writes into it', async () => {
    const made = cloned(frozen())
    expect((await made.lw('design', 'verify', feature)).status).toBe(0)
    expect((await made.lw('design', 'status', feature)).stdout).toContain('Grace H.')
    const again = cloned(frozen())
    const ran = await again.as(
      'mallory',
      'save',
      feature,
      `features/${feature}/design/final/intent.json`,
    )
    expect(ran.status).toBe(2)
    expect(again.state().violations).toMatchObject([{ kind: 'write', by: 'mallory' }])
    const third = cloned(frozen())
    const check = await third.as(
      'mallory',
      'check',
      'design',
      'features/meter-readings/design/intent.json',
      '-o',
      `features/${feature}/design/final/x.txt`,
    )
    expect(check.status).toBe(2)
    expect(third.state().violations).toMatchObject([{ kind: 'write', by: 'mallory' }])
    const fourth = cloned(frozen())
    rmSync(fourth.design('state.json'))
    expect((await fourth.start()).status).toBe(2)
    const told = await fourth.lw('design', 'status', feature)
    expect(told.status).toBe(2)
    expect(told.stderr).toContain('state.json')
  })

  test('[DESIGN-CLI-33] with a changed frozen intent is an integrity violation, with or without state.json', async () => {
    const made = cloned(frozen())
    writeFileSync(made.design('final', 'intent.json'), JSON.stringify(reworded(clean)))
    const ran = await made.lw('design', 'status', feature)
    expect(ran.status, ran.stdout).toBe(5)
    const other = cloned(frozen())
    rmSync(other.design('state.json'))
    writeFileSync(other.design('final', 'intent.json'), JSON.stringify(reworded(clean)))
    for (const args of [
      ['status', feature],
      ['start', feature, 'requirements.md'],
    ]) {
      const told = await other.lw('design', ...args)
      expect(told.status, told.stdout).toBe(5)
      expect(told.stderr).toContain('integrity violation')
    }
  })
})

describe('a forged state.json', () => {
  const forge = (made: Workspace, change: (state: Record<string, unknown>) => void) => {
    const state = json(made.read('state.json'))
    change(state)
    made.write('state.json', JSON.stringify(state))
  }
  const nothingFrozen = async (made: Workspace) => {
    for (const args of [
      ['status', feature],
      ['approve', feature],
      ['verify', feature],
    ])
      expect((await made.lw('design', ...args)).status, args.join(' ')).not.toBe(0)
    await made.lw('resume', feature)
    expect(existsSync(made.design('final', 'FROZEN.md'))).toBe(false)
  }

  test('[DESIGN-73] that says FROZEN without marker, approval or seal freezes nothing', async () => {
    const made = cloned(parked())
    forge(made, (state) => {
      state['state'] = 'FROZEN'
    })
    await nothingFrozen(made)
    const approved = cloned(parked())
    forge(approved, (state) => {
      state['state'] = 'FROZEN'
      state['approval'] = {
        choice: 'approve',
        by: 'Grace H.',
        at: '2026-01-01T00:00:00Z',
        intentHash: state['intentHash'],
      }
    })
    await nothingFrozen(approved)
    const sealed = cloned(parked())
    forge(sealed, (state) => {
      const hash: unknown = state['intentHash']
      state['state'] = 'FROZEN'
      state['approval'] = { choice: 'approve', by: 'Grace H.', at: 'now', intentHash: hash }
      state['seal'] = { checksumSHA256: hash, marker: hash, preview: hash }
      state['checksumSHA256'] = hash
    })
    await nothingFrozen(sealed)
  })

  test('[DESIGN-73] that makes up a score, or lowers its threshold, gets nothing approved', async () => {
    const made = cloned(parked())
    made.write('intent.json', JSON.stringify(weakIntent(feature, 2)))
    const read = readIntent(made.read('intent.json'))
    const hash = read.ok ? read.value.hash : ''
    forge(made, (state) => {
      state['intentHash'] = hash
      state['scoreHistory'] = [[0, 99]]
      const more = state['continuation'] as { judged: object }
      more.judged = { ...more.judged, intent: hash, score: 99 }
    })
    const ran = await made.lw('design', 'approve', feature)
    expect(ran.status, ran.stdout).toBe(5)
    expect(ran.stderr).toContain(`scored 99 before and ${weakScore} now`)
    expect(made.state()).toMatchObject({
      state: 'FAILED',
      failure: { code: 'determinism_violation' },
    })
    expect(existsSync(made.design('final'))).toBe(false)

    const lowered = cloned(parked())
    forge(lowered, (state) => {
      state['threshold'] = 10
    })
    expect((await lowered.lw('design', 'approve', feature)).status).toBe(5)
    expect(existsSync(lowered.design('final'))).toBe(false)
  })

  test('[DESIGN-73] beside a history is not believed at all', async () => {
    const made = parked()
    forge(made, (state) => {
      state['state'] = 'FROZEN'
      state['threshold'] = 71
    })
    const ran = await made.lw('design', 'status', feature)
    expect(ran.stdout).toContain('CANDIDATE')
    expect((await made.lw('design', 'verify', feature)).status).toBe(1)
    expect((await made.lw('resume', feature)).status).toBe(3)
    expect(made.state()).toMatchObject({ state: 'CANDIDATE', threshold: 80 })
    expect((await made.lw('design', 'verify', feature)).status).toBe(0)
  })
})
