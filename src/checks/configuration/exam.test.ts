import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Case, loadCases } from '../../../bench/acceptance/load.ts'
import { projectOf, tools } from '../../../bench/document-defects-report.ts'
import { examFrom, examine } from '../../obligations/exam.ts'
import { verdictOf } from '../../obligations/verdict.ts'
import { openExaminer } from '../examiners.ts'
import { checks } from './catalog.ts'
import { openConfigurationExaminer } from './exam.ts'
import { kindOfEntries, kindOfName } from './kind.ts'
import { readFile } from './read-configuration.ts'

type File = { readonly task: string; readonly path: string; readonly text: string }

const obligationsOf = async ({ task, path, text }: File) => {
  const examiner = await openConfigurationExaminer({ path, text, task })
  return examine(examFrom(task, 'task', examiner.vocabulary), examiner, 'hash')
}
const cases = loadCases(resolve(import.meta.dirname, '../../../bench/acceptance')).filter(
  ({ kind }) => kind === 'config',
)
const fileOf = ({ text: task, files, base }: Case): File => {
  const [path = '', text = ''] = [...files].find(([name]) => !base.has(name)) ?? []
  return { task, path, text }
}
const blocking = ['configuration/syntax', 'configuration/required', 'configuration/no-secrets']

/** The verdict on the demands of the task and the rules that block. */
async function verdict(file: File): Promise<string> {
  const artifact = `\`\`\`\`\`yaml ${file.path}\n${file.text}\n\`\`\`\`\`\n`
  const subject = {
    artifact,
    task: { prompt: file.task, ideal_result: '' },
    project: projectOf({}),
  }
  const ruled = await Promise.all(
    checks.filter(({ id }) => blocking.includes(id)).map((check) => check.run(subject, tools)),
  )
  if (ruled.some((outcome) => outcome.verdict === 'fail')) return 'not_accepted'
  const { verdict: ending } = verdictOf(await obligationsOf(file))
  const isOpen = ruled.some((outcome) => outcome.verdict !== 'pass' && outcome.verdict !== 'na')
  return isOpen && ending === 'accepted' ? 'undecided' : ending
}

