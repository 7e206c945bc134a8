import { describe, expect, test } from 'vitest'
import { Config } from '../model/config.ts'
import { isRaised, powerOf } from './power.ts'

describe('the power of a rule', () => {
  test('is what it earned on published work', () => {
    expect(powerOf('integrity/scratch-left')).toBe('blocks')
    expect(powerOf('integrity/test-without-assertion')).toBe('advises')
    expect(powerOf('nobody/measured-this')).toBeNull()
  })

  test('is what a person set for it, or for its family; the nearest name counts', () => {
    const own = Config.parse({
      acceptance: { rules: { integrity: 'off', 'integrity/scratch-left': 'advises' } },
    }).acceptance.rules
    expect(powerOf('integrity/scratch-left', own)).toBe('advises')
    expect(powerOf('integrity/test-focused', own)).toBe('off')
    expect(isRaised('page/links', { page: 'blocks' })).toBe(true)
  })

  test('is one of three words', () => {
    const wrong = { acceptance: { rules: { 'page/links': 'sometimes' } } }
    expect(Config.safeParse(wrong).success).toBe(false)
  })
})
