import type { Item } from '../markdown/blocks.ts'
import { asSentence, bare, capitalised } from '../text/plain-text.ts'
import { title } from '../text/names.ts'
import { sentences } from '../text/sentences.ts'
import type { FlowFact, StepFact } from './facts.ts'
import { actorName } from './stories.ts'

const systemSubject =
  /^(?:the\s+)?(?:system|app|application|site|service|page|screen|software|it)\b/i

/** A step of a list: its first sentence is the action, what the system then does is the outcome. */
export function stepOf(item: Item): StepFact | null {
  const [arrowed = '', ...after] = item.text.split(/\s*(?:→|⇒|->|=>)\s*/)
  const [first = '', ...more] = sentences(arrowed)
  const action = capitalised(bare(first.replace(/^step\s+\d{1,3}\s*[:.)–—-]*\s*/i, '')))
  if (action === '') return null
  const below = item.children.flatMap(({ text, children }) => [
    text,
    ...children.map((child) => child.text),
  ])
  const outcome = [...more, ...after, ...below].map(asSentence).filter((part) => part !== '')
  return { action, outcome: outcome.join(' ') }
}

export function stepsOf(items: readonly Item[]): readonly StepFact[] {
  const steps: StepFact[] = []
  for (const step of items.flatMap((item) => chain(item) ?? stepOf(item) ?? [])) {
    const last = steps.at(-1)
    // what the system does answers the step before it
    if (last !== undefined && last.outcome === '' && systemSubject.test(step.action))
      steps[steps.length - 1] = {
        action: last.action,
        outcome: `${asSentence(step.action)} ${step.outcome}`.trim(),
      }
    else steps.push(step)
  }
  return steps
}

/** A whole flow in one line: "choose a tool → pick dates → confirm". */
export function chain(item: Item): readonly StepFact[] | null {
  const parts = item.text.split(/\s*(?:→|⇒|->|=>|>>)\s*/).map((part) => bare(part))
  if (parts.length < 3 || parts.some((part) => part === '')) return null
  return parts.map((part) => ({
    action: capitalised(part.replace(/^[^:]{1,40}:\s+/, '')),
    outcome: '',
  }))
}

type Fields = { actor: string; goal: string; readonly steps: StepFact[]; after: string }

const labels =
  /^\W{0,3}(primary actor|secondary actor|actors?|who|user|role|goal|purpose|trigger|pre-?conditions?|post-?conditions?|result|outcome|main (?:flow|success scenario|course|path)|basic flow|normal flow|happy path|flow|steps|alternatives?(?: flows?| paths?)?|exceptions?|extensions?|variations?|frequency|priority)\s*[:–—]\s*(.*)$/i

/** A flow under a heading, told as a list, perhaps with the fields of a use case. */
export function flowFrom(
  name: string,
  items: readonly Item[],
  paragraphs: readonly string[],
): FlowFact | null {
  const fields: Fields = { actor: '', goal: '', steps: [], after: '' }
  const loose = [
    ...paragraphs.map((text) => ({ text, ordered: false, children: [] })),
    ...items,
  ].filter((item) => !takeField(fields, item))
  const told = loose.filter((item) => items.includes(item))
  const steps = [...fields.steps, ...stepsOf(told)]
  const last = steps.at(-1)
  if (last === undefined) return null
  if (fields.after !== '' && last.outcome === '')
    steps[steps.length - 1] = { action: last.action, outcome: asSentence(fields.after) }
  return { name: title(name), actor: fields.actor, goal: fields.goal, steps }
}

function takeField(fields: Fields, item: Item): boolean {
  const match = labels.exec(item.text)
  if (match === null) return false
  const [label, value] = [(match[1] ?? '').toLowerCase(), bare(match[2] ?? '')]
  if (/actor|who|user|role/.test(label)) fields.actor ||= actorName(value.split(/[,;/]/)[0] ?? '')
  else if (/goal|purpose/.test(label)) fields.goal ||= asSentence(value)
  else if (/post|result|outcome/.test(label)) fields.after ||= value
  else if (/main|basic|normal|happy|flow|steps/.test(label) && !/alternative/.test(label)) {
    const own = value === '' ? [] : [{ text: value, ordered: true, children: [] }]
    fields.steps.push(...stepsOf([...own, ...item.children]))
  } else if (/trigger/.test(label) && value !== '')
    fields.steps.unshift({ action: capitalised(value), outcome: '' })
  else if (/pre/.test(label) && value !== '' && fields.steps.length === 0)
    fields.steps.push({ action: capitalised(value), outcome: '' })
  return true
}
