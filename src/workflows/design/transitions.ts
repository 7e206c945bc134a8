import { z } from 'zod'

export const DesignStateName = z.enum([
  'IDLE',
  'GENERATING',
  'EVALUATING',
  'CANDIDATE',
  'REVISING',
  'FROZEN',
  'FAILED',
])
export type DesignStateName = z.infer<typeof DesignStateName>

/** Where each state may go. What is not listed is forbidden, staying where one is included. */
export const allowed: Readonly<Record<DesignStateName, readonly DesignStateName[]>> = {
  IDLE: ['GENERATING'],
  GENERATING: ['EVALUATING', 'FAILED'],
  EVALUATING: ['CANDIDATE', 'REVISING', 'FAILED'],
  CANDIDATE: ['FROZEN', 'REVISING', 'FAILED'],
  REVISING: ['GENERATING'],
  FROZEN: [],
  FAILED: ['IDLE'],
}

export const isAllowed = (from: DesignStateName, to: DesignStateName): boolean =>
  allowed[from].includes(to)

/** Faults are a class of their own: they lead to FAILED from everywhere but FAILED itself. */
export const mayFault = (from: DesignStateName): boolean => from !== 'FAILED'
