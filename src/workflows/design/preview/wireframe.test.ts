import { describe, expect, test } from 'vitest'
import type { DesignIntent } from '../../../checks/design/intent.ts'
import { hostileIntent } from './samples/hostile.contract.ts'
import { libraryIntent } from './samples/library.contract.ts'
import { parsePage } from './samples/parse-page.contract.ts'
import { sheetOf } from './sheet.ts'
import { lookOf, sketchesOf } from './wireframe.ts'

const sketches = (intent: DesignIntent) => parsePage(sketchesOf(sheetOf(intent, null)).markup)

describe('the sketch of a view', () => {
  test('nests what a view contains and draws controls by their kind', () => {
    const { elements, text } = sketches(libraryIntent)
    const classes = elements.map(({ attributes }) => attributes.get('class'))
    for (const kind of ['w-field', 'w-button', 'w-select', 'w-data', 'w-utility', 'w-box'])
      expect(classes).toContain(kind)
    for (const name of ['Basket', 'Copy number field', 'Confirm button', 'List of loans'])
      expect(text).toContain(name)
  })

  test('takes the look of a control from its name', () => {
    expect(
      ['Search button', 'Search', 'Country picker', 'Consent', 'Help link', 'Go'].map(lookOf),
    ).toEqual(['button', 'field', 'select', 'toggle', 'link', 'button'])
  })

  test('says in words what it contains, for people who do not see it', () => {
    const frames = sketches(libraryIntent).elements.flatMap(
      ({ attributes }) => attributes.get('aria-label') ?? [],
    )
    expect(frames).toEqual([
      'Sketch of Self-service desk. It contains Card reader, Basket, Receipt choice.',
      'Sketch of My loans. It contains Due date filter, List of loans.',
    ])
  })

  test('ends at a circle and names a stranger', () => {
    const { text } = sketches(hostileIntent)
    expect(text).toContain('Loop again')
    expect(text).toContain('Self again')
    expect(text).toContain('unknown: nobody')
  })

  test('draws only so many boxes and counts the rest', () => {
    const children = Array.from({ length: 500 }, (_, at) => `part-${at}`)
    const view = { id: 'view', name: 'View', type: 'view' as const, description: 'x', children }
    const parts = children.map((id) => ({
      id,
      name: id,
      type: 'control' as const,
      description: 'x',
    }))
    const { elements, text } = sketches({ ...libraryIntent, components: [view, ...parts] })
    expect(elements.length).toBeLessThan(100)
    expect(text).toMatch(/\+ 460 more/)
  })
})
