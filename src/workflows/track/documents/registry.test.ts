import { describe, expect, test } from 'vitest'
import { indexTrack } from './index.ts'
import { registerTrack, type RegisteredTrack } from './registry.ts'

const track: RegisteredTrack = {
  id: 'stripe-payment_20260216',
  title: 'Stripe payment',
  folder: 'conductor/tracks/stripe-payment_20260216',
  status: 'new',
  date: '2026-02-16',
}
const done: RegisteredTrack = { ...track, status: 'complete', date: '2026-02-18' }

const sectioned = `# Registry

## Active Tracks

| Track ID | Name | Type | Status | Step | Created |
|----------|------|------|--------|------|---------|
| (none yet) | | | | | |

## Completed Tracks

| Track ID | Name | Completed | Summary |
|----------|------|-----------|---------|
| old_1 | Old | 2026-01-01 | was good |

## Rules

Keep it.
`
const single = `# Tracks

| Status | ID | Title | Created | Updated |
|--------|----|-------|---------|---------|
| [x] | ai-layout_1 | AI layout | 2026-03-30 | 2026-03-31 |
`
const list = `# Project Tracks

This file tracks all major tracks.

---

- [x] **Track: Admin Notification System**
*Link: [./tracks/admin/plan.md](./tracks/admin/plan.md)*
`
const headings = `# Project Tracks

---

## [~] Track: Fix Tenant Access
*Link: [./conductor/tracks/fix_1/](./conductor/tracks/fix_1/)*
**Status:** Phase 1 Complete
`
const plain = `# Conductor Tracks

## Active
- **e2e-review_1** — Review of all pages
  with a second line

## Notes

Keep it.
`
const forms = { plain, sectioned, single, list, headings, crlf: sectioned.replaceAll('\n', '\r\n') }

describe('the registry of tracks', () => {
  test.each(Object.entries(forms))(
    'keeps the rest of the document, and doing it again changes nothing: %s',
    (_name, md) => {
      const added = registerTrack(md, track)
      const end = md.includes('\r') ? '\r\n' : '\n'
      const own = /stripe|Stripe/
      const rest = (text: string) =>
        text
          .split(end)
          .filter(
            (line) =>
              line !== '' &&
              line !== '---' &&
              line !== '## Done' &&
              !own.test(line) &&
              !line.includes('none yet'),
          )
      expect(rest(added)).toEqual(rest(md))
      expect(added).toMatch(own)
      expect(registerTrack(added, track)).toBe(added)
      const finished = registerTrack(added, done)
      expect(rest(finished)).toEqual(rest(md))
      expect(finished).not.toBe(added)
      expect(registerTrack(finished, done)).toBe(finished)
    },
  )

  test('moves a row to the table of those that are done', () => {
    const added = registerTrack(sectioned, track)
    expect(added).toContain('| stripe-payment_20260216 | Stripe payment |  | new |  | 2026-02-16 |')
    const finished = registerTrack(added, done)
    expect(finished).toContain(
      '| old_1 | Old | 2026-01-01 | was good |\n| stripe-payment_20260216 | Stripe payment | 2026-02-18 |  |',
    )
    expect(finished.match(/stripe-payment/g)).toHaveLength(1)
  })

  test('sets the status in the only table, with its own marks', () => {
    const added = registerTrack(single, { ...track, status: 'in_progress' })
    expect(added).toContain(
      '| [~] | stripe-payment_20260216 | Stripe payment | 2026-02-16 | 2026-02-16 |',
    )
    expect(registerTrack(added, done)).toContain(
      '| [x] | stripe-payment_20260216 | Stripe payment | 2026-02-16 | 2026-02-18 |',
    )
  })

  test('writes an entry like the others of a list or of headings', () => {
    expect(registerTrack(list, track)).toBe(
      `${list}\n---\n\n- [ ] **Track: Stripe payment**\n*Link: [./tracks/stripe-payment_20260216/](./tracks/stripe-payment_20260216/)*\n`,
    )
    expect(registerTrack(headings, done)).toContain(
      '\n---\n\n## [x] Track: Stripe payment\n*Link: [./conductor/tracks/stripe-payment_20260216/](./conductor/tracks/stripe-payment_20260216/)*\n',
    )
  })

  test('marks an entry whose link stands below it', () => {
    const finished = registerTrack(headings, {
      ...done,
      id: 'fix_1',
      title: 'x',
      folder: 'conductor/tracks/fix_1',
    })
    expect(finished).toBe(headings.replace('[~]', '[x]'))
  })

  test('moves an entry without marks to the section of those that are done, with its words', () => {
    const own = { ...done, id: 'e2e-review_1', title: 'x', folder: 'conductor/tracks/e2e-review_1' }
    const finished = registerTrack(plain, own)
    expect(finished).toBe(`# Conductor Tracks

## Active
(no active tracks)

## Notes

Keep it.

## Done

- **e2e-review_1** — Review of all pages
  with a second line
`)
    expect(registerTrack(finished, own)).toBe(finished)
  })

  test('leaves alone a track whose id begins the same way', () => {
    const other = registerTrack(single, { ...done, id: 'ai-layout', title: 'Layout' })
    expect(other).toBe(`${single}| [x] | ai-layout | Layout | 2026-02-18 | 2026-02-18 |\n`)
  })

  test('does not touch the date of a track that is done already', () => {
    expect(registerTrack(single, { ...done, id: 'ai-layout_1' })).toBe(single)
  })

  test('is written where it is missing', () => {
    const md = registerTrack(null, done)
    expect(md).toContain('## Done')
    expect(md).toMatch(/\| stripe-payment_20260216 \| Stripe payment \| 2026-02-18 \|\n$/)
    expect(registerTrack(md, done)).toBe(md)
  })
})

describe('the index', () => {
  const status = `# Project Status

**Last Updated**: 2026-01-01

## Current Focus
(no active tracks)

## Recent Completions
(none)

## System Health
- fine
`
  test('moves a track from what is worked on to what is done', () => {
    const begun = indexTrack(status, track)
    expect(begun).toContain(
      '## Current Focus\n- [Stripe payment](./tracks/stripe-payment_20260216/) — since 2026-02-16\n',
    )
    const finished = indexTrack(begun, done)
    expect(finished).toBe(
      status
        .replace('2026-01-01', '2026-02-18')
        .replace(
          '(none)',
          '- [Stripe payment](./tracks/stripe-payment_20260216/) — done 2026-02-18',
        ),
    )
    expect(indexTrack(finished, done)).toBe(finished)
  })

  test('marks an entry of a list', () => {
    const md =
      '# C\n\n## Active Tracks\n- [ ] [stripe-payment_20260216](tracks/stripe-payment_20260216/index.md) — pay\n'
    expect(indexTrack(md, done)).toBe(md.replace('[ ]', '[x]'))
  })

  test('gets a section where it only links documents', () => {
    const md = '# Project Context\n\n## Definition\n- [Product](./product.md)\n'
    const finished = indexTrack(md, done)
    expect(finished).toBe(
      `${md}\n## Recent Completions\n\n- [Stripe payment](./tracks/stripe-payment_20260216/) — done 2026-02-18\n`,
    )
    expect(indexTrack(finished, done)).toBe(finished)
    expect(indexTrack(indexTrack(md, track), done)).toContain(
      '## Active Tracks\n\n(no active tracks)\n\n## Recent Completions\n\n- [Stripe payment]',
    )
  })

  test('is written where it is missing', () => {
    const md = indexTrack(null, done)
    expect(md).toContain('- [Stripe payment]')
    expect(indexTrack(md, done)).toBe(md)
  })
})
