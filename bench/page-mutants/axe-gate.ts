import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Gate, Said } from './measure.ts'
import type { Stage } from './stage.ts'

/** Axe and nothing else in the place of the gate: shows what the benchmark itself can tell apart. */
export function axeGate(stage: Stage): Gate {
  const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  return async (site) => {
    const page = await stage.show(site, { width: 1280 })
    await page.evaluate(source)
    return page.evaluate<readonly Said[]>(
      `axe.run(document).then(({ violations }) => violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => ({ ruleId: id, dimension: id.includes('contrast') ? 'Design Quality' : 'Functionality', severity: 'error', message: help, selector: String(target[0]) }))))`,
    )
  }
}
