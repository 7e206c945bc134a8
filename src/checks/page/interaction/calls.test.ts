import { describe, expect, test } from 'vitest'
import type { LinkFact } from '../../../model/page-facts.ts'
import type { PageContract } from '../page-rule.ts'
import { aPage } from '../score/sample-page.contract.ts'
import { callLeads } from './calls.ts'

const link = (text: string, raw: string): LinkFact => ({
  selector: `a[href="${raw}"]`,
  attribute: 'href',
  raw,
  url: `http://site.test/${raw}`,
  text,
  verdict: { type: 'present', path: 'index.html' },
})
const contract: PageContract = {
  copy: null,
  sections: null,
  tokens: null,
  brand: null,
  calls: [{ label: 'See the prices', target: '#pricing' }],
}
const found = (...links: LinkFact[]) => callLeads.run(aPage({ links }), contract)

describe('calls to action', () => {
  test('lead where the BRIEF says, whatever page they are written on', () => {
    expect(found(link('See the  prices', '#pricing'))).toEqual([])
    expect(found(link('See the prices', './index.html#pricing'))).toEqual([])
    expect(found(link('See the prices', '#top'), link('See the prices', '#pricing'))).toEqual([])
  })

  test('that lead elsewhere are found at their link, and are about their own words', () => {
    expect(found(link('See the prices', '#top'))).toMatchObject([
      { about: 'See the prices', place: { selector: 'a[href="#top"]' } },
    ])
  })

  test('that are no link are not judged by where they lead', () => {
    expect(found(link('Something else', '#top'))).toEqual([])
  })
})
