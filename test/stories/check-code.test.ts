import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AcceptanceResult } from '../../src/checks/acceptance/acceptance-result.ts'
import { makeProject, nodeTested, withScripts, type Files } from '../support/small-project.ts'
import { lw, startLw } from '../support/workspace.ts'

const edit = (folder: string, files: Files) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text ?? '')
  }
}

const git = (folder: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })

/** A project whose state is committed, so that what follows is a change. */
function committed(changes: Files = {}): string {
  const folder = makeProject({ ...nodeTested, ...changes })
  git(folder, 'init', '--quiet', '--initial-branch=main')
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--message=first')
  return folder
}

type Json = {
  readonly passed: boolean
  readonly exit: number
  readonly scope: string
  readonly files: readonly string[]
  readonly status: string
  readonly base: string | null
  readonly acceptance_result: {
    readonly build_passed: boolean
    readonly dimension_scores: Record<string, number>
  }
  readonly findings: readonly {
    readonly rule: string
    readonly part: string
    readonly since: string
    readonly path: string | null
    readonly line: number | null
  }[]
  readonly notes: readonly string[]
  readonly measurement: { readonly before: { readonly seconds: number } | null }
}

const asJson = async (folder: string, ...args: readonly string[]) => {
  const ran = await lw(folder, ['check', 'code', '.', '--format', 'json', ...args])
  if (ran.stdout === '') throw new Error(ran.stderr)
  return { ...ran, report: JSON.parse(ran.stdout) as Json }
}

const lineless = 'export const half = (price: number): number => price / 2\n'

