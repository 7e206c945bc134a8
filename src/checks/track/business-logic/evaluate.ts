import type { Pass } from '../evaluation.ts'
import type { TrackFacts } from '../facts.ts'
import { readBusiness } from './business.ts'
import { dataFlowPass } from './data-flow.ts'
import { edgeCasesPass } from './edge-cases.ts'
import { featuresPass } from './features.ts'
import { journeyPass } from './journey.ts'
import { productRulesPass } from './product-rules.ts'
import { transitionsPass } from './transitions.ts'

/** eval-business-logic: what a track wrote against what the product and the spec say. */
export async function evaluateBusinessLogic(facts: TrackFacts): Promise<readonly Pass[]> {
  const business = await readBusiness(facts)
  return [
    productRulesPass(business),
    await featuresPass(business),
    edgeCasesPass(business),
    transitionsPass(business),
    dataFlowPass(business),
    await journeyPass(business),
  ]
}
