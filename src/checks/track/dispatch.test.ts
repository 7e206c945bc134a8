import { describe, expect, test } from 'vitest'
import { dispatch } from './dispatch.ts'

const chosen = (spec: string, metadata: Parameters<typeof dispatch>[0]['metadata'] = {}) =>
  dispatch({ spec, metadata }).map(({ evaluator }) => evaluator.replace('eval-', ''))

describe('the dispatcher', () => {
  test('3.9: what metadata.json names wins over the spec', () => {
    const spec = '# Checkout\n\nPay with Stripe, a webhook, and a database.'
    expect(chosen(spec, { evaluators: ['eval-ui-ux'] })).toEqual(['ui-ux'])
    expect(chosen(spec, { type: 'Design System' })).toEqual(['ui-ux'])
    expect(chosen(spec, { type: 'payments' })).toEqual(['code-quality', 'integration'])
  })

  test('3.9: knows whole words and their stems, and no parts of words', () => {
    expect(chosen('# Block layout\n\nBlocks of text in a grid layout, on every screen.')).toEqual([
      'ui-ux',
    ])
    expect(chosen('# Capital letters\n\nRestore the clock.')).toEqual(['code-quality'])
    expect(chosen('# Authentication\n\nSign-in against the databases.')).toEqual([
      'code-quality',
      'integration',
    ])
  })

  test('3.9: a screen is evaluated as one only, unless it integrates or has rules of the business', () => {
    const shell = '# UI shell\n\nThe layout of all screens, implemented with components.'
    expect(chosen(shell)).toEqual(['ui-ux'])
    expect(chosen(`${shell}\n\nIt calls the API.`)).toContain('ui-ux')
    expect(chosen(`${shell}\n\nPrices by tier.`)).toEqual([
      'ui-ux',
      'code-quality',
      'business-logic',
    ])
  })

  test('3.9: does not count what a track is not about, code, or the headings of a template', () => {
    const spec = [
      '# Sort invoices',
      '## Dependencies\n- The Stripe API and its webhook',
      '## Requirements\n- Refactor the sort function; no database changes',
      '```\nconst tier = pricing.lock(auth)\n```',
      '## Out of Scope\n- Pricing tiers\n- Authentication',
    ].join('\n\n')
    expect(chosen(spec)).toEqual(['code-quality'])
  })

  test('3.10: where nothing matches, the code is evaluated', () => {
    const [only] = dispatch({ spec: '# Tidy up\n\nMake it nicer.', metadata: {} })
    expect(only).toMatchObject({
      evaluator: 'eval-code-quality',
      reason: expect.stringContaining('nothing'),
    })
  })

  test('3.11: integrations and rules of the business are code, too; each reason has its words and places', () => {
    const [code, rules] = dispatch({
      spec: '# Generator\n\nDownloads are locked by tier.',
      metadata: { type: 'feature' },
    })
    expect(code?.evaluator).toBe('eval-code-quality')
    expect(rules?.reason).toBe(
      'the track speaks of "Generator" (spec.md:1), "locked" (spec.md:3), "tier" (spec.md:3), "Downloads" (spec.md:3)',
    )
  })

  test('what stays as it is says nothing about the work', () => {
    const spec =
      '# Captions\n\n- The API of Gemini writes captions, kept in the database\n- Its screen shows them; the layout of the screen does not change'
    expect(dispatch({ spec, metadata: {} }).map(({ evaluator }) => evaluator)).toEqual([
      'eval-code-quality',
      'eval-integration',
    ])
  })
})
