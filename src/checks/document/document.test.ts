import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bench } from '../../../bench/document-defects.ts'
import { bases } from '../../../bench/document-defects-bases.ts'
import { measure, projectOf, tools } from '../../../bench/document-defects-report.ts'
import { checks } from './catalog.ts'
import { slugOf } from './slug.ts'

const [library, tool, guide] = bases
const run = (
  rule: string,
  artifact: string,
  more: { prompt?: string; files?: Readonly<Record<string, string>> } = {},
) =>
  checks
    .find(({ id }) => id === `document/${rule}`)!
    .run(
      {
        artifact,
        task: { prompt: more.prompt ?? 'Write a README', ideal_result: '' },
        project: projectOf(more.files ?? library!.files),
      },
      tools,
    )
const linesOf = async (rule: string, artifact: string, more: Parameters<typeof run>[2] = {}) =>
  (await run(rule, artifact, more)).findings.map(({ place }) => place.line)

describe('every document check', () => {
  test.each(checks.map((check) => [check.id, check] as const))(
    '[DOC-1] %s fails what is empty, blank or binary',
    async (_, check) => {
      for (const artifact of ['', '  \n\n', '\u0000\u0001\u0002', '#'])
        expect(
          (await check.run({ artifact, task: library!.task, project: projectOf({}) }, tools))
            .verdict,
        ).toBe('fail')
    },
  )

  test.each(
    bases.flatMap((base) => checks.map((check) => [base.name, check.id, base, check] as const)),
  )('[DOC-2] a good %s passes %s', async (_, __, base, check) => {
    const outcome = await check.run(
      { artifact: base.artifact, task: base.task, project: projectOf(base.files) },
      tools,
    )
    expect(outcome.findings).toEqual([])
    expect(['pass', 'na']).toContain(outcome.verdict)
  })

  test('[DOC-3] never throws, whatever the text', async () => {
    const scraps = fc.constantFrom(
      '# ',
      '\n',
      '```',
      '[a](b',
      '](#)',
      '|',
      '- ',
      '1. ',
      '<a href="',
      '`',
      '**',
      '[^1]',
      '...',
      'npm run ',
      "import { a } from 'b'",
      '\r',
      '\t',
      '日本',
      '🙂',
      '\\',
      '> ',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(scraps, fc.string({ maxLength: 12 })), { maxLength: 30 }),
        async (parts) => {
          for (const check of checks)
            await check.run(
              { artifact: parts.join(''), task: library!.task, project: projectOf(library!.files) },
              tools,
            )
        },
      ),
      { numRuns: 60, seed: 7 },
    )
  })

  test(
    '[DOC-4] finds planted defects and leaves good documents alone',
    { timeout: 120_000 },
    async () => {
      const report = await measure({ ...bench, seeds: 1 })
      expect(report.cleanAlarms).toEqual([])
      expect(report.benignAlarms).toEqual([])
      expect(report.fixes.harmed).toEqual([])
      expect(report.fixes.helped).toBe(report.fixes.offered)
      expect(report.tuned.right / report.tuned.total).toBeGreaterThanOrEqual(0.9)
      expect(report.heldOut.right / report.heldOut.total).toBeGreaterThanOrEqual(0.9)
      expect(report.classes.length).toBeGreaterThanOrEqual(40)
    },
  )

  test('[DOC-5] refuses texts that would stall the parser instead of stalling', async () => {
    const started = performance.now()
    expect((await run('structure', '*a'.repeat(100_000))).verdict).toBe('fail')
    expect((await run('structure', `${'> '.repeat(5_000)}x`)).verdict).toBe('fail')
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})

describe('accuracy', () => {
  test('[DOC-6] is undecided where nothing can be held against the project', async () => {
    expect((await run('accuracy', '# Notes\n\nSome text about nothing at all.\n')).verdict).toBe(
      'undecided',
    )
    expect((await run('accuracy', library!.artifact, { files: {} })).verdict).toBe('undecided')
  })

  test('[DOC-7] names the line and repairs what package.json knows', async () => {
    const outcome = await run(
      'accuracy',
      '# x\n\nText.\n\n```sh\nnpm install date-spann\nnpm run biuld\n```\n',
    )
    expect(outcome.findings.map(({ place, fix }) => [place.line, fix?.edits[0]?.text])).toEqual([
      [6, 'date-span'],
      [7, 'build'],
    ])
  })

  test('[DOC-8] leaves other packages, addresses and commands in peace', async () => {
    const artifact =
      "# date-span\n\nCounts days.\n\n```sh\nnpm install date-span\ngit clone https://github.com/other/thing\n```\n\n```js\nimport express from 'express'\nimport { addDays } from 'date-span'\nimport { x } from 'https://esm.sh/date-span'\n```\n"
    expect((await run('accuracy', artifact)).verdict).toBe('pass')
  })
})

