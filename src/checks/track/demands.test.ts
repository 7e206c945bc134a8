import { expect, test } from 'vitest'
import { demandsIn } from './demands.ts'

test('what leads up to the demands of a spec, and what is out of scope, demands nothing', () => {
  const spec =
    '# Quotes\n\n## Overview\nTeams ask for prices.\n### Why\nThey do.\n\n## Requirements\n- `quote(2)` is 5800\n\n## Out of Scope\n- Discounts\n'
  const lines = demandsIn(spec).split('\n')
  expect(lines.filter((line) => line !== '')).toEqual([
    '# Quotes',
    '## Requirements',
    '- `quote(2)` is 5800',
  ])
  expect(lines).toHaveLength(spec.split('\n').length)
  for (const title of ['Goal', 'Goals', 'Purpose', '1. Objectives', 'Why', 'User value'])
    expect(demandsIn(`## ${title}\nTeams pay more.\n\n${spec}`), title).not.toContain('pay more')
  expect(demandsIn('## Goals and rules\n`quote(2)` is 5800')).toContain('5800')
  expect(demandsIn('## Goal\n`quote(2)` is 5800')).toContain('5800')
  expect(demandsIn('# Quotes\n\n## Overview\n`quote(2)` is 5800')).toContain('5800')
})
