import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openWorkspace } from '../src/app.ts'
import { check, type CheckRequest } from '../src/check/check.ts'
import { freshFolder } from './support/folder.ts'

type Piece = {
  readonly kind: CheckRequest['kind']
  readonly files: Readonly<Record<string, string>>
  /** Advice that was wrong about such work, by its words. */
  readonly never: RegExp
}

const api = `openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
servers: [{ url: https://library.example.com }]
paths:
  /books:
    get:
      operationId: listBooks
      summary: List the books
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }
        - { name: cursor, in: query, schema: { type: string } }
      responses:
        '200':
          description: Books
          content:
            application/json:
              schema:
                anyOf:
                  - { type: array, items: { $ref: '#/components/schemas/Book' } }
                  - { type: object, properties: { items: { type: array, items: { $ref: '#/components/schemas/Book' } } } }
        default: { $ref: '#/components/responses/Error' }
  /apis: { get: { operationId: listApis, summary: List the APIs, responses: { '200': { description: Names, content: { application/json: { schema: { type: array, items: { type: string } } } } }, default: { $ref: '#/components/responses/Error' } } } }
  /starred: { get: { operationId: listStarred, summary: List what is starred, responses: { '200': { description: Names, content: { application/json: { schema: { type: array, items: { type: string } } } } }, default: { $ref: '#/components/responses/Error' } } } }
components:
  responses:
    Error: { description: Something went wrong, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
  schemas:
    Problem: { type: object, properties: { message: { type: string } } }
    Book: { type: object, properties: { book: { type: boolean }, eBook: { type: boolean }, title: { type: string } } }
`

const readme = `<p align="center"><img src="https://example.com/logo.svg" alt="Tidal" width="200"></p>

[![npm](https://img.shields.io/npm/v/tidal.svg)](https://npmjs.com/package/tidal) [![ci](https://github.com/x/tidal/workflows/ci/badge.svg)](https://github.com/x/tidal/actions)

Reads the level of the sea from public gauges.

## Usage

\`\`\`js
import { level } from 'tidal'
\`\`\`

PROTIP: ask at most once a minute, the gauges report no faster. See [how to help](CONTRIBUTING.md).

To build it, run \`npm install -g grunt-cli\`.

## Changelog

- **v2 (2026):** faster; requires Node.js 20+
- **v1 (2020):** requires Node.js 8+
`

const manifest = JSON.stringify({
  name: 'tidal',
  version: '2.0.0',
  license: 'MIT',
  repository: 'x/tidal',
  engines: { node: '>=22' },
  exports: './index.js',
})

const german = `# Gezeiten

Liest den Pegel der See von öffentlichen Messstellen. Die Werte werden einfach alle zehn Minuten erneuert und können beliebig oft abgefragt werden, usw.

## Gebrauch

Es werden alle Stellen abgefragt, die in der Nähe liegen. Das geht sehr schnell.
`

const pieces: Readonly<Record<string, Piece>> = {
  'types in comments of plain JavaScript': {
    kind: 'code',
    files: {
      'plain.js':
        "/**\n * @typedef {import('vfile').VFile} VFile\n * @param {Array<string>} names\n * @param {Missing} other\n * @returns {Promise<NotThere>}\n */\nexport async function join(names, other) {\n  /** @type {Number} */\n  var total = names.length\n  return names.join(other) + total\n}\n",
    },
    never: /./,
  },
  'a package that is asked for by its folder': {
    kind: 'code',
    files: {
      'example.js': "const queue = require('./')(work, 1)\nfunction work () {}\nqueue.push(1)\n",
      'package.json': '{ "name": "queue", "main": "queue.js" }',
    },
    never: /compile/,
  },
  'lists in anyOf, errors by default, eBook beside book, apis and starred, no licence': {
    kind: 'openapi',
    files: { 'api.yaml': api },
    never: /holds no list|same property|is plural|licen[cs]e|books.*(?:4\d\d|error)/i,
  },
  'a server of nginx without listen': {
    kind: 'config',
    files: {
      'nginx.conf':
        'events {}\nhttp {\n  server {\n    server_name example.com;\n    root /srv/www;\n  }\n}\n',
    },
    never: /listen/,
  },
  'badges, a logo, PROTIP, old versions and files of the repository in a README': {
    kind: 'docs',
    files: {
      'README.md': readme,
      'package.json': manifest,
      'index.js': 'export const level = () => 3\n',
    },
    never: /sentence|title|PROTIP|CONTRIBUTING|Node|grunt/,
  },
  'words of another language': { kind: 'docs', files: { 'LIESMICH.md': german }, never: /./ },
  'YAML with the name of a JSON dialect': {
    kind: 'config',
    files: { '.eslintrc.yml': 'root: true\nrules:\n  eqeqeq: error\n' },
    never: /./,
  },
  'an empty object': {
    kind: 'config',
    files: { 'tsconfig.json': '{\n  // the defaults\n}\n' },
    never: /./,
  },
}

describe('what real files do on purpose', () => {
  test.for(Object.entries(pieces))('%s is accepted', async ([, { kind, files, never }]) => {
    const cwd = freshFolder()
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true })
      writeFileSync(join(cwd, name), text)
    }
    const workspace = await openWorkspace({ cwd, root: cwd, env: process.env })
    if (!workspace.ok) throw new Error(workspace.error.what)
    const [main = ''] = Object.keys(files)
    const checked = await check(workspace.value, { kind, paths: [main] })
    if (!checked.ok) throw new Error(checked.error.what)
    const [subject] = checked.value.subjects
    const unmet = subject?.obligations.filter(({ status, weight }) => {
      return status === 'unmet' && weight === 'must'
    })
    expect(unmet).toEqual([])
    const messages = subject?.findings.map(({ message }) => message) ?? []
    expect(messages.filter((message) => never.test(message))).toEqual([])
  })
})
