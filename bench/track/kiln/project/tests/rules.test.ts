import { describe, expect, it } from 'vitest'
import { nextStatus, type PieceEvent } from '../shared/piece-status.ts'
import { hasRoom, PLANS } from '../shared/plans.ts'
import { euros, firingPrice } from '../shared/pricing.ts'
import type { PieceStatus } from '../shared/types.ts'

describe('plans', () => {
  it('have their prices, shelves and discounts', () => {
    expect(PLANS.visitor).toEqual({ name: 'Visitor', monthly: 0, shelf: 2, discount: 0 })
    expect(PLANS.regular).toEqual({ name: 'Regular', monthly: 2900, shelf: 10, discount: 10 })
    expect(PLANS.resident).toEqual({ name: 'Resident', monthly: 7500, shelf: 40, discount: 25 })
  })

  it('have room up to the last place', () => {
    expect(hasRoom('visitor', 0)).toBe(true)
    expect(hasRoom('visitor', 1)).toBe(true)
    expect(hasRoom('visitor', 2)).toBe(false)
    expect(hasRoom('resident', 39)).toBe(true)
    expect(hasRoom('resident', 40)).toBe(false)
  })
})

describe('firings', () => {
  it('cost by the litre', () => {
    expect(firingPrice('visitor', 4)).toBe(1400)
    expect(firingPrice('regular', 4)).toBe(1260)
    expect(firingPrice('resident', 4)).toBe(1050)
  })

  it('cost something even when small', () => {
    expect(firingPrice('visitor', 1)).toBe(500)
    expect(firingPrice('resident', 0.5)).toBe(375)
  })

  it('are shown in euros', () => {
    expect(euros(1260)).toBe('12.60 EUR')
  })
})

describe('the way of a piece', () => {
  const allowed: Record<string, PieceStatus> = {
    'wet rest': 'drying',
    'wet crack': 'cracked',
    'drying fire': 'bisque',
    'drying crack': 'cracked',
    'bisque glaze': 'glazed',
    'glazed fire': 'finished',
    'glazed crack': 'cracked',
  }
  const statuses: PieceStatus[] = ['wet', 'drying', 'bisque', 'glazed', 'finished', 'cracked']
  const events: PieceEvent[] = ['rest', 'fire', 'glaze', 'crack']
  for (const status of statuses)
    for (const event of events)
      it(`${status}, ${event}`, () => {
        expect(nextStatus(status, event)).toBe(allowed[`${status} ${event}`] ?? null)
      })
})
