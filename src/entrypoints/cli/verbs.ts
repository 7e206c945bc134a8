import type { Group, Loaded } from './command.ts'

type Verb = {
  readonly does: string
  readonly load: () => Promise<Loaded | { readonly group: Group }>
}

/** Every verb, loaded only when it is used. The order is the order of help. */
export const verbs = {
  new: { does: 'start a loop for a task', load: () => import('./commands/new.ts') },
  design: {
    does: 'from requirements to a frozen design',
    load: () => import('./commands/design.ts'),
  },
  gan: {
    does: 'from a brief to a page that passes',
    load: () => import('./commands/gan.ts'),
  },
  workorder: {
    does: 'code changes that are accepted by measurement',
    load: () => import('./commands/workorder.ts'),
  },
  resume: { does: 'go on with a loop', load: () => import('./commands/resume.ts') },
  status: { does: 'show the active loop', load: () => import('./commands/status.ts') },
  stop: { does: 'end the active loop', load: () => import('./commands/stop.ts') },
  list: { does: 'list all loops', load: () => import('./commands/list.ts') },
  history: { does: 'show what happened in a loop', load: () => import('./commands/history.ts') },
  report: { does: 'show the result of a loop', load: () => import('./commands/report.ts') },
  diff: { does: 'compare two versions of an artifact', load: () => import('./commands/diff.ts') },
  save: { does: 'copy an artifact out of its loop', load: () => import('./commands/save.ts') },
  gates: {
    does: 'list the questions that wait for a person',
    load: () => import('./commands/gates.ts'),
  },
  answer: { does: 'answer a question', load: () => import('./commands/answer.ts') },
  check: { does: 'run the gates on an existing file', load: () => import('./commands/check.ts') },
  audit: {
    does: 'try the page gate on planted defects',
    load: () => import('./commands/audit.ts'),
  },
  learn: {
    does: 'what was learned, and how sure that is',
    load: () => import('./commands/learn.ts'),
  },
  verify: {
    does: 'prove that a history is whole and unedited',
    load: () => import('./commands/verify.ts'),
  },
  clean: { does: 'remove ended loops', load: () => import('./commands/clean.ts') },
  init: { does: 'write loopwright.yaml', load: () => import('./commands/init.ts') },
  trust: {
    does: 'agree to what loopwright.yaml does here',
    load: () => import('./commands/trust.ts'),
  },
  doctor: {
    does: 'show what is here, what is missing, how to get it',
    load: () => import('./commands/doctor.ts'),
  },
} as const satisfies Record<string, Verb>

export type VerbName = keyof typeof verbs

export const isVerb = (name: string): name is VerbName => Object.hasOwn(verbs, name)
