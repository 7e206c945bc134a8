import { describe, expect, test } from 'vitest'
import { newLedger, record } from '../../learning/ledger.ts'
import { policy } from '../../learning/policy.ts'
import { standingsOf } from '../../learning/standings.ts'
import { EnhancementRow } from '../../model/records-lessons.ts'
import { lessonAsJson, lessonTable, verdictWords } from './lesson.ts'
import { evidencePlot, type PathPoint } from './plot.ts'
import { evidenceSvg } from './plot-svg.ts'
import { learnReportLines } from './report.ts'
import { approvalLines, inWords, type LessonExplained, lessonLines } from './show.ts'

const plain = (_: unknown, text: string) => text
const at = '2026-03-01T00:00:00.000Z'

const row = EnhancementRow.parse({
  id: '0f2d2861-8c75-88a9-a0cc-90f86b7d9716',
  created_at: at,
  updated_at: at,
  error_code: 'TS2304',
  error_pattern: 'a name that nothing declares',
  enhancement_text: 'Import every name before you use it.',
  stage: 'candidate',
})

/** A lesson after so many fair coins, with these shares of failures. */
function lessonAfter(count: number, withIt: number, without: number): LessonExplained {
  const ledger = newLedger(policy, 'salt')
  const lesson = {
    id: 'a',
    version: 1,
    errorCode: 'TS2304',
    text: '',
    tokens: 9,
    state: 'candidate' as const,
  }
  record(ledger, { type: 'lesson', lesson })
  const seen = { on: 0, off: 0 }
  const path: PathPoint[] = []
  for (let index = 0; index < count; index += 1) {
    const on = index % 2 === 0
    const n = on ? seen.on++ : seen.off++
    const share = on ? withIt : without
    const failed = Math.floor((n + 1) * share) > Math.floor(n * share)
    record(ledger, {
      type: 'outcome',
      outcome: {
        lessonId: 'a',
        version: 1,
        workOrderId: String(index),
        shortlisted: true,
        probability: 0.5,
        on,
        stratum: 's',
        targetFailed: failed,
        guardrailFailed: failed,
        proposer: 'p',
        model: 'm',
        promptHash: 'h',
        toolVersion: 't',
        at: `2026-03-${String(1 + (index % 28)).padStart(2, '0')}T00:00:00.000Z`,
        iteration: 0,
      },
    })
    const [standing] = standingsOf(ledger)
    if (standing) path.push({ comparisons: index + 1, ...standing.evidence })
  }
  return {
    row,
    short: '24d60371',
    stage: 'candidate',
    standing: standingsOf(ledger)[0] ?? null,
    figure: null,
    pending: null,
    evidenceSha256: 'f'.repeat(64),
    path,
    moves: [{ event: 'support', at, by: 'autonomous', reason: 'the bar was reached' }],
    lacks: ['3 days (now 1)'],
    policy,
  }
}

describe('one lesson', () => {
  test('is explained in words that need no statistics, with both arms and the verdict', () => {
    const lesson = lessonAfter(200, 0.1, 0.4)
    const words = lesson.standing ? inWords(lesson, lesson.standing).join('\n') : ''
    expect(words).toContain('10 of 100 orders (10 %) had TS2304 with the lesson')
    expect(words).toContain('40 of 100 orders (40 %) without it')
    expect(words).toMatch(/points rarer with it/)
    expect(words).toMatch(/times likelier if it helps/)
    expect(words).toContain('established: it helps')
    const figures = lessonLines(lesson, plain, 80).join('\n')
    expect(figures).toMatch(/error with it \(95 %\) +\| 6 % to 17 %/)
    expect(figures).toMatch(/error without it \(95 %\) +\| 31 % to 50 %/)
    expect(figures).toMatch(/chance that it is rarer with it +\| 1\.000/)
    const harmful = lessonAfter(200, 0.5, 0.2)
    const harm = harmful.standing ? inWords(harmful, harmful.standing).join('\n') : ''
    expect(harm).toMatch(/points more frequent with it/)
    expect(harm).toMatch(/times likelier if it harms/)
    expect(harm).toContain('harmful')
  })

  test('says "inconclusive" and how many more it needs, as an answer', () => {
    const lesson = lessonAfter(40, 0.25, 0.3)
    const lines = lessonLines(lesson, plain, 80).join('\n')
    expect(lines).toMatch(/inconclusive, needs about \d+ more/)
    expect(lines).not.toContain('NaN')
    const untried = { ...lesson, standing: null, path: [], moves: [] }
    expect(lessonLines(untried, plain, 80).join('\n')).toContain('It was not tried yet')
  })

  test('shows what waits for a person, or what a promotion lacks', () => {
    const lesson = lessonAfter(60, 0.1, 0.4)
    const lines = (changes: Partial<LessonExplained>) =>
      lessonLines({ ...lesson, ...changes }, plain, 80).join('\n')
    expect(lines({ pending: 'x' })).toContain('loopwright learn approve 24d60371')
    expect(lines({ stage: 'supported' })).toContain('- 3 days (now 1)')
    expect(lines({ stage: 'supported', lacks: [] })).toContain('learn analyze')
    expect(lines({})).toContain('evidence ffffffffffffffff')
    expect(approvalLines(lesson, '70 % fewer errors', plain).join('\n')).toContain(
      'loopwright learn reject 24d60371',
    )
  })

  test('fits the width it is given', () => {
    const lesson = lessonAfter(300, 0.1, 0.4)
    for (const width of [60, 80, 120]) {
      const words = lesson.standing ? lessonLines(lesson, plain, width) : []
      const plot = evidencePlot(lesson.path, 20, { width })
      expect(Math.max(...plot.map((line) => line.length))).toBeLessThanOrEqual(width)
      const sentences = words.filter((line) => /likelier|orders/.test(line))
      expect(Math.max(...sentences.map((line) => line.length))).toBeLessThanOrEqual(width)
    }
  })
})

