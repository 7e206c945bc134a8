import { expect, test } from 'vitest'
import { readRequirements } from './spec-requirements.ts'

test('the requirements of a spec are read from lists, tables and headings, without what is out of scope', () => {
  const spec = `# Orders
## 1. Functional requirements
- **FR-1**: Show orders
  - newest first
- Out of scope:
  - Payments
### 1.1 Prices
1. Round prices
### FR-7: Export orders
As a file.
- as CSV
| Id | What |
|---|---|
| R3 | Print labels |
## Non-functional requirements
* Be fast
## Acceptance criteria
- [ ] it works
## Out of scope
- Maps
## Notes
- AC-9: said elsewhere
- no requirement
`
  expect(
    readRequirements(spec).map(({ id, text, section, type, details }) => [
      id,
      text,
      section,
      type,
      details,
    ]),
  ).toEqual([
    ['FR-1', 'Show orders', 'Functional requirements', 'requirement', ['newest first']],
    [null, 'Round prices', 'Prices', 'requirement', []],
    ['FR-7', 'Export orders', 'Functional requirements', 'requirement', ['As a file.', 'as CSV']],
    ['R3', 'Print labels', 'Functional requirements', 'requirement', []],
    [null, 'Be fast', 'Non-functional requirements', 'constraint', []],
    [null, 'it works', 'Acceptance criteria', 'criterion', []],
    ['AC-9', 'said elsewhere', 'Notes', 'requirement', []],
  ])
})
