import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kept, type Line, spread } from '../bench/measure.ts'
import { withFigures } from '../bench/page.ts'
import { plotSvg } from '../bench/plot.ts'
import { runCheats } from '../bench/code-cheats/measure.ts'
import { tableOf } from '../bench/table.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const linesIn = (json: string) => (JSON.parse(json) as { lines: readonly Line[] }).lines
const lines = linesIn(read('docs/benchmarks/latest.json'))

describe('the page of benchmarks', () => {
  const page = read('docs/benchmarks.md')

  test('shows exactly the figures of the last full run', () => {
    expect(withFigures(page, lines)).toBe(page)
    const [first, ...rest] = lines
    if (!first?.figure) throw new Error('the first line has no figure')
    const wrong = { ...first, figure: { ...first.figure, median: first.figure.median + 0.1 } }
    expect(withFigures(page, [wrong, ...rest])).not.toBe(page)
  })

  test('names no ratio or time in its words that the figures do not hold', () => {
    const [before = '', rest = ''] = page.split('<!-- figures')
    const [table = '', after = ''] = rest.split('<!-- end of figures -->')
    const named = [...`${before}${after}`.matchAll(/\d[\d,.]*(?:×| ms\b)/g)].map(([each]) => each)
    expect(named.filter((each) => !table.includes(each))).toEqual([])
    expect(named.length).toBeGreaterThan(3)
  })

  test('has a plot of the same figures, with title, description and a dark variant', () => {
    const svg = read('docs/benchmarks/latest.svg')
    expect(svg).toBe(plotSvg(lines))
    expect(svg).toMatch(/role="img"[\s\S]*<title[\s\S]*<desc[\s\S]*prefers-color-scheme: dark/)
  })

  test('covers every part: steps beside peers, bytes, resume, many runs, evaluation, start', () => {
    const ids = lines.map(({ id }) => id)
    for (const id of [
      'step-ours',
      'step-langgraph-sqlite',
      'step-langgraph-postgres',
      'step-mastra',
      'step-openworkflow',
      'step-dbos',
      'bytes-history',
      'bytes-written',
      'resume-process-10000',
      'resume-engine-10000',
      'runs-parked',
      'runs-at-once',
      'evaluation-wall',
      'evaluation-again',
      'start-status',
    ])
      expect(ids).toContain(id)
    for (const { figure, note, rounds } of lines)
      if (figure === null) expect(note).toMatch(/^not measured: /)
      else expect(rounds).toBeGreaterThanOrEqual(3)
  })
})

describe('the bench', () => {
  test('runs on a small scale without peers, prints one table and writes JSON and plot', () => {
    const out = mkdtempSync(join(tmpdir(), 'loopwright-bench-'))
    onTestFinished(() => rmSync(out, { recursive: true, force: true }))
    const args = ['bench/run.ts', '--quick', '--tiny', '--no-peers', '--out', out]
    const ran = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    expect(ran.status, ran.stderr).toBe(0)
    const written = linesIn(readFileSync(join(out, 'latest.json'), 'utf8'))
    expect(ran.stdout).toBe(tableOf(written))
    expect(new Set(written.map(({ group }) => group))).toEqual(
      new Set(['step', 'bytes', 'resume', 'runs', 'scale', 'evaluation', 'start']),
    )
    for (const { id, figure, note } of written)
      if (figure === null) expect(note, id).toMatch(/^not measured: |does not count/)
      else expect(Number.isFinite(figure.median), id).toBe(true)
    expect(readFileSync(join(out, 'latest.svg'), 'utf8')).toContain('</svg>')
  })

  test('refuses a part that it does not have', () => {
    const ran = spawnSync(process.execPath, ['bench/run.ts', '--only', 'luck'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(ran.status).toBe(2)
    expect(ran.stderr).toContain('luck')
  })

  test('states the median with its spread, and a missed goal as missed', () => {
    expect(spread([5, 1, 9, 3, 7, 2, 8, 4, 6, 10, 0])).toEqual({ median: 5, p10: 1, p90: 9 })
    const line: Line = {
      id: 'x',
      group: 'step',
      what: 'a thing',
      against: 'another',
      figure: { median: 1.6, p10: 1, p90: 2 },
      rounds: 9,
      goal: { most: 1.5 },
      note: '',
      extra: {},
    }
    expect(kept(line)).toBe(false)
    expect(tableOf([line])).toContain('MISSED')
    expect(kept({ ...line, goal: { least: 1.5 } })).toBe(true)
    expect(kept({ ...line, figure: null })).toBeNull()
  })

  test('pins the version of every peer', () => {
    const { dependencies } = JSON.parse(read('bench/peers/package.json')) as {
      dependencies: Record<string, string>
    }
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  })
})

describe('the benchmark of code gates', () => {
  test('plants defects that are none of its own making, and tells honest changes from them', async () => {
    const report = await runCheats({ limit: 24, seed: '7', slow: false })
    const noticed = report.trials.filter(({ seen }) => seen.integrity?.any)
    expect(report.trials.length + report.equivalent.length).toBe(24)
    expect(report.equivalent).toEqual([])
    expect(noticed.length / report.trials.length).toBeGreaterThanOrEqual(0.8)
    expect(report.honest).toBe(12)
    expect(report.alarms).toEqual([])
  })
})
