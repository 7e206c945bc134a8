import { describe, expect, test } from 'vitest'
import type { PageFacts } from '../../../model/page-facts.ts'
import type { StaticPage } from '../../../model/page-static.ts'
import { aPage, aStaticPage, noContract, staticFacts } from '../score/sample-page.contract.ts'
import { documentRules } from './document.ts'

const found = (facts: Partial<PageFacts>) =>
  documentRules.flatMap((rule) => rule.run(aPage(facts), noContract))
const written = (page: Partial<StaticPage>) => ({
  static: staticFacts({ pages: [aStaticPage(page)] }),
})

describe('a page as a document', () => {
  test('that says all about itself has no finding', () => {
    expect(found({ static: staticFacts() })).toEqual([])
  })

  test('without a doctype, UTF-8 or a description is told so', () => {
    expect(found({ doctype: 'none' })).toMatchObject([{ ruleId: 'interaction/doctype' }])
    expect(found({ description: ' ' })).toMatchObject([
      { ruleId: 'interaction/description', severity: 'warning' },
    ])
    for (const charset of [null, 'iso-8859-1'])
      expect(found(written({ charset }))).toMatchObject([
        { ruleId: 'interaction/charset', place: { selector: 'head', file: 'index.html' } },
      ])
  })

  test('may leave its letters to the answer of a server', () => {
    expect(found({ ...written({ charset: null }), sources: [] })).toEqual([])
  })
})
