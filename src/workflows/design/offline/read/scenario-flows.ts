import { limits } from '../limits.ts'
import { asSentence, bare, capitalised, uncapitalised } from '../text/plain-text.ts'
import { title } from '../text/names.ts'
import { theActor, toldOf } from '../text/person.ts'
import type { FlowFact, Reaction, StepFact } from './facts.ts'
import type { Scenario, ScenarioStep } from './scenarios.ts'

/** A scenario as a flow: what is given first, then each action with what comes of it. */
export function flowOf(scenario: Scenario, actor: string): FlowFact {
  const subject = capitalised(theActor(actor === '' ? 'user' : actor))
  const name = scenario.name || nameFrom(scenario)
  return { name: title(name), actor, goal: '', steps: stepsOf(scenario.steps, subject) }
}

function nameFrom(scenario: Scenario): string {
  const first = scenario.steps.find(({ keyword }) => keyword === 'when') ?? scenario.steps[0]
  return (first?.text ?? scenario.feature).replace(/^(?:I|we)\s+(?=[a-z])/i, '')
}

function stepsOf(steps: readonly ScenarioStep[], subject: string): readonly StepFact[] {
  const found: { action: string; outcome: string }[] = []
  const given = steps.filter(({ keyword }) => keyword === 'given')
  if (given.length > 0)
    found.push({ action: joined(given.map(({ text }) => toldOf(subject, text))), outcome: '' })
  for (const { keyword, text } of steps) {
    const last = found.at(-1)
    if (keyword === 'when') found.push({ action: capitalised(toldOf(subject, text)), outcome: '' })
    if (keyword !== 'then') continue
    if (last === undefined) found.push({ action: asSentence(toldOf(subject, text)), outcome: '' })
    else last.outcome = `${last.outcome} ${asSentence(toldOf(subject, text))}`.trim()
  }
  return found
}

const joined = (parts: readonly string[]): string =>
  capitalised(parts.map((part, index) => (index === 0 ? part : uncapitalised(part))).join(', and '))

/** What the scenario says of cause and effect, one for each action that something follows. */
export function reactionsOf(scenario: Scenario, actor: string): readonly Reaction[] {
  const subject = capitalised(theActor(actor === '' ? 'user' : actor))
  const found: Reaction[] = []
  const states = examplesOf(scenario)
  let when: string[] = []
  let then: string[] = []
  const emit = () => {
    if (when.length > 0 && then.length > 0)
      found.push({
        trigger: asSentence(joined(when)),
        response: then.map(asSentence).join(' '),
        states,
        topic: scenario.name || scenario.feature,
        inFlow: true,
      })
    if (then.length > 0) [when, then] = [[], []]
  }
  for (const { keyword, text } of scenario.steps) {
    const told = toldOf(subject, text)
    if (keyword === 'then') then.push(told)
    else emit()
    if (keyword === 'when') when.push(told)
  }
  emit()
  return found
}

function examplesOf({ examples }: Scenario): readonly string[] {
  const [header = [], ...rows] = examples
  return rows
    .slice(0, limits.states)
    .map((row) => row.map((cell, index) => bare(`${header[index] ?? ''} ${cell}`)).join(', '))
    .filter((state) => state !== '')
}