describe('sections', () => {
  test('[DOC-9] asks for what the task names, else for what the kind of document needs', async () => {
    const text = '# A\n\nSays what it is for.\n\n## Context\n\nText here.\n'
    const named = await run('sections', text, {
      prompt: 'Write a document with sections Context, Risks and Rollout plan',
    })
    expect(named.findings.map(({ message }) => message)).toEqual([
      'the section "Risks" is missing',
      'the section "Rollout plan" is missing',
    ])
    const record = await run('sections', text, { prompt: 'Write an ADR about queues' })
    expect(record.findings.map(({ message }) => message)).toEqual([
      'the section "Status" is missing',
      'the section "Decision" is missing',
      'the section "Consequences" is missing',
    ])
  })

  test('[DOC-10] does not take an empty heading for a section', async () => {
    expect(
      await linesOf(
        'sections',
        library!.artifact.replace(/(## Usage\n)[\s\S]*?(?=## API)/, '$1\nTBD\n\n'),
      ),
    ).toEqual([21])
  })
})

describe('examples', () => {
  test('[DOC-11] reads each snippet in its own language', async () => {
    const block = (language: string, code: string) =>
      `# T\n\nSome words here:\n\n\`\`\`${language}\n${code}\n\`\`\`\n`
    for (const [language, code] of [
      ['json', '{"a": }'],
      ['yaml', 'a: b: c'],
      ['ts', 'const a: = 1'],
      ['sh', 'echo "open'],
      ['toml', 'a = '],
      ['js', 'const a = {'],
    ] as const)
      expect([language, await linesOf('examples', block(language, code))]).toEqual([language, [6]])
    for (const [language, code] of [
      ['json', '{ "a": 1 } // note'],
      ['ts', 'slugify(text: string, options?: Options): string'],
      ['js', 'const { a, ...rest } = b'],
      ['sh', "cat <<EOF\nit's\nEOF"],
      ['yaml', '---\na: 1\n---\nb: 2'],
    ] as const)
      expect([language, await linesOf('examples', block(language, code))]).toEqual([language, []])
  })
})

describe('clarity', () => {
  test('[DOC-12] tells filler from the same words used well', async () => {
    const judge = (sentence: string) => linesOf('clarity', `# T\n\n${sentence}\n`)
    for (const bad of [
      'Simply run it now.',
      'You just add a file.',
      'Files, folders, etc. are read.',
      'Use the appropriate settings.',
      'This is TBD for now.',
    ])
      expect([bad, await judge(bad)]).toEqual([bad, [3]])
    for (const good of [
      'It is just-in-time compiled code.',
      'Not just run once, but twice.',
      'A todo list for two people.',
      'The correct value of the key is 3.',
    ])
      expect([good, await judge(good)]).toEqual([good, []])
  })

  test('[DOC-13] drops a filler word and hands its capital on', async () => {
    const { findings } = await run('clarity', '# T\n\nSimply restart the program.\n')
    expect(findings[0]?.fix?.edits).toEqual([{ start: 5, end: 13, text: 'R' }])
  })
})

describe('structure', () => {
  test('[DOC-14] moves a whole part when a level is skipped', async () => {
    const { findings } = await run(
      'structure',
      '# A\n\nText.\n\n### B\n\nText.\n\n#### C\n\nText.\n',
    )
    expect(findings[0]?.fix?.edits.map(({ text }) => text)).toEqual(['##', '###'])
  })
})

describe('cross references', () => {
  test('[DOC-15] follow the slugs of GitHub, repeated headings included', async () => {
    expect(slugOf('What’s new in C++ & Node.js?')).toBe('whats-new-in-c--nodejs')
    expect(
      await linesOf(
        'cross-refs',
        '# A\n\n[x](#usage-1) [y](#usage) [z](#usage-2)\n\n## Usage\n\nText.\n\n## Usage\n\nText.\n',
      ),
    ).toEqual([3])
  })

  test('[DOC-16] offer the one near heading and no guess among several', async () => {
    const { findings } = await run(
      'cross-refs',
      '# A\n\n[x](#instalation)\n\n## Installation\n\nText.\n',
    )
    expect(findings[0]?.fix?.edits[0]?.text).toBe('#installation')
  })
})

describe('consistency', () => {
  test('[DOC-17] spells names one way in prose and leaves code and addresses alone', async () => {
    expect(
      await linesOf(
        'consistency',
        '# A\n\nThe code is on Github, see `github` and <https://github.com/a/b>.\n',
      ),
    ).toEqual([3])
    expect(
      await linesOf(
        'consistency',
        '# A\n\nSee github.com/acme and the `typescript` package on GitHub.\n',
      ),
    ).toEqual([])
  })
})

describe('audience', () => {
  test('[DOC-25] takes no name for an acronym that the document writes as code or as a word', async () => {
    const text =
      '# Loop\n\nIn PLAN the agent makes a plan for the next steps of the loop. The variable `LANG` says the\nlanguage, and LANG is kept. The QZXW decides about everything that is left over here.\n'
    expect(await linesOf('audience', text, { prompt: 'Write it for beginners' })).toEqual([4])
  })

  test('[DOC-18] asks more for beginners and less of basics for experts', async () => {
    const text =
      '# A\n\nThe tool offers an API for programs. Open your terminal and call `run()` to begin with it.\n'
    expect(await linesOf('audience', text)).toEqual([])
    expect(await linesOf('audience', text, { prompt: 'Write it for beginners' })).toEqual([3])
    expect(await linesOf('audience', text, { prompt: 'Write it for experts' })).toEqual([3])
  })

  test('[DOC-19] reads the guide as written for beginners', async () => {
    expect(
      await linesOf('audience', guide!.artifact, {
        prompt: guide!.task.prompt,
        files: guide!.files,
      }),
    ).toEqual([])
    expect(tool!.name).toBe('tool')
  })
})

describe('accuracy of defaults', () => {
  test('[DOC-24] holds a documented default against the source', async () => {
    const files = {
      'package.json': JSON.stringify({ name: 'tiny-slug', exports: './src/index.js' }),
      'src/index.js': "export function slugify(text, { separator = '-' } = {}) {\n}\n",
    }
    const text = (value: string) =>
      `# tiny-slug\n\nMakes slugs.\n\n- \`separator\` stands between words, default \`${value}\`.\n`
    expect(await linesOf('accuracy', text('-'), { files })).toEqual([])
    expect(await linesOf('accuracy', text('_'), { files })).toEqual([5])
  })
})
