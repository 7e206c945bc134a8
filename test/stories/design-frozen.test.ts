import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readIntent } from '../../src/checks/design/read-intent.ts'
import { cleanIntent, reworded, weakIntent } from '../support/design-intents.ts'
import { prepared, type Workspace } from '../support/design-workspace.ts'

const feature = 'meter-readings'
const clean = cleanIntent(feature)
const hashOf = (text: string) => {
  const read = readIntent(text)
  return read.ok ? read.value.hash : 'not an intent'
}
const cleanHash = hashOf(JSON.stringify(clean))

const frozen = prepared(
  async (made) => {
    expect((await made.start()).status).toBe(3)
    expect((await made.lw('design', 'approve', feature)).status).toBe(0)
  },
  { generate: [clean] },
)

/** The same value with its keys turned round, spread over many lines. */
function reformatted(text: string): string {
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([key, inner]) => [key, turned(inner)]),
    )
  }
  return `\r\n${JSON.stringify(turned(JSON.parse(text)), null, '\t').replaceAll('\n', '\r\n')}\n\n`
}

const rewrite = (made: Workspace, name: string, change: (text: string) => string) =>
  writeFileSync(made.design('final', name), change(made.read('final', name)))

const looks = [
  ['design status', ['design', 'status', feature], 5],
  ['status', ['status', feature], 5],
  ['list', ['list'], 0],
  ['design list', ['design', 'list'], 0],
  ['verify', ['verify', feature], 1],
  ['design verify', ['design', 'verify', feature], 1],
  ['resume', ['resume', feature], 5],
] as const