describe('the plot', () => {
  test('rises over the bar where a lesson helps, and stays below where nobody knows', () => {
    const row20 = (lines: readonly string[]) =>
      lines.findIndex((line) => line.startsWith('     20'))
    const helps = evidencePlot(lessonAfter(200, 0.1, 0.4).path, 20)
    expect(helps.slice(0, row20(helps)).join('')).toContain('●')
    const nothing = evidencePlot(lessonAfter(60, 0.3, 0.3).path, 20)
    expect(nothing.slice(0, row20(nothing)).join('')).not.toMatch(/[●×+]/)
    expect(evidencePlot([], 20)).toEqual([])
    const ascii = evidencePlot(lessonAfter(30, 0.1, 0.4).path, 20, { plain: true }).join('')
    // oxlint-disable-next-line no-control-regex -- exactly what is not ASCII is looked for
    expect(ascii).not.toMatch(/[^\x00-\x7f]/)
  })

  test('is a picture with a title, a description, and lines that differ without colour', () => {
    const path = lessonAfter(200, 0.1, 0.4).path
    const svg = evidenceSvg(path, 20, { title: 'A <b>', description: 'Words & more' })
    expect(svg).toContain('role="img"')
    expect(svg).toContain('A &lt;b&gt;')
    expect(svg).toContain('Words &amp; more')
    expect(svg).toContain('prefers-color-scheme: dark')
    expect(svg.match(/<polyline/g)).toHaveLength(3)
    expect(svg.match(/<polyline[^>]*stroke-dasharray/g)).toHaveLength(2)
    expect(svg).not.toMatch(/NaN|Infinity|undefined/)
    expect(evidenceSvg([], 20, { title: '', description: '' })).not.toMatch(/NaN|Infinity/)
  })
})

describe('all lessons', () => {
  test('are a table that says where each stands, and JSON with the same', () => {
    const tried = lessonAfter(40, 0.25, 0.3)
    const [head, , first] = lessonTable([{ ...tried, pending: 'x' }])
    expect(head).toMatch(/^lesson +\| code +\| stage/)
    expect(first).toContain('candidate (waits for a person)')
    expect(first).toContain('5/20')
    expect(lessonAsJson(tried)).toMatchObject({
      id: row.id,
      code: 'TS2304',
      stage: 'candidate',
      verdict: { type: 'inconclusive' },
      evidence_sha256: tried.evidenceSha256,
    })
    expect(verdictWords({ type: 'blocked', chance: 0 })).toContain('blocked')
    expect(verdictWords({ type: 'futile' })).toContain('too little')
  })

  test('have a report that names what was done, or that there was nothing', () => {
    const empty = {
      at,
      dryRun: true,
      lessons: 2,
      outcomes: 0,
      moved: [],
      added: [],
      proposed: [],
      waiting: [],
      left: [],
      experiments: [],
      metrics: 0,
      archived: 0,
    }
    const none = learnReportLines(empty, plain).join('\n')
    expect(none).toContain('nothing to decide')
    expect(none).toContain('dry run')
    const name = { id: 'i', short: 's', code: 'TS1', version: 1 }
    const some = learnReportLines(
      {
        ...empty,
        dryRun: false,
        moved: [{ ...name, event: 'retire', stage: 'retired', reason: 'harm' }],
        proposed: [{ ...name, improvement: 'x', isNew: true }],
        left: [{ code: 'TS9', why: 'no text' }],
      },
      plain,
    ).join('\n')
    for (const part of ['retired', 'harm', 'learn approve s', 'TS9']) expect(some).toContain(part)
  })
})
