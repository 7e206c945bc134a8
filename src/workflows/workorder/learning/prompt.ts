import { createHash } from 'node:crypto'
import type { NewPromptVersion, PromptVersionRow } from '../../../model/records-lessons.ts'
import { recordIdOf } from '../../../model/records-sampling.ts'
import type { Records } from '../../../ports/records.ts'
import { firstTemplate, placesIn, withLesson } from '../prompt/template.ts'

export const basePrompt = 'base_proposer'

/** The prompt in use. The first one is written where there is none yet. */
export async function activeTemplate(records: Records, at: string): Promise<PromptVersionRow> {
  const active = await records.activePrompt(basePrompt)
  if (active !== null) return active
  const [known] = await records.promptVersions(basePrompt)
  const first = known ?? (await firstVersion(records, at))
  const activated = await records.activatePrompt(first.id, at)
  if (!activated.ok) throw new Error('the first prompt went away while it was put in use')
  return activated.value
}

async function firstVersion(records: Records, at: string): Promise<{ readonly id: string }> {
  const version: NewPromptVersion = {
    // the moment is part of the id, which makes the coins of each workspace its own
    id: recordIdOf('prompt', basePrompt, 1, at),
    created_at: at,
    prompt_type: basePrompt,
    version_number: 1,
    version_tag: 'v1',
    prompt_template: firstTemplate,
    template_variables: variablesOf(firstTemplate),
    author: 'system',
    change_notes: 'the first prompt',
  }
  try {
    await records.savePromptVersion(version)
    return version
  } catch (error) {
    // another process may have written it a moment before
    const [theirs] = await records.promptVersions(basePrompt)
    if (theirs === undefined) throw error
    return theirs
  }
}

export const variablesOf = (template: string): Record<string, string> =>
  Object.fromEntries(placesIn(template).map((name) => [name, 'text']))

/** What makes the coins of these records their own: the id of their first prompt. */
export async function saltOf(records: Records): Promise<string> {
  const [first] = await records.promptVersions(basePrompt)
  return first?.id ?? ''
}

const lessonLine = /^.*\{\{lesson:[A-Za-z0-9-]+\}\}.*$\n?/gm

/** The hash of a template without its places for lessons: a promotion does not make it another prompt. */
export const bareHash = (template: string): string =>
  createHash('sha256').update(template.replace(lessonLine, '').trimEnd()).digest('hex')

/** The version that follows `former`, with a place for this lesson. */
export function nextTemplate(
  former: PromptVersionRow,
  lesson: { readonly id: string; readonly error_code: string },
  { at, by, number }: { readonly at: string; readonly by: string; readonly number: number },
): NewPromptVersion {
  const template = withLesson(former.prompt_template, lesson.id)
  return {
    id: recordIdOf('prompt', basePrompt, number, lesson.id, former.id, at),
    created_at: at,
    prompt_type: basePrompt,
    version_number: number,
    version_tag: `v${number}`,
    prompt_template: template,
    template_variables: variablesOf(template),
    author: 'meta-ai-loop',
    change_notes: `takes in the lesson against ${lesson.error_code}, approved by ${by}`,
    parent_version_id: former.id,
  }
}
