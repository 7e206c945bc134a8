import { describe, expect, test } from 'vitest'
import { browser, hasBrowser } from '../../../test/support/browser.ts'
import { judgePage, type PageJudgement } from '../../checks/page/judge-page.ts'
import { contentTypeOf, readSite } from '../../checks/page/read-site.ts'
import { pageContract } from '../../workflows/gan/page-contract.ts'
import type { SiteFiles } from '../../workflows/gan/site.ts'
import { buildSite } from './build-site.ts'
import { exampleInputs, examples } from './example-inputs.contract.ts'
import type { Inputs } from './read-inputs.ts'

async function judged(inputs: Inputs, files: SiteFiles): Promise<PageJudgement> {
  const site = new Map(
    files.map(({ path, content }) => [
      path,
      { bytes: new TextEncoder().encode(content), contentType: contentTypeOf(path) },
    ]),
  )
  const { seen: result } = await readSite(
    browser,
    { type: 'files', files: site },
    { page: 'index.html', signal: new AbortController().signal, timeoutMs: 60_000 },
  )
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return judgePage(result.value, { ...pageContract(inputs), onePrimaryCall: true })
}

const told = ({ findings }: PageJudgement) =>
  findings
    .filter(({ severity }) => severity !== 'info')
    .map(({ ruleId, message, place }) => `${ruleId} ${place.selector ?? ''}: ${message}`)

const asked = { files: null, guidance: [], approach: 0, items: [] }
const [kettle, ...others] = examples

describe.skipIf(!hasBrowser)('the pages of the offline builder in a browser', () => {
  test('the page of poor tokens fails by its contrast alone, and passes once refined', async () => {
    const inputs = await exampleInputs(kettle)
    const first = buildSite({ ...asked, inputs })
    const poor = await judged(inputs, first.files)
    expect(new Set(told(poor).map((line) => line.split('-')[0]))).toEqual(new Set(['contrast']))
    expect(poor.mustPassFailures.length).toBeGreaterThan(0)
    const refined = buildSite({ ...asked, inputs, files: first.files })
    const good = await judged(inputs, refined.files)
    expect(told(good)).toEqual([])
    expect(good.score.overall).toBe(1)
  })

  test.each(others)('$name has nothing to find', async (example) => {
    const inputs = await exampleInputs(example)
    const verdict = await judged(inputs, buildSite({ ...asked, inputs }).files)
    expect(told(verdict)).toEqual([])
    expect(verdict.notChecked).toEqual([])
    expect(verdict.mustPassFailures).toEqual([])
    expect(verdict.score.overall).toBe(1)
  })
})
