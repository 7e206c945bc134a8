import type { Project } from '../../../ports/project.ts'
import type { TaskType } from '../events.ts'

type Task = { readonly prompt: string; readonly ideal_result: string }

/** Why the embedded agent cannot make what a task asks for; null where it can. It is not a model. */
export async function whyNotDrafted(
  type: TaskType,
  task: Task,
  project: Project,
): Promise<string | null> {
  switch (type) {
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
    case 'other':
      return 'it does not know this kind of artifact'
  }
}
