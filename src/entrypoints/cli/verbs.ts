import { workflows } from '../../app/workflows.ts'
import type { Workflows } from '../../engine/runs.ts'
import type { Loaded, Verbs } from './command.ts'

const groupsOf = (grouped: Workflows): Verbs =>
  Object.fromEntries(
    Object.entries(grouped).map(([name, { does, load }]) => [
      name,
      {
        does,
        load: async () => ({ group: (await import('./workflow-verb.ts')).groupOf(await load()) }),
      },
    ]),
  )

async function loadNew(): Promise<Loaded> {
  const { commandOf } = await import('./workflow-verb.ts')
  const workflow = await workflows.reflex.load()
  const loaded = await workflow.group.commands[workflow.group.starts]?.load()
  if (loaded === undefined) throw new Error(`${workflow.name} has no command that starts a run`)
  return { command: commandOf(workflow, loaded.command) }
}

/** Verbs that all workflows share, loaded only when they are used. The order is the order of help. */
const common: Verbs = {
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
  rules: {
    does: 'what work is held to, and rules of your own',
    load: () => import('./commands/rules.ts'),
  },
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
  hook: { does: 'answer a hook of another agent', load: () => import('./commands/hook.ts') },
  install: {
    does: 'install Loopwright in the agent you use',
    load: () => import('./commands/install.ts'),
  },
  mcp: { does: 'serve an agent by MCP', load: () => import('./commands/mcp.ts') },
  doctor: {
    does: 'show what is here, what is missing, how to get it',
    load: () => import('./commands/doctor.ts'),
  },
  completion: {
    does: 'print what completes commands in your shell',
    load: () => import('./commands/completion.ts'),
  },
}

/** Every verb: the one that starts a loop, one for each workflow, and those that all share. */
export const verbsOf = (known: Workflows = workflows): Verbs => ({
  new: { does: workflows.reflex.does, load: loadNew },
  ...groupsOf(Object.fromEntries(Object.entries(known).filter(([name]) => name !== 'reflex'))),
  ...common,
})
