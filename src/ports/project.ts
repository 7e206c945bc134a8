/** A read-only view of the user's project folder. Nothing outside it can be named. */
export type Project = {
  /** Its folder, where it has one. */
  readonly root?: string
  /** Paths relative to the root, sorted, without dependencies, version control and build output. */
  list(): Promise<readonly string[]>
  /** The text of a file, or null where there is none, it is not text, or it lies outside. */
  read(path: string): Promise<string | null>
  /** Nobody writes to it as long as this view of it is used. */
  readonly isStill?: true
}

/** A question about a project, asked once for a view of it that is still. */
export function oncePerProject<Answer>(
  ask: (project: Project) => Promise<Answer>,
): (project: Project) => Promise<Answer> {
  const known = new WeakMap<Project, Promise<Answer>>()
  return (project) => {
    if (!project.isStill) return ask(project)
    const answer = known.get(project) ?? ask(project)
    known.set(project, answer)
    return answer
  }
}
