import type { AgentTask } from '../../ports/agent.ts'
import type { Project } from '../../ports/project.ts'

/** Why the embedded agent cannot make what a task asks for; null where it can. It is not a model. */
export async function whyNotDrafted(
  { kind, prompt, idealResult }: AgentTask,
  project: Project,
): Promise<string | null> {
  const task = { prompt, ideal_result: idealResult }
  switch (kind) {
    case 'config': {
      const { canDraftConfiguration } = await import('./draft-configuration.ts')
      const can = canDraftConfiguration(task)
      return 'cannot' in can ? can.cannot : null
    }
    case 'api-spec': {
      const can = await (await import('./draft-openapi.ts')).canDraftOpenapi(task)
      return can.ok ? null : can.reason
    }
    case 'docs': {
      const can = await (await import('./draft-readme.ts')).canDraftReadme(task, project)
      return can.ok ? null : can.reason
    }
    case 'code':
      return 'it writes no code'
    default:
      return 'it does not know this kind of artifact'
  }
}