describe('a frozen design', () => {
  test.each(looks)(
    '[DESIGN-CLI-33] vector 8: keeps its checksum when final/intent.json is only spelled otherwise, as %s sees it',
    async (_, args) => {
      const made = frozen()
      rewrite(made, 'intent.json', reformatted)
      const ran = await made.lw(...args)
      expect(ran.status, ran.stdout + ran.stderr).toBe(0)
      expect(made.state()).toMatchObject({ state: 'FROZEN', checksumSHA256: cleanHash })
    },
  )

  test.each(looks)(
    '[DESIGN-CLI-33] vector 8: fails when a value of final/intent.json is changed: %s finds it, tells it, and both hashes and the time are recorded',
    async (_, args, status) => {
      const made = frozen()
      rewrite(made, 'intent.json', (text) => text.replace('once a year', 'twice a year'))
      const actual = hashOf(made.read('final', 'intent.json'))
      expect(actual).not.toBe(cleanHash)
      const ran = await made.lw(...args)
      expect(ran.status, ran.stdout + ran.stderr).toBe(status)
      const message = ran.stdout + ran.stderr
      expect(message).toContain('final/intent.json was changed')
      expect(message).toContain(cleanHash)
      expect(message).toContain(actual)
      expect(made.state()).toMatchObject({
        state: 'FAILED',
        failure: {
          code: 'integrity_violation',
          detail: `final/intent.json was changed: expected ${cleanHash}, found ${actual}`,
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        },
      })
      expect(made.state().history.at(-1)).toMatchObject({
        from: 'FROZEN',
        to: 'FAILED',
        trigger: 'fault: integrity_violation',
      })
      // what was found stays found, and is not put right silently
      expect(made.read('final', 'intent.json')).toContain('twice a year')
      expect((await made.lw('design', 'verify', feature)).status).toBe(1)
      expect(made.state().history.filter(({ to }) => to === 'FAILED')).toHaveLength(1)
    },
  )

  test.each<[string, (made: Workspace) => void, string]>([
    [
      'FROZEN.md is edited',
      (made) => rewrite(made, 'FROZEN.md', (text) => text.replace('80/100', '70/100')),
      'FROZEN.md was changed',
    ],
    [
      'FROZEN.md gets one more space',
      (made) => rewrite(made, 'FROZEN.md', (text) => `${text} `),
      'FROZEN.md was changed',
    ],
    [
      'FROZEN.md is cut in the middle',
      (made) => rewrite(made, 'FROZEN.md', (text) => text.slice(0, 300)),
      'FROZEN.md was changed',
    ],
    [
      'FROZEN.md is emptied',
      (made) => rewrite(made, 'FROZEN.md', () => ''),
      'FROZEN.md was changed',
    ],
    [
      'the checksum in FROZEN.md is one digit short',
      (made) => rewrite(made, 'FROZEN.md', (text) => text.replace(cleanHash, cleanHash.slice(1))),
      'FROZEN.md was changed',
    ],
    [
      'final/preview.html is changed',
      (made) => rewrite(made, 'preview.html', (text) => `${text}<!-- -->`),
      'final/preview.html was changed',
    ],
    [
      'final/preview.html is gone',
      (made) => rmSync(made.design('final', 'preview.html')),
      'final/preview.html is gone',
    ],
    [
      'final/intent.json is gone',
      (made) => rmSync(made.design('final', 'intent.json')),
      'final/intent.json is gone',
    ],
    [
      'final/ is gone',
      (made) => rmSync(made.design('final'), { recursive: true }),
      'final/intent.json is gone',
    ],
    [
      'final/intent.json is no JSON',
      (made) => rewrite(made, 'intent.json', (text) => text.slice(0, 99)),
      'no valid intent',
    ],
    [
      'final/intent.json says a key twice',
      (made) => rewrite(made, 'intent.json', (text) => text.replace('{', '{ "version": "1.0.0",')),
      'no valid intent',
    ],
    [
      'final/intent.json is a link to the same text',
      (made) => {
        writeFileSync(made.at('elsewhere.json'), made.read('final', 'intent.json'))
        rmSync(made.design('final', 'intent.json'))
        symlinkSync(made.at('elsewhere.json'), made.design('final', 'intent.json'))
      },
      'symbolic link',
    ],
    [
      'final/ is a link to the same files',
      (made) => {
        renameSync(made.design('final'), made.at('elsewhere'))
        symlinkSync(made.at('elsewhere'), made.design('final'))
      },
      'symbolic link',
    ],
  ])('[DESIGN-CLI-33] fails when %s', async (_, damage, words) => {
    const made = frozen()
    damage(made)
    const ran = await made.lw('design', 'status', feature)
    expect(ran.status, ran.stdout + ran.stderr).toBe(5)
    expect(ran.stdout + ran.stderr).toContain(words)
    expect(made.state()).toMatchObject({
      state: 'FAILED',
      failure: { code: 'integrity_violation', detail: expect.stringContaining('expected') },
    })
    const approved = await made.lw('design', 'approve', feature)
    expect(approved.status).toBe(2)
  })

  test('that failed so is put right by hand, acknowledged, and starts over only when its marker is gone', async () => {
    const made = frozen()
    rewrite(made, 'intent.json', (text) => text.replace('once a year', 'twice a year'))
    await made.lw('design', 'status', feature)
    expect((await made.lw('design', 'reset', feature)).status).toBe(2)
    const cleaned = await made.lw('clean', feature, '--yes')
    expect(cleaned.status, cleaned.stdout).toBe(2)
    expect(cleaned.stderr).toContain('FROZEN.md')
    expect((await made.lw('design', 'reset', feature, '--acknowledge', 'Bob did it')).status).toBe(
      0,
    )
    // the marker still stands over another intent
    const violated = await made.start()
    expect(violated.status, violated.stdout).toBe(5)
    expect(made.state()).toMatchObject({
      state: 'FAILED',
      failure: { code: 'integrity_violation' },
      history: expect.arrayContaining([expect.objectContaining({ from: 'IDLE', to: 'FAILED' })]),
    })
    expect((await made.lw('design', 'reset', feature, '--acknowledge', 'still Bob')).status).toBe(0)
    writeFileSync(made.design('final', 'intent.json'), JSON.stringify(clean))
    const standing = await made.start()
    expect(standing.status).toBe(2)
    expect(standing.stderr).toContain('FROZEN.md')
    expect(made.state().state).toBe('IDLE')
    expect((await made.lw('clean', feature, '--yes')).status).toBe(2)
    rmSync(made.design('final', 'FROZEN.md'))
    expect((await made.start()).status).toBe(3)
    expect((await made.lw('design', 'approve', feature)).status).toBe(0)
    expect((await made.lw('design', 'verify', feature)).status).toBe(0)
  })
})