describe('a configuration that is held against its task', () => {
  test('[CONF-24] done is accepted, and nothing that contradicts it, lacks a part or is about something else', async () => {
    const seen = { right: [] as string[], wrong: [] as string[] }
    for (const each of cases) {
      const file = { ...fileOf(each), project: projectOf({}), tools }
      const examiner = await openExaminer('config', file)
      const exam = examFrom(file.task, 'task', examiner.vocabulary)
      const { verdict: ending } = verdictOf(await examine(exam, examiner, 'hash'))
      // what no demand is about, a rule refuses
      if (each.right) seen.right.push(ending)
      else seen.wrong.push(ending === 'accepted' ? await verdict(file) : ending)
    }
    expect(seen.right).not.toContain('not_accepted')
    expect(seen.right.filter((each) => each === 'accepted').length).toBeGreaterThan(29)
    expect(seen.wrong).not.toContain('accepted')
    expect(seen.wrong.filter((each) => each === 'not_accepted').length).toBeGreaterThan(75)
  })

  test('[CONF-24] what a row of a table says holds in the entry that its first cell names', async () => {
    const task =
      'Write voices.yaml.\n\n| voice | singers | seats |\n|---|---|---|\n| alto | 8 | 10 |\n| tenor | 5 | 6 |\n'
    const verdictFor = async (text: string) =>
      verdictOf(await obligationsOf({ task, path: 'voices.yaml', text })).verdict
    const of = (alto: string, tenor: string) =>
      `voices:\n  alto: { ${alto} }\n  tenor: { ${tenor} }\n`
    expect(await verdictFor(of('singers: 8, seats: 10', 'singers: 5, seats: 6'))).toBe('accepted')
    expect(await verdictFor(of('singers: 5, seats: 6', 'singers: 8, seats: 10'))).not.toBe(
      'accepted',
    )
    expect(await verdictFor(of('singers: 10, seats: 8', 'singers: 5, seats: 6'))).not.toBe(
      'accepted',
    )
    const list = (alto: string, tenor: string) =>
      `voices:\n  - { name: alto, ${alto} }\n  - { name: tenor, ${tenor} }\n`
    expect(await verdictFor(list('singers: 8, seats: 10', 'singers: 5, seats: 6'))).toBe('accepted')
    expect(await verdictFor(list('singers: 5, seats: 10', 'singers: 8, seats: 6'))).not.toBe(
      'accepted',
    )
  })

  test('[CONF-24] "never runs on" forbids, however far its "never" stands', async () => {
    const statuses = async (text: string) => {
      const task = 'A GitHub Actions workflow. It never runs on pull requests.'
      const path = '.github/workflows/night.yml'
      return (await obligationsOf({ task, path, text })).map(({ status }) => status)
    }
    const jobs = 'jobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: npm audit\n'
    expect(await statuses(`on:\n  push:\n${jobs}`)).not.toContain('unmet')
    expect(await statuses(`on:\n  push:\n  pull_request:\n${jobs}`)).toContain('unmet')
  })

  test('[CONF-24] names the key path and the line of what it found', async () => {
    const [port] = await obligationsOf({
      task: 'port 8080',
      path: 'compose.yaml',
      text: 'services:\n  web:\n    image: a:1\n    ports:\n      - "8080:80"\n',
    })
    expect(port?.evidence[0]?.where).toBe('services.web.ports.0.published, line 5')
  })

  test('[CONF-24] leaves what it cannot read to a person', async () => {
    const text = 'services:\n  web:\n    image: a:1\n'
    const task = 'A compose file that survives a crash of the host gracefully'
    expect(await verdict({ task, path: 'compose.yaml', text })).toBe('undecided')
    expect(
      await verdict({ task: 'A compose file for a ferry timetable', path: 'compose.yaml', text }),
    ).toBe('undecided')
  })

  test('[CONF-24] refuses no service for what another has, and nobody for what is installed', async () => {
    const text =
      'services:\n  web:\n    image: a:1\n    ports:\n      - "8080:80"\n  db:\n    image: b:1\n  cache:\n    image: c:1\n'
    const task = '- `web`\n- `db`\n- `cache`\n- db and cache publish no ports'
    expect(await verdict({ task, path: 'compose.yaml', text })).not.toBe('not_accepted')
    const message = 'A compose file with `web`. `docker` and `buildx` are installed.'
    expect(await verdict({ task: message, path: 'compose.yaml', text })).toBe('undecided')
  })

  test('[CONF-25] one unrelated file is accepted for none of the tasks', async () => {
    const text = 'services:\n  game:\n    image: example/game-server:2024.1\n'
    for (const { text: task, id } of cases.filter(({ right }) => right))
      for (const path of ['compose.yaml', 'answer.yaml'])
        expect([id, await verdict({ task, path, text })]).not.toEqual([id, 'accepted'])
  })
})

