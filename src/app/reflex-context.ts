import type { House } from '../app.ts'

const sources = [
  '.ai-factory/DESCRIPTION.md',
  '.ai-factory/ARCHITECTURE.md',
  '.ai-factory/RULES.md',
  // rules the project has learned for this loop; they come last, so they win
  '.ai-factory/skill-context/aif-loop/SKILL.md',
]
const mostCharacters = 20_000

/** The project's own conventions, for every prompt. Files that are not there are left out. */
export async function readContext(house: House): Promise<string> {
  const parts: string[] = []
  for (const path of sources) {
    const bytes = await house.disk.read(`${house.root}/${path}`)
    if (bytes === null) continue
    parts.push(
      `## ${path}\n\n${Buffer.from(bytes).toString('utf8').slice(0, mostCharacters).trim()}`,
    )
  }
  return parts.join('\n\n')
}
