import { describe, expect, test } from 'vitest'
import { projectOf, tools } from '../../../bench/document-defects-report.ts'
import { examFrom, examine } from '../../obligations/exam.ts'
import { verdictOf } from '../../obligations/verdict.ts'
import { checks } from './catalog.ts'
import { openConfigurationExaminer } from './exam.ts'

const verdictFor = async (path: string, text: string, task: string) => {
  const examiner = await openConfigurationExaminer({ path, text, task })
  const obligations = await examine(examFrom(task, 'task', examiner.vocabulary), examiner, 'hash')
  return verdictOf(obligations).verdict
}

/** A file that is right, and what is put in place of a part of it to make it wrong. */
type Pair = readonly [about: string, from: string, to: string, verdict?: string]
const pairsOf = (path: string, right: string, task: string, pairs: readonly Pair[]) => {
  test(`[CONF-30] ${path}: done is accepted`, async () => {
    expect(await verdictFor(path, right, task)).toBe('accepted')
  })
  test.each(pairs)(
    `[CONF-30] ${path}: %s is not accepted`,
    async (_, from, to, verdict = 'undecided') => {
      const wrong = right.replace(from ?? '', to ?? '')
      expect(wrong).not.toBe(right)
      expect(await verdictFor(path, wrong, task)).toBe(verdict)
    },
  )
}

