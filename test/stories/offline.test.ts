import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../support/folder.ts'
import { evolution, lw, readEvents, readRun } from '../support/workspace.ts'
import { nodeTests } from '../support/small-project.ts'

function smallPackage(folder: string): void {
  mkdirSync(join(folder, 'src'))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      name: 'word-count',
      version: '2.1.0',
      description: 'Counts words in texts and files',
      license: 'MIT',
      type: 'module',
      exports: './src/index.js',
      bin: { 'word-count': './src/cli.js' },
      scripts: { test: nodeTests, lint: 'eslint .' },
      engines: { node: '>=20' },
    }),
  )
  writeFileSync(
    join(folder, 'src', 'index.js'),
    '/** Counts the words of a text. */\nexport function countWords(text) {\n  return text.split(/\\s+/).filter(Boolean).length\n}\n\n/** The most frequent words of a text. */\nexport function topWords(text, limit = 10) {\n  return []\n}\n',
  )
  writeFileSync(
    join(folder, 'src', 'cli.js'),
    "#!/usr/bin/env node\nimport { countWords } from './index.js'\nprocess.stdout.write(String(countWords(process.argv[2] ?? '')))\n",
  )
}

const tasks = [
  [
    'an OpenAPI specification',
    'OpenAPI 3.1 spec for a course platform: courses with CRUD, lessons of a course (list, create), and enrollments that students can create and delete',
    () => undefined,
  ],
  ['a README for a small package', 'README for this package', smallPackage],
] as const

describe('the embedded offline agent', () => {
  test.each(tasks)('makes %s that reaches its threshold', async (_, task, prepare) => {
    const folder = freshFolder()
    prepare(folder)
    const ran = await lw(folder, ['new', task, '--alias', 'offline-run', '--yes', '--json'])
    expect(ran.status, ran.stdout + ran.stderr).toBe(0)
    const evaluations = readEvents(folder, 'offline-run')
      .filter(({ event }) => event === 'evaluation_done')
      .map(({ payload }) => payload as { score: number; passed: boolean })
    expect(evaluations.at(-1)).toMatchObject({ passed: true })
    expect(readRun(folder, 'offline-run')).toMatchObject({
      status: 'completed',
      stop: { reason: 'threshold_reached' },
    })
  })

  test.each(tasks)(
    '[OFFLINE-2] makes %s deterministically, to the byte',
    async (_, task, prepare) => {
      const make = async () => {
        const folder = freshFolder()
        prepare(folder)
        await lw(folder, ['new', task, '--alias', 'offline-run', '--yes', '--json'])
        return readFileSync(evolution(folder, 'offline-run', 'artifact.md'), 'utf8')
      }
      expect(await make()).toBe(await make())
    },
  )

  test('[OFFLINE-3] says plainly that it is not a model where only a model could help', async () => {
    const folder = freshFolder()
    const ran = await lw(folder, [
      'new',
      'a poem about the sea',
      '--type',
      'code',
      '--yes',
      '--quiet',
      '--max-iterations=1',
    ])
    expect(ran.status).toBe(2)
    expect(ran.stderr).toContain('not a model')
    expect(ran.stderr).toContain('bind an agent')
    expect(readdirSync(folder)).not.toContain('.ai-factory')
  })

  test('leaves a rule that nothing can verify to a person, and parks', async () => {
    const folder = freshFolder()
    smallPackage(folder)
    writeFileSync(
      join(folder, 'gates.yaml'),
      'name: taste\nversion: 1\nphase: { A: { threshold: 0.8, active_levels: [A] }, B: { threshold: 0.9, active_levels: [A, B] } }\nrules:\n  - { id: a.quality.taste, description: tasteful, severity: fail, phase: A, check: the text is tasteful }\n',
    )
    const ran = await lw(folder, [
      'new',
      'README for this package',
      '--criteria',
      'gates.yaml',
      '--yes',
      '--quiet',
    ])
    expect(ran.status).toBe(3)
    expect(ran.stdout).toContain('a.quality.taste')
    expect(ran.stdout).toContain('loopwright answer')
  })
})
