import { designWorkflow } from './design-workflow.ts'
import { ganWorkflow } from './gan-workflow.ts'
import { orderWorkflow } from './order-workflow.ts'
import { reflexWorkflow } from './reflex-workflow.ts'
import { type AnyWorkflow, anyWorkflow } from './workflow.ts'

/** Every workflow that exists takes part. A new one joins by a line here. */
export const workflows: Readonly<Record<string, AnyWorkflow>> = {
  reflex: anyWorkflow(reflexWorkflow),
  design: anyWorkflow(designWorkflow),
  gan: anyWorkflow(ganWorkflow),
  workorder: anyWorkflow(orderWorkflow),
}
