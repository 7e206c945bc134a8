import type { Workflows } from '../engine/runs.ts'

/** Every workflow. A new one joins by a line here. The order is the order of lists. */
export const workflows = {
  reflex: {
    does: 'start a loop for a task',
    load: async () => (await import('../workflows/reflex/workflow.ts')).workflow,
  },
  design: {
    does: 'from requirements to a frozen design',
    load: async () => (await import('../workflows/design/workflow.ts')).workflow,
  },
  gan: {
    does: 'from a brief to a page that passes',
    isKept: true,
    load: async () => (await import('../workflows/gan/workflow.ts')).workflow,
  },
  workorder: {
    does: 'code changes that are accepted by measurement',
    isKept: true,
    load: async () => (await import('../workflows/workorder/workflow.ts')).workflow,
  },
  track: {
    does: 'from a spec through a plan to commits that specialists passed',
    isKept: true,
    load: async () => (await import('../workflows/track/workflow.ts')).workflow,
  },
  improve: {
    does: 'whole applications built and scored, and the set-up improved',
    isKept: true,
    load: async () => (await import('../workflows/improve/workflow.ts')).workflow,
  },
} as const satisfies Workflows