describe('the kind of a file', () => {
  test('is told by its name, then by its keys', async () => {
    expect(kindOfName('.github/workflows/ci.yml')).toBe('workflow')
    expect(kindOfName('deploy/docker-compose.prod.yml')).toBe('compose')
    expect(kindOfName('tsconfig.build.json')).toBe('tsconfig')
    expect(kindOfName('settings.yaml')).toBeNull()
    const { units } = await readFile({ path: 'x.yaml', text: 'on: push\njobs: {}\n', hint: '' })
    expect(kindOfEntries('yaml', units[0]!.entries)).toBe('workflow')
  })

  test.each([
    [
      'compose.yaml',
      'services:\n  web:\n    image: a:1\n    prots: ["80:80"]\n',
      /prots is no key.*ports is/,
    ],
    [
      'ci/.github/workflows/a.yml',
      'on: pushed\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: y\n',
      /on has a value/,
    ],
    ['tsconfig.json', '{"compilerOptions": {"stric": true}}', /stric is no key/],
    ['dependabot.yml', 'version: 1\nupdates: []\n', /version must be 2/],
    ['.eslintrc.json', '{"rules": {"eqeqeq": "sometimes"}}', /rules.eqeqeq/],
  ])('%s: what its reader refuses is found', async (path, text, message) => {
    const subject = {
      artifact: `\`\`\`\`yaml ${path}\n${text}\n\`\`\`\`\n`,
      task: { prompt: '', ideal_result: '' },
      project: projectOf({}),
    }
    const { findings } = await checks[0]!.run(subject, tools)
    expect(findings.map((finding) => finding.message)).toEqual([expect.stringMatching(message)])
  })

  test.each([
    ['.vscode/launch.json', '{\n  // how to start\n  "version": "0.2.0"\n}'],
    ['.env.example', 'BRIEFING_CRON=0 8 * * *'],
  ])('%s: what its reader takes is not refused', async (path, text) => {
    const subject = {
      artifact: `\`\`\`\`${path.startsWith('.env') ? 'env' : 'jsonc'} ${path}\n${text}\n\`\`\`\`\n`,
      task: { prompt: '', ideal_result: '' },
      project: projectOf({}),
    }
    expect((await checks[0]!.run(subject, tools)).findings).toEqual([])
    expect(kindOfName('Dockerfile.dockerignore')).toBeNull()
  })

  test('[CONF-29] what is asked of one service is not met by another', async () => {
    const text =
      'services:\n  api:\n    image: node:22\n    restart: always\n  db:\n    image: postgres:16\n'
    const asked = async (task: string) => {
      const list = await obligationsOf({
        task: `A compose file. ${task}`,
        path: 'compose.yaml',
        text,
      })
      return verdictOf(list).verdict
    }
    expect(await asked('api restarts always.')).toBe('accepted')
    expect(await asked('db restarts always.')).not.toBe('accepted')
    expect(await asked('The restart policy of db is always.')).not.toBe('accepted')
    expect(await asked('No `redis`.')).toBe('accepted')
    expect(await asked('No `postgres`.')).toBe('not_accepted')
  })

  test.each([
    'db is postgres 16. Mount ./data at /var/lib/postgresql/data.',
    'db is postgres 16, mount `./data` at `/var/lib/postgresql/data`.',
    'db is postgres 16. `./data` is mounted at `/var/lib/postgresql/data`.',
    'db is postgres 16. The volume `./data` at `/var/lib/postgresql/data`.',
    'db is postgres 16, volumes: ./data on /var/lib/postgresql/data',
  ])('a folder is mounted where it was asked for, and nowhere else: %s', async (task) => {
    const asked = async (...volumes: readonly string[]) => {
      const text = `services:\n  db:\n    image: postgres:16\n    volumes:\n${volumes.map((each) => `      - ${each}\n`).join('')}`
      const file = { task: `A compose file: ${task}`, path: 'compose.yaml', text }
      return verdictOf(await obligationsOf(file)).verdict
    }
    const target = '/var/lib/postgresql/data'
    expect(await asked(`./data:${target}`)).toBe('accepted')
    expect(await asked(`{ type: bind, source: ./data, target: ${target} }`)).toBe('accepted')
    expect(await asked('./data:/srv/data')).toBe('not_accepted')
    expect(await asked('./data:/backup', `./other:${target}`)).toBe('not_accepted')
  })

  test('a reason says what is wrong, and of which service', async () => {
    const text =
      'services:\n  web:\n    image: nginx:1.27\n    healthcheck: { test: curl -f localhost }\n  db:\n    image: postgres:16\n'
    const reasonsFor = async (task: string) =>
      (await obligationsOf({ task: `A compose file. ${task}`, path: 'compose.yaml', text }))
        .filter(({ status }) => status === 'unmet')
        .map(({ reason }) => reason)
    expect(await reasonsFor('Every service has a health check.')).toEqual([
      'db: there is no health check',
    ])
    expect(await reasonsFor('No `postgres`.')).toEqual([
      'postgres is there, against what was asked',
    ])
  })

  test.each([
    ['npm test', {}, 'accepted'],
    ['npm test', { if: "github.event_name == 'push'" }, 'accepted'],
    ['npm test', { if: '${{ !cancelled() }}' }, 'accepted'],
    ['npm test', { if: "github.event_name == 'never'" }, 'not_accepted'],
    ['npm test', { if: 'failure()' }, 'not_accepted'],
    ['npm test', { if: "github.actor == 'somebody'" }, 'undecided'],
    ['npm test', { 'continue-on-error': '${{ matrix.experimental }}' }, 'undecided'],
    ['npm test; echo ok', { shell: 'bash {0}' }, 'not_accepted'],
    ['npm test; echo ok', { shell: 'bash -e {0}' }, 'accepted'],
    ['npm test; echo ok', { shell: 'pwsh' }, 'undecided'],
    ['if ! npm test; then echo failed; fi', {}, 'not_accepted'],
    ['npm test & wait $!', {}, 'undecided'],
    ['until npm test; do sleep 1; done', {}, 'undecided'],
  ])('a failing test fails the build: %s %j: %s', async (run, step, expected) => {
    const text = JSON.stringify({
      on: ['push'],
      jobs: { test: { 'runs-on': 'ubuntu-24.04', steps: [{ run, ...step }] } },
    })
    const task = 'A GitHub workflow: fail the build when a test fails'
    const list = await obligationsOf({ task, path: '.github/workflows/ci.yml', text })
    expect(verdictOf(list).verdict).toBe(expected)
  })
})
