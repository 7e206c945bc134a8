import { defineWorkflow } from '../../engine/define-workflow.ts'
import { reflex } from './definition.ts'

export const workflow = defineWorkflow(reflex, {
  about: 'Makes one text in a loop: plan, produce, check, criticise, refine.',
  commands: { new: { does: 'start a loop for a task', load: () => import('./commands/new.ts') } },
  starts: 'new',
  examples: [],
})