describe('check code with a folder', () => {
  test('shows bars, facts and what to do, and exits 0 for a sound project', async () => {
    const { status, stdout } = await lw(makeProject(), ['check', 'code', '.'])
    expect(status).toBe(0)
    expect(stdout).toMatch(/Architecture\s+█{20}\s+10\s+25 %/)
    expect(stdout).toMatch(/^accepted: all 6 obligations are met\n/)
    expect(stdout).toMatch(/Acceptance\s+█{20}\s+10\.0\s+needs 7\.0/)
    expect(stdout).toMatch(/✓ tests\s+2 passed\s+npm run test/)
    expect(stdout).toContain('behind walls, no network')
  })

  test('tells every finding with file and line in every format, and exits 1', async () => {
    const folder = makeProject({
      ...nodeTested,
      'src/price.ts': "// TODO: do it\nexport const discounted = (price: number): number => 'x'\n",
    })
    const pretty = await lw(folder, ['check', 'code', '.'])
    expect(pretty.status).toBe(1)
    expect(pretty.stdout).toContain(
      "src/price.ts:2:54: Type 'string' is not assignable to type 'number'. (TS2322)",
    )
    expect(pretty.stdout).toMatch(/^not accepted: \d of 6 obligations unmet/)
    expect(pretty.stdout).toContain('→ repair the build first')
    const { report } = await asJson(folder)
    expect(AcceptanceResult.safeParse(report.acceptance_result).success).toBe(true)
    expect(report).toMatchObject({ exit: 1, status: 'needs_review', scope: 'project' })
    // the other formats show the same, and need no tests for it
    edit(folder, { ...withScripts({ build: 'tsc -p tsconfig.json' }), 'src/price.test.ts': '' })
    const sarif = JSON.parse((await lw(folder, ['check', 'code', '.', '--format', 'sarif'])).stdout)
    expect(JSON.stringify(sarif.runs[0].results)).toContain('"ruleId":"build/error"')
    const junit = await lw(folder, ['check', 'code', '.', '--format', 'junit', '-o', 'out.xml'])
    expect(junit.status).toBe(1)
    expect(readFileSync(join(folder, 'out.xml'), 'utf8')).toMatch(
      /<testcase name="code.build: [^>]*>\s*<failure/,
    )
    const markdown = (await lw(folder, ['check', 'code', '.', '--format', 'markdown'])).stdout
    expect(markdown).toContain('| Build | 0 | 15 % |')
    expect(markdown).toContain('```aif-gate-result')
  })

  test('[CHECKCODE-3] judges a change by what it is to blame for, against a commit that is measured once', async () => {
    const old = { 'src/old.ts': 'export const old: number = "broken"\n' }
    const folder = committed(old)
    edit(folder, {
      'src/half.ts': lineless,
      'src/half.test.ts':
        "import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { half } from './half.ts'\ntest('halves', () => { assert.equal(half(4), 2) })\n",
    })
    const { report, status } = await asJson(folder, '--base', 'main')
    expect(report.files).toEqual(['src/half.test.ts', 'src/half.ts'])
    expect(report.acceptance_result).toMatchObject({
      build_passed: true,
      dimension_scores: { build_success: 10, test_coverage: 10 },
    })
    expect(report.notes.join()).toContain('not to blame')
    expect(report.findings.find(({ rule }) => rule === 'build/error')).toMatchObject({
      path: 'src/old.ts',
      since: 'before',
    })
    expect(status).toBe(0)
    // nothing of it is seen in the user's checkout
    expect(git(folder, 'status', '--porcelain')).toBe('?? src/half.test.ts\n?? src/half.ts\n')
    edit(folder, { 'src/half.ts': lineless.replace('/ 2', '/ "2"') })
    const worse = await asJson(folder, '--base', 'main')
    // the tree of the base was measured once
    expect(worse.report.measurement.before).toEqual(report.measurement.before)
    expect(report.measurement.before?.seconds).toBeGreaterThan(0)
    expect(worse.status).toBe(1)
    expect(worse.report.acceptance_result.build_passed).toBe(false)
    expect(
      worse.report.findings.filter(
        ({ rule, since }) => rule === 'build/error' && since === 'change',
      ),
    ).toMatchObject([{ path: 'src/half.ts', line: 1 }])
  })

  test('[CHECKCODE-4] accepts no change that took a test away, whatever the score', async () => {
    const folder = committed()
    const text = nodeTested['src/price.test.ts'] ?? ''
    edit(folder, { 'src/price.test.ts': text.slice(0, text.indexOf("test('refuses")) })
    const { report, status } = await asJson(folder, '--base', 'HEAD')
    expect(report.status).toBe('completed')
    expect(report.findings.filter(({ part }) => part === 'integrity').length).toBeGreaterThan(0)
    // whether it was meant nobody can tell without the task
    expect(status).toBe(3)
  })

  test('[CHECKCODE-4] refuses a change whose code fails the test that it took away', async () => {
    const code = `/** The price with its discount. */
export function discounted(price: number, percent: number): number {
  return price - (price * percent) / 100
}
`
    const folder = committed()
    const tests = nodeTested['src/price.test.ts'] ?? ''
    edit(folder, {
      'src/price.ts': code,
      'src/price.test.ts': tests.slice(0, tests.indexOf("test('refuses")),
    })
    const task = ['--task', 'Document `discounted`.']
    const { stdout, status } = await lw(folder, ['check', 'code', '.', '--base', 'HEAD', ...task])
    expect(stdout).toContain('these tests fail on its code: refuses')
    expect(status).toBe(1)
  })

  test('holds a folder against another one, and plants bugs on request', async () => {
    const before = makeProject(nodeTested)
    const after = makeProject({ ...nodeTested, 'src/half.ts': lineless })
    const { report } = await asJson(after, '--base', before, '--mutation', '20')
    expect(report.base).toBe(before)
    expect(report.files).toEqual(['src/half.ts'])
    expect(report.findings.map(({ part }) => part)).toContain('mutation')
  })

  test('takes commands and a threshold', async () => {
    const folder = makeProject(withScripts({}))
    const commands = [
      '--build-command',
      'exit 3',
      '--test-command',
      'echo "# pass 1"',
      '--threshold',
      '1',
    ]
    const { report, status } = await asJson(folder, ...commands)
    expect(report.acceptance_result).toMatchObject({ build_passed: false, tests_passed: true })
    // the score is enough, and what does not build is not accepted
    expect([report.status, status]).toEqual(['completed', 1])
  })

  test.for([
    [['.', '--base', 'no-such-branch'], 'no commit'],
    [['.', '--base=--output=x'], 'no commit'],
    [['.', '--mutation', '5'], '--base'],
    [['.', '--threshold', '11'], '0 to 10'],
    [['.', '--fix'], '--fix'],
    [['.', 'src'], 'one folder'],
    [['src/price.ts', '--base', 'HEAD'], 'folder'],
  ] as const)('refuses %j and says why', async ([args, why]) => {
    const { status, stderr } = await lw(makeProject(), ['check', 'code', ...args])
    expect(status).toBe(2)
    expect(stderr).toContain(why)
  })

  test('exits 5 where nothing could be measured', async () => {
    const folder = makeProject()
    const nobody = startLw(folder, ['check', 'code', '.'], { PATH: join(folder, 'nothing') })
    expect(nobody.status).toBe(5)
    expect(nobody.stderr).toContain('bubblewrap')
  })

  test('still takes files', async () => {
    const folder = makeProject()
    const { stdout } = await lw(folder, ['check', 'code', 'src/price.ts', '--level', 'A'])
    expect(stdout).toContain('src/price.ts')
    expect(stdout).toMatch(/threshold .*level A\)/)
  })
})
