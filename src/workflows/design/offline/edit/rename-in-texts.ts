import type { DesignIntent } from '../../../../checks/design/intent.ts'
import { uncapitalised } from '../text/plain-text.ts'

/** Says a component's new name wherever a text said its old one. Names of one word are too common to be sure. */
export function renameInTexts(intent: DesignIntent, from: string, to: string): DesignIntent {
  if (!from.includes(' ')) return intent
  const pattern = new RegExp(
    `(?<![\\p{L}\\d])${from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\d])`,
    'giu',
  )
  const said = (text: string): string =>
    text.replace(pattern, (found) => (/^\p{Lu}/u.test(found) ? to : uncapitalised(to)))
  return {
    ...intent,
    userFlows: intent.userFlows.map((flow) => ({
      ...flow,
      steps: flow.steps.map((step) => ({
        ...step,
        action: said(step.action),
        ...(step.outcome === undefined ? {} : { outcome: said(step.outcome) }),
      })),
    })),
    components: intent.components.map((component) => ({
      ...component,
      description: said(component.description),
    })),
    interactions: intent.interactions.map((each) => ({
      ...each,
      trigger: said(each.trigger),
      response: said(each.response),
    })),
  }
}