describe('what is asked of one thing holds for that thing', () => {
  const update = (name: string, interval: string, more = '') =>
    `  - package-ecosystem: ${name}\n    directory: /\n    schedule: { interval: ${interval} }\n${more}`
  pairsOf(
    '.github/dependabot.yml',
    `version: 2\nupdates:\n${update('npm', 'weekly')}${update('docker', 'monthly')}`,
    '- package-ecosystem npm / weekly\n- package-ecosystem docker / monthly',
    [
      [
        'the interval of another entry',
        `${update('npm', 'weekly')}${update('docker', 'monthly')}`,
        `${update('npm', 'monthly')}${update('docker', 'weekly')}`,
      ],
      [
        'an entry that is switched off',
        update('npm', 'weekly'),
        update('npm', 'weekly', '    open-pull-requests-limit: 0\n'),
      ],
    ],
  )

  pairsOf(
    'compose.yaml',
    'services:\n  mill:\n    image: a:1\n    restart: always\n  oven:\n    image: b:1\n    restart: always\n',
    '| Service | Image | Note |\n|---|---|---|\n| mill | `a:1` | |\n| oven | `b:1` | |\n\n- restart is always',
    [
      ['another value for one of them', 'restart: always', 'restart: "no"'],
      ['a service that starts for a profile only', 'image: a:1', 'image: a:1\n    profiles: [x]'],
      ['a service of which none runs', 'image: a:1', 'image: a:1\n    scale: 0'],
    ],
  )

  pairsOf(
    'nginx.conf',
    'server {\n  listen 8443;\n  server_name a.example;\n  location /api/ {\n    proxy_pass http://127.0.0.1:5000;\n  }\n}\nserver {\n  listen 80;\n  server_name b.example;\n}\n',
    'nginx:\n- server_name a.example\n- listen 8443\n- location /api/ with proxy_pass http://127.0.0.1:5000',
    [
      [
        'a port of another server',
        'listen 8443;\n  server_name a.example;',
        'listen 81;\n  server_name a.example;\n}\nserver {\n  listen 8443;\n  server_name c.example;\n}\nserver {\n  server_name a.example.org;',
      ],
      ['an answer that comes before all else', 'listen 8443;', 'listen 8443;\n  return 503;'],
      ['a place that nobody may enter', 'location /api/ {', 'location /api/ {\n    deny all;'],
    ],
  )

  const pod = (label: string) =>
    `  template:\n    metadata: { labels: { app: ${label} } }\n    spec:\n      containers:\n        - { name: a, image: "a:1", ports: [{ containerPort: 80 }] }\n`
  pairsOf(
    'beacon.yaml',
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: beacon }\nspec:\n  replicas: 2\n  selector: { matchLabels: { app: beacon } }\n${pod('beacon')}---\napiVersion: v1\nkind: Service\nmetadata: { name: beacon }\nspec:\n  selector: { app: beacon }\n  ports: [{ port: 80, targetPort: 80 }]\n`,
    'Kubernetes\n- Deployment `beacon`\n- Service `beacon`\n- image `a:1`',
    [
      ['a service without pods', 'selector: { app: beacon }', 'selector: { app: other }'],
      ['a port that no pod opens', 'targetPort: 80', 'targetPort: 81'],
      ['none of it', 'replicas: 2', 'replicas: 0'],
      ['an image that only prepares', 'containers:', 'initContainers:'],
    ],
  )

  pairsOf(
    'tsconfig.json',
    '{ "compilerOptions": { "strict": true }, "include": ["src"] }',
    '- strict is true\n- include `src`',
    [
      ['a switch that others take back', 'true', 'true, "strictNullChecks": false'],
      ['a folder that is left out again', '["src"]', '["src"], "exclude": ["src/**"]'],
    ],
  )

  pairsOf('.prettierrc.json', '{ "singleQuote": true, "tabWidth": 2 }', '- `singleQuote` is true', [
    [
      'an override',
      '"tabWidth": 2',
      '"overrides": [{ "files": "*", "options": { "singleQuote": false } }]',
    ],
  ])
})

describe('a key and its value, and nothing else in the sentence', () => {
  const manifest =
    '{ "name": "moss", "license": "Apache-2.0", "dependencies": { "fastify": "^5.0.0" } }'
  test.each([
    ['license is Apache-2.0', 'accepted'],
    ['license is MIT-0', 'undecided'],
    ['dependency `fastify` ^5.0.0', 'accepted'],
    ['dependency `fastify` ^4.0.0', 'not_accepted'],
    ['dev dependency `fastify`', 'not_accepted'],
  ])('[CONF-24] %s: %s', async (task, verdict) => {
    expect(await verdictFor('package.json', manifest, task)).toBe(verdict)
  })

  const python =
    '[project]\nname = "kelp"\nrequires-python = ">=3.11"\n\n[tool.ruff]\nline-length = 96\n'
  test.each([
    ['`[tool.ruff]`', 'accepted'],
    ['`[tool.black]`', 'not_accepted'],
    ['requires-python is >=3.11', 'accepted'],
    ['requires-python is >=3.12', 'not_accepted'],
  ])('[CONF-24] %s: %s', async (task, verdict) => {
    expect(await verdictFor('pyproject.toml', python, task)).toBe(verdict)
  })

  test('[CONF-24] what is set, but no amount, is shown as it is', async () => {
    const task = 'A .env file\n- `DEPTH` is at most 6'
    expect(await verdictFor('.env', 'DEPTH=4\n', task)).toBe('accepted')
    expect(await verdictFor('.env', 'DEPTH=-1e9\n', task)).toBe('undecided')
  })
})

test.each([
  [
    'a selector that asks for other pods',
    'a.yaml',
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: a }\nspec:\n  selector: { matchLabels: { app: b } }\n  template:\n    metadata: { labels: { app: a } }\n    spec: { containers: [{ name: a, image: "a:1" }] }\n',
    /app: b, which its own pods do not have/,
  ],
  [
    'a field that the reader does not know',
    'a.yaml',
    'apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec:\n  hostNetwrk: true\n  containers: [{ name: a, image: "a:1" }]\n',
    /hostNetwrk is no key of .*hostNetwork is/,
  ],
  [
    'a service that is not there',
    'compose.yaml',
    'services:\n  a:\n    image: a:1\n    depends_on: [b]\n',
    /there is no service b/,
  ],
  [
    'a job that is not there',
    '.github/workflows/a.yml',
    'on: push\njobs:\n  a:\n    runs-on: x\n    needs: b\n    steps: [{ run: y }]\n',
    /there is no job b/,
  ],
  [
    'a misspelt directive',
    'nginx.conf',
    'server {\n  listen 80;\n  servr_name a;\n}\n',
    /server_name is one/,
  ],
])('[CONF-31] what the reader of a file refuses is found: %s', async (_, path, text, message) => {
  const artifact = `\`\`\`\`${path.endsWith('conf') ? 'nginx' : 'yaml'} ${path}\n${text}\n\`\`\`\`\n`
  const subject = { artifact, task: { prompt: '', ideal_result: '' }, project: projectOf({}) }
  const all = await Promise.all(checks.slice(0, 2).map((check) => check.run(subject, tools)))
  expect(all.flatMap(({ findings }) => findings.map((one) => one.message))).toEqual([
    expect.stringMatching(message),
  ])
})

test('[CONF-31] a directive that only a module may bring is for a person; another program has its own', async () => {
  const verdictOn = async (text: string) => {
    const artifact = `\`\`\`\`nginx nginx.conf\n${text}\n\`\`\`\`\n`
    const subject = { artifact, task: { prompt: '', ideal_result: '' }, project: projectOf({}) }
    return (await checks[0]!.run(subject, tools)).verdict
  }
  expect(await verdictOn('server {\n  listen 80;\n  brotli on;\n}\n')).toBe('pass')
  expect(await verdictOn('server {\n  listen 80;\n  client_maximum_of_bodies 3m;\n}\n')).not.toBe(
    'pass',
  )
  expect(await verdictOn('map $a $b {\n  x y;\n}\nserver {\n  listen 80;\n}\n')).toBe('pass')
  expect(await verdictOn('zone "a" {\n  type master;\n  file "x";\n};\n')).not.toBe('undecided')
})
