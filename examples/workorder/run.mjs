// A proposer says "done" three times; measurement believes it once.
import assert from 'node:assert/strict'
import { inCopy } from '../in-copy.mjs'

export const example = inCopy(import.meta.url, 'package/', async ({ lw, git, read }) => {
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-q', '-m', 'Ticket prices')

  const discounts = [
    '-d',
    'Add discounted(cents, percent) in src/discount.js, with tests',
    '--criterion',
    '`discounted(1000, 25)` is 750',
    '--criterion',
    '`discounted(1000, 101)` throws',
  ]
  const scope = ['--scope', 'src/**', '--scope', 'test/**']
  await lw(1, 'workorder', 'add', 'Discounts', ...discounts, ...scope, '--run', '--quiet')
  await lw(0, 'workorder', 'add', 'Discounts again', ...discounts, ...scope, '--run', '--quiet')
  assert.match(
    read('.loopwright/work-orders/wo2-discounts-again/prompt.md'),
    /Test coverage of the last work order: 0\/10/,
  )
  await lw(
    1,
    'workorder',
    'add',
    'Group prices',
    '-d',
    'Ten tickets cost a tenth less',
    '--criterion',
    '`total(500, 10)` is 4500',
    ...scope,
    '--run',
    '--quiet',
  )
  const { verdict, obligations } = JSON.parse(await lw(0, 'status', 'wo3', '--json'))
  assert.equal(verdict.verdict, 'not_accepted')
  assert.ok(obligations.some(({ id, status }) => id.includes('test-skipped') && status === 'unmet'))

  await lw(0, 'workorder', 'queue')
  await lw(0, 'report', 'wo3')
  assert.match(git('branch', '--list', 'loopwright/*'), /wo2-discounts-again/)
  assert.equal(git('status', '--porcelain'), '', 'the checkout is as it was')
})
