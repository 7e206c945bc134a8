import { describe, expect, test } from 'vitest'
import { examFrom, examine } from '../../obligations/exam.ts'
import { verdictOf } from '../../obligations/verdict.ts'
import { openConfigurationExaminer } from './exam.ts'

const verdictFor = async (path: string, text: string, task: string) => {
  const examiner = await openConfigurationExaminer({ path, text, task })
  const obligations = await examine(examFrom(task, 'task', examiner.vocabulary), examiner, 'hash')
  return verdictOf(obligations).verdict
}

/** Two marks of the file change places: what is asked of one thing then holds for the other. */
const swapped = (text: string, one: string, other: string): string =>
  text
    .split(one)
    .map((part) => part.replaceAll(other, one))
    .join(other)

const compose = `services:
  mill:
    image: acme/mill:1.0
    ports: ["8001:80"]
    volumes: ["grain:/data"]
  oven:
    image: acme/oven:2.0
    ports: ["8002:80"]
    volumes: ["bread:/data"]
volumes:
  grain:
  bread:
`
const resource = (kind: string, name: string, own: string) =>
  `kind: ${kind}\nmetadata:\n  name: ${name}\nspec:\n${own}`
const deployment = (name: string, replicas: number) =>
  `apiVersion: apps/v1\n${resource(
    'Deployment',
    name,
    `  replicas: ${replicas}\n  selector: { matchLabels: { app: ${name} } }\n  template:\n    metadata: { labels: { app: ${name} } }\n    spec:\n      containers:\n        - { name: ${name}, image: "shop/${name}:1.0" }\n`,
  )}`
const cronJob = (name: string, schedule: string) =>
  `apiVersion: batch/v1\n${resource(
    'CronJob',
    name,
    `  schedule: "${schedule}"\n  jobTemplate:\n    spec:\n      template:\n        spec:\n          restartPolicy: Never\n          containers:\n            - { name: ${name}, image: "ops/${name}:1.0" }\n`,
  )}`
const server = (port: number, name: string, to: number) =>
  `server {\n  listen ${port};\n  server_name ${name};\n  location / {\n    proxy_pass http://127.0.0.1:${to};\n  }\n}\n`

type Swap = readonly [one: string, other: string, verdict: string]
type Case = {
  readonly path: string
  readonly right: string
  readonly task: string
  readonly swap: Swap
}

describe('what a sentence asks of a thing that it names is not met by another one', () => {
  test.each<readonly [string, Case]>([
    [
      'images of services',
      {
        path: 'compose.yaml',
        right: compose,
        task: '- Service `mill`: image `acme/mill:1.0`\n- Service `oven`: image `acme/oven:2.0`',
        swap: ['acme/mill:1.0', 'acme/oven:2.0', 'not_accepted'],
      },
    ],
    [
      'ports of services',
      {
        path: 'compose.yaml',
        right: compose,
        task: '- Service `mill` on port 8001\n- Service `oven` on port 8002',
        swap: ['8001', '8002', 'not_accepted'],
      },
    ],
    [
      'port mappings',
      {
        path: 'compose.yaml',
        right: compose,
        task: '- Service `mill`: image `acme/mill:1.0`, published on port 8001 of the host to 80 in the container',
        swap: ['8001', '8002', 'not_accepted'],
      },
    ],
    [
      'volumes',
      {
        path: 'compose.yaml',
        right: compose,
        task: '- volume `grain` for `mill`\n- volume `bread` for `oven`',
        swap: ['grain:/', 'bread:/', 'undecided'],
      },
    ],
    [
      'replicas of deployments',
      {
        path: 'k8s.yaml',
        right: `${deployment('gate', 2)}---\n${deployment('stock', 5)}`,
        task: '- a Deployment `gate` with the image `shop/gate:1.0` and 2 replicas\n- a Deployment `stock` with the image `shop/stock:1.0` and 5 replicas',
        swap: ['replicas: 2', 'replicas: 5', 'not_accepted'],
      },
    ],
    [
      'schedules, where the container is called as its job',
      {
        path: 'k8s.yaml',
        right: `${cronJob('backup', '0 2 * * *')}---\n${cronJob('report', '0 6 * * 1')}`,
        task: '- a CronJob `backup` with the schedule `0 2 * * *` and the image `ops/backup:1.0`\n- a CronJob `report` with the schedule `0 6 * * 1` and the image `ops/report:1.0`',
        swap: ['0 2 * * *', '0 6 * * 1', 'undecided'],
      },
    ],
    [
      'ports of server blocks',
      {
        path: 'nginx.conf',
        right: `${server(8081, 'shop.example', 3001)}${server(8082, 'blog.example', 3002)}`,
        task: '- server `shop.example` listens on 8081 and proxies to http://127.0.0.1:3001\n- server `blog.example` listens on 8082 and proxies to http://127.0.0.1:3002',
        swap: ['8081', '8082', 'undecided'],
      },
    ],
    [
      'what server blocks pass on',
      {
        path: 'nginx.conf',
        right: `${server(8081, 'shop.example', 3001)}${server(8082, 'blog.example', 3002)}`,
        task: '- server `shop.example` listens on 8081 and proxies to http://127.0.0.1:3001\n- server `blog.example` listens on 8082 and proxies to http://127.0.0.1:3002',
        swap: ['3001', '3002', 'undecided'],
      },
    ],
  ])('[CONF-29] %s', async (_, { path, right, task, swap: [one, other, verdict] }) => {
    expect(await verdictFor(path, right, task)).toBe('accepted')
    const wrong = swapped(right, one, other)
    expect(wrong).not.toBe(right)
    expect(await verdictFor(path, wrong, task)).toBe(verdict)
  })

  test('[CONF-29] of two things that a sentence names either may have it', async () => {
    const waits = compose.replace(
      '    volumes: ["bread',
      '    depends_on: [mill]\n    volumes: ["bread',
    )
    expect(await verdictFor('compose.yaml', waits, '- `oven` depends on `mill`')).toBe('accepted')
  })
})
