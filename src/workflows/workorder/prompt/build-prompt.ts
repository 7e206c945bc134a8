import { createHash } from 'node:crypto'
import type { Order } from '../order.ts'
import { withFollowers } from '../scope.ts'
import type { Guideline } from './guidelines.ts'
import { fill } from './template.ts'

export type PromptParts = {
  readonly template: string
  readonly order: Order
  /** What the proposer should know of the repository, as fenced text. */
  readonly context: readonly string[]
  readonly guidelines: readonly Guideline[]
  /** Lessons that the template has a place for, by id; those held out this time are not among them. */
  readonly taught: Readonly<Record<string, string>>
}

export type BuiltPrompt = { readonly text: string; readonly sha256: string }

/** The prompt of an order: the same inputs give the same text. */
export function buildPrompt({
  template,
  order,
  context,
  guidelines,
  taught,
}: PromptParts): BuiltPrompt {
  const values = {
    task: taskOf(order),
    context: context.join('\n'),
    output_type: order.expected_output_type,
    ...Object.fromEntries(Object.entries(taught).map(([id, text]) => [`lesson:${id}`, text])),
  }
  const advice = guidelines.map(({ text }) => text).join('\n\n')
  const text = `${fill(template, values)}${advice === '' ? '' : `\n\nIMPORTANT GUIDELINES:\n${advice}`}`
  return { text, sha256: createHash('sha256').update(text).digest('hex') }
}

function taskOf({
  title,
  description,
  acceptance_criteria: criteria,
  files_in_scope: scope,
  contracts,
}: Order): string {
  return [
    title,
    '',
    description,
    ...(criteria.length === 0
      ? []
      : ['', 'It is done when:', ...criteria.map((each) => `- ${each}`)]),
    ...(scope.length === 0 ? [] : ['', 'Change only:', ...scope.map((each) => `- ${each}`)]),
    ...(withFollowers(scope).length === scope.length
      ? []
      : ['- what belongs to these files: their tests, such as name.test.ts beside name.ts']),
    ...(contracts.length === 0
      ? []
      : [
          '',
          'Others rely on these exported names. Keep each as it is:',
          ...contracts.map(
            ({ path, name, signature }) =>
              `- ${name} of ${path}${signature === undefined ? '' : `: ${signature}`}`,
          ),
        ]),
  ].join('\n')
}
