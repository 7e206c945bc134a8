import type { DesignIntent } from '../../../../checks/design/intent.ts'
import { limits } from '../limits.ts'
import { cut } from '../text/plain-text.ts'
import { addAttribute, addComponent, addEntity, addGoal, react, relate } from './apply-additions.ts'
import { addFlow, addStep } from './apply-flow-additions.ts'
import { move, show } from './apply-layout.ts'
import { describe, removeNamed, rename, requireIt, retype, setActor } from './apply-changes.ts'
import type { Applied, Command } from './commands.ts'
import { commandsIn, requestsIn } from './read-feedback.ts'

/** Does what a person's feedback asks for, one request after the other, and tells what it could not place. */
export function applyFeedback(
  intent: DesignIntent,
  feedback: readonly string[],
): { readonly intent: DesignIntent; readonly notes: readonly string[] } {
  const notes: string[] = []
  let current = intent
  for (const request of requestsIn(feedback)) {
    const applied = firstThatFits(current, commandsIn(request))
    notes.push(applied === null ? `I could not place: ${cut(request, 200)}` : applied.note)
    current = applied?.intent ?? current
  }
  return { intent: current, notes: notes.slice(0, limits.notes) }
}

function firstThatFits(intent: DesignIntent, commands: readonly Command[]): Applied | null {
  for (const command of commands) {
    const applied = apply(intent, command)
    if (applied !== null) return applied
  }
  return null
}

function apply(intent: DesignIntent, command: Command): Applied | null {
  switch (command.do) {
    case 'rename':
      return rename(intent, command)
    case 'remove':
      return removeNamed(intent, command)
    case 'add-attribute':
      return addAttribute(intent, command)
    case 'add-goal':
      return addGoal(intent, command)
    case 'add-step':
      return addStep(intent, command)
    case 'require':
      return requireIt(intent, command)
    case 'retype':
      return retype(intent, command)
    case 'add-component':
      return addComponent(intent, command)
    case 'show':
      return show(intent, command)
    case 'add-flow':
      return addFlow(intent, command)
    case 'add-entity':
      return addEntity(intent, command)
    case 'describe':
      return describe(intent, command)
    case 'move':
      return move(intent, command)
    case 'set-actor':
      return setActor(intent, command)
    case 'react':
      return react(intent, command)
    case 'relate':
      return relate(intent, command)
  }
}
