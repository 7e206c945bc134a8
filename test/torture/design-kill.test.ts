import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { cleanIntent, reworded, weakIntent } from '../support/design-intents.ts'
import { designWorkspace, type Workspace } from '../support/design-workspace.ts'
import { launch, quiet } from './loop-process.ts'
import { figure, kills, seed, seeded } from './random.ts'

const feature = 'meter-readings'
const slowly = <Given>(answer: Given) => ({ slow: 15, answer })

const workspace = () =>
  designWorkspace({
    generate: [weakIntent(feature, 2), cleanIntent(feature), reworded(cleanIntent(feature))].map(
      slowly,
    ),
    critic: slowly({ recommendations: ['Say how long it is kept.'] }),
  })

/** What a person would do next, looking at the feature as it is. Null when the story is told. */
async function nextCommand(made: Workspace): Promise<readonly string[] | null> {
  const seen = await made.lw('design', 'status', feature, '--json')
  if (seen.status !== 0) return ['design', 'start', feature, 'requirements.md']
  const { state, seal, rejectionFeedback } = JSON.parse(seen.stdout) as {
    state: string
    seal: unknown
    rejectionFeedback: readonly unknown[]
  }
  if (state === 'FROZEN' && seal !== null) return null
  if (state !== 'CANDIDATE') return ['resume', feature]
  return rejectionFeedback.length === 0
    ? ['design', 'reject', feature, '--feedback', 'say it otherwise']
    : ['design', 'approve', feature, '--by', 'grace']
}

/** What must be the same however often the story was interrupted: everything but its times. */
function ending(made: Workspace) {
  const plain = (text: string) =>
    text
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')
      .replaceAll(/meter-readings-\d{8}-\d{6}/g, 'the-run')
      .replaceAll(/"(activeMs|calls)": [\d.]+/g, '"$1": 0')
      .replaceAll(/"marker": "[0-9a-f]{64}"/g, '"marker": ""')
  return {
    events: made.history().map(({ event }) => event),
    files: made.files(),
    texts: made.files().map((name) => plain(readFileSync(made.design(name), 'utf8'))),
  }
}

const requests = (made: Workspace) =>
  made.calls().map(({ phase, iteration, attempt }) => `${phase} ${iteration} ${attempt}`)

function keptAnswers(made: Workspace): number {
  const folder = made.at('.loopwright', 'design', feature, 'answers')
  return existsSync(folder)
    ? readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.json$/.test(name)).length
    : 0
}

describe('a design whose process is killed', () => {
  test('[TORTURE-1] at any moment of its story, again and again, ends as if nothing had happened', async () => {
    const calm = workspace()
    const begun = performance.now()
    let commands = 0
    for (let next = await nextCommand(calm); next !== null; next = await nextCommand(calm)) {
      expect([0, 3]).toContain((await launch(calm.folder, next).ended).code)
      commands += 1
    }
    const ms = (performance.now() - begun) / (2 * commands)
    const expected = ending(calm)
    const asked = requests(calm)
    expect(new Set(asked).size).toBe(asked.length)

    const random = seeded(seed + 7)
    let hit = 0
    for (let story = 0; story < Math.ceil(kills / 3); story += 1) {
      const made = workspace()
      let dead = 0
      let lost = 0
      for (let next = await nextCommand(made); next !== null; next = await nextCommand(made)) {
        const run = launch(made.folder, next)
        if (dead < 3) {
          await wait(random() * ms * 1.6)
          if (run.child.kill('SIGKILL')) dead += 1
        }
        const { code, said } = await run.ended
        expect([0, 3, null], `${next.join(' ')}: ${said}`).toContain(code)
        if (code !== null) continue
        hit += 1
        await quiet(made.folder)
        const died = requests(made).length - keptAnswers(made) - lost
        expect([0, 1], `story ${story}: ${requests(made).join(', ')}`).toContain(died)
        lost += died
      }
      const message = `story ${story}, seed ${seed}, ${dead} kills`
      expect(ending(made), message).toEqual(expected)
      expect(new Set(requests(made)), message).toEqual(new Set(asked))
      // a request is made again only where its answer died with the process
      expect(requests(made).length, message).toBe(asked.length + lost)
      expect(existsSync(made.design('final', 'FROZEN.md')), message).toBe(true)
      const verified = await made.lw('design', 'verify', feature)
      expect(verified.status, message + verified.stdout).toBe(0)
    }
    figure('designs killed', { kills: hit, stories: Math.ceil(kills / 3) })
    expect(hit).toBeGreaterThan(0)
  }, 600_000)
})
