import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Component } from '../../../checks/design/intent.ts'
import { growForest, partsBelow, type Branch, type Forest } from './component-forest.ts'
import { most } from './limits.ts'

const part = (id: string, children: readonly string[] = [], type: Component['type'] = 'view') =>
  ({ id, name: id, type, description: id, children: [...children] }) satisfies Component

const forestOf = (components: readonly Component[], budget = Infinity): Forest => {
  let left = budget
  const at = new Map(components.map(({ id }, index) => [id, index] as const).toReversed())
  return growForest(components, at, () => (left -= 1) >= 0)
}

const branchesOf = (branch: Branch): readonly Branch[] =>
  branch.at === 'drawn' ? [branch, ...branch.parts.flatMap(branchesOf)] : [branch]

const drawnIn = ({ trees }: Forest): readonly number[] =>
  trees
    .flatMap(({ root }) => branchesOf(root))
    .flatMap((branch) => (branch.at === 'drawn' ? [branch.index] : []))

const anyComponents = fc
  .array(
    fc.record({
      children: fc.array(fc.integer({ min: 0, max: 22 }), { maxLength: 5 }),
      type: fc.constantFrom<Component['type']>('view', 'container', 'control'),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((all) =>
    all.map(({ children, type }, index) =>
      // some ids twice, some references to nobody
      part(
        `c${index % 17}`,
        children.map((child) => `c${child}`),
        type,
      ),
    ),
  )

describe('the component tree', () => {
  test('draws every component exactly once, whatever contains what', () => {
    const reached = { cycle: 0, shared: 0, unknown: 0 }
    fc.assert(
      fc.property(anyComponents, (components) => {
        const forest = forestOf(components)
        expect([...drawnIn(forest)].toSorted((a, b) => a - b)).toEqual([...components.keys()])
        expect(forest.leftOut).toBe(0)
        for (const { at } of forest.trees.flatMap(({ root }) => branchesOf(root)))
          if (at === 'cycle' || at === 'shared' || at === 'unknown') reached[at] += 1
      }),
      { numRuns: 300 },
    )
    for (const count of Object.values(reached)) expect(count).toBeGreaterThan(20)
  })

  test('says of circles, strangers, shared and loose parts what they are', () => {
    const { trees } = forestOf([
      part('page', ['box', 'nobody', 'page']),
      part('box', ['page-2', 'leaf'], 'container'),
      part('other', ['leaf', 'box']),
      part('leaf', [], 'control'),
      part('loose', [], 'utility'),
      part('ring-1', ['ring-2'], 'container'),
      part('ring-2', ['ring-1'], 'view'),
    ])
    expect(trees).toMatchObject([
      {
        why: 'view',
        root: {
          index: 0,
          parts: [
            {
              at: 'drawn',
              index: 1,
              parts: [
                { at: 'unknown', id: 'page-2' },
                { at: 'drawn', index: 3 },
              ],
            },
            { at: 'unknown', id: 'nobody' },
            { at: 'cycle', index: 0 },
          ],
        },
      },
      {
        why: 'view',
        root: {
          index: 2,
          parts: [
            { at: 'shared', index: 3 },
            { at: 'shared', index: 1 },
          ],
        },
      },
      { why: 'loose', root: { index: 4, parts: [] } },
      // of a ring the view is the top
      {
        why: 'ring',
        root: { index: 6, parts: [{ index: 5, parts: [{ at: 'cycle', index: 6 }] }] },
      },
    ])
  })

  test('starts anew where containment is too deep, down to ten thousand levels', () => {
    const chain = Array.from({ length: 10_000 }, (_, at) => part(`c${at}`, [`c${at + 1}`]))
    const forest = forestOf(chain)
    expect(new Set(drawnIn(forest)).size).toBe(10_000)
    expect(forest.trees.length).toBe(Math.ceil(10_000 / most.depth))
    expect(forest.trees.map(({ why }) => why)).toEqual([
      'view',
      ...forest.trees.slice(1).map(() => 'deep'),
    ])
  })

  test('stops when the page is full and counts what is left out', () => {
    const wide = [
      part(
        'page',
        Array.from({ length: 50 }, (_, at) => `p${at}`),
      ),
    ]
    const parts = Array.from({ length: 50 }, (_, at) => part(`p${at}`, [], 'control'))
    const forest = forestOf([...wide, ...parts], 11)
    expect(forest.leftOut).toBe(40)
    expect(forest.trees).toHaveLength(1)
    const root = forest.trees[0]?.root
    expect(root?.parts.at(-1)).toEqual({ at: 'left-out', count: 40 })
    expect(root && partsBelow(root)).toBe(10)
  })
})
