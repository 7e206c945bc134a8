import { expect, test } from 'vitest'
import { inventedObligations } from './invented-obligations.ts'
import { aBlock, aPage, aView, noContract } from './score/sample-page.contract.ts'

const given = '# Heliodach\n\n- Guarantee: 25 years on panels\n- four regions'
const claims = (text: string, order = given) =>
  inventedObligations(
    aPage({ views: [aView(1280, { blocks: [aBlock(text)] })] }),
    { contract: noContract, given: order },
    'x',
  ).map(({ status }) => status)

test('what a page says in its own favour and nobody gave is undecided', () => {
  expect(claims('Rated 4.9 of 5 by 2,400 customers.')).toEqual(['undecided'])
  expect(claims('Winner of the Solar Award.')).toEqual(['undecided'])
  expect(claims('The state pays 40 percent of every roof.')).toEqual(['undecided'])
  expect(claims('We guarantee our panels for 25 years.')).toEqual([])
  expect(claims('Customers in 4 regions trust us.')).toEqual([])
  expect(claims('Open from 9 to 17, rooms for 12 people.')).toEqual([])
  expect(claims('Rated 4.9 of 5.', '')).toEqual([])
})