describe('unfreezing', () => {
  const unfreeze = (made: Workspace, ...more: readonly string[]) =>
    made.lw('design', 'unfreeze', feature, ...more)
  const why = ['--reason', 'payment was left out', '--by', 'Grace H.'] as const

  test('is refused while FROZEN.md stands', async () => {
    const made = frozen()
    const before = made.bytes()
    const ran = await unfreeze(made, ...why)
    expect(ran.status, ran.stdout).toBe(2)
    expect(ran.stderr).toContain('FROZEN.md still stands')
    expect(ran.stderr).toContain(`features/${feature}/design/final/FROZEN.md`)
    expect(made.bytes()).toEqual(before)
  })

  test('begins with a person who deletes FROZEN.md, which every look notices and nothing else follows from', async () => {
    const made = frozen()
    rmSync(made.design('final', 'FROZEN.md'))
    const ran = await made.lw('design', 'status', feature)
    expect(ran.status, ran.stderr).toBe(0)
    expect(ran.stdout).toContain('FROZEN.md was deleted')
    expect(ran.stdout).toContain(`loopwright design unfreeze ${feature}`)
    expect(made.state().state).toBe('FROZEN')
    expect((await made.lw('design', 'verify', feature)).status).toBe(1)
    expect((await made.start()).status).toBe(2)
    expect((await made.lw('resume', feature)).status).toBe(0)
    expect(existsSync(made.design('final', 'FROZEN.md'))).toBe(false)
    expect(made.state().state).toBe('FROZEN')
  })

  test('[DESIGN-10] needs a reason, and somebody who allows it by name', async () => {
    const made = frozen()
    rmSync(made.design('final', 'FROZEN.md'))
    const before = made.bytes()
    for (const [words, more] of [
      ['a reason', ['--by', 'Grace H.']],
      ['--reason is empty', ['--reason', ' ', '--by', 'Grace H.']],
      ['who allows it', ['--reason', 'payment']],
      ['--by is empty', ['--reason', 'payment', '--by', ' ']],
    ] as const) {
      const ran = await unfreeze(made, ...more)
      expect(ran.status).toBe(2)
      expect(ran.stderr).toContain(words)
    }
    expect(made.bytes()).toEqual(before)
  })

  test('verifies first what the marker protected', async () => {
    const made = frozen()
    rmSync(made.design('final', 'FROZEN.md'))
    rewrite(made, 'intent.json', (text) => text.replace('once a year', 'twice a year'))
    const ran = await unfreeze(made, ...why)
    expect(ran.status, ran.stdout).toBe(5)
    expect(ran.stderr).toContain('integrity violation')
    expect(made.state()).toMatchObject({ state: 'FAILED', checksumSHA256: null })
  })

  test('goes back to IDLE with an UNFROZEN line; the run is archived and a new one can start and freeze again', async () => {
    const made = frozen()
    const { runId } = made.state()
    const was = made.read('state.json')
    rmSync(made.design('final', 'FROZEN.md'))
    const ran = await unfreeze(made, ...why, '--correction', 'add the payment step')
    expect(ran.status, ran.stderr).toBe(0)
    expect(ran.stdout).toContain('must be reviewed')
    expect(made.state().history.at(-1)).toMatchObject({
      from: 'FROZEN',
      to: 'IDLE',
      trigger: 'UNFROZEN by Grace H.',
      detail: expect.stringContaining('payment was left out'),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    expect(made.history().at(-1)).toMatchObject({
      event: 'unfrozen',
      payload: {
        reason: 'payment was left out',
        correction: 'add the payment step',
        by: 'Grace H.',
      },
    })
    expect(made.read('history', `${runId}.json`)).toBe(was)
    made.plan({ generate: [reworded(clean)] })
    expect((await made.start()).status).toBe(3)
    expect(made.state().runId).not.toBe(runId)
    expect((await made.lw('design', 'approve', feature)).status).toBe(0)
    expect(made.json('final', 'intent.json')).toEqual(reworded(clean))
    expect((await made.lw('design', 'verify', feature)).status).toBe(0)
  })

  test('what is not frozen is refused and recorded', async () => {
    const made = frozen()
    rmSync(made.design('final', 'FROZEN.md'))
    await unfreeze(made, ...why)
    const ran = await unfreeze(made, ...why)
    expect(ran.status).toBe(2)
    expect(made.state().violations).toMatchObject([
      { kind: 'transition', from: 'IDLE', to: 'IDLE', trigger: 'unfreeze', by: 'Grace H.' },
    ])
  })
})

describe('a write into a frozen design through Loopwright', () => {
  const weakly = prepared(
    async (made) => {
      expect((await made.start()).status).toBe(3)
      expect((await made.lw('design', 'approve', feature, '--despite', 'a trial')).status).toBe(0)
    },
    { generate: [weakIntent(feature, 1)] },
    { design: { threshold: 70 } },
  )
  const final = (name: string) => `features/${feature}/design/final/${name}`

  test.each([
    ['save', 'intent.json', ['save', feature, final('intent.json')]],
    ['save of another file', 'notes.md', ['save', feature, final('notes.md')]],
    [
      'report -o',
      'FROZEN.md',
      ['report', feature, '--format', 'markdown', '-o', final('FROZEN.md')],
    ],
    [
      'report -o',
      'preview.html',
      ['report', feature, '--format', 'html', '-o', final('preview.html')],
    ],
    ['check design --fix', 'intent.json', ['check', 'design', final('intent.json'), '--fix']],
    [
      'check -o',
      'intent.json',
      ['check', 'design', final('intent.json'), '-o', final('intent.json')],
    ],
  ])(
    '[DESIGN-CLI-42] by %s (%s) is refused, and recorded with path, time and user',
    async (_, name, args) => {
      const made = weakly()
      const { 'state.json': _old, ...before } = made.bytes()
      const ran = await made.as('mallory', ...args)
      expect(ran.status, ran.stdout).toBe(2)
      expect(ran.stderr).toContain('frozen')
      expect(ran.stderr).toContain(final(name))
      expect(ran.stderr).toContain('recorded')
      expect(made.state().violations).toEqual([
        {
          kind: 'write',
          path: final(name),
          by: 'mallory',
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        },
      ])
      const { 'state.json': _new, ...after } = made.bytes()
      expect(after).toEqual(before)
      expect((await made.lw('design', 'verify', feature)).status).toBe(0)
    },
  )

  test('[DESIGN-CLI-42] is refused on a way round through a link, too', async () => {
    const made = weakly()
    symlinkSync(made.design('final'), made.at('way'))
    const ran = await made.lw('save', feature, 'way/intent.json')
    expect(ran.status, ran.stdout).toBe(2)
    expect(made.state().violations).toMatchObject([{ kind: 'write' }])
    expect(readFileSync(made.at('way', 'intent.json'), 'utf8')).toBe(made.read('intent.json'))
  })

  test('[DESIGN-CLI-42] is allowed beside it, and in final/ when nothing is frozen any more', async () => {
    const made = weakly()
    expect((await made.lw('save', feature, `features/${feature}/design/copy.json`)).status).toBe(0)
    rmSync(made.design('final', 'FROZEN.md'))
    await made.lw('design', 'unfreeze', feature, '--reason', 'why', '--by', 'Grace H.')
    expect((await made.lw('save', feature, final('intent.json'), '--force')).status).toBe(0)
    expect(made.state().violations).toEqual([])
  })
})
