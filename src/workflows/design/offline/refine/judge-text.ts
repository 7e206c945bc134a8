import { designModel, type DesignModel } from '../../../../checks/design/design-model.ts'
import type { DesignIntent } from '../../../../checks/design/intent.ts'
import { proseOf, textsOf, type Text } from '../../../../checks/design/prose.ts'
import type { TextRule } from '../../../../checks/design/rule.ts'
import { designRules } from '../../../../checks/design/rules.ts'

const rules = designRules.filter(
  (rule): rule is TextRule => rule.over === 'texts' && rule.severity !== 'info',
)

export const textRuleIds: readonly string[] = rules.map(({ id }) => id)

export type Fault = { readonly ruleId: string; readonly message: string }

/** Holds single texts against the critic's rules, so that a rewriting is kept only if it is better. */
export function textJudge(intent: DesignIntent) {
  const model: DesignModel = designModel(intent)
  const byPath = new Map(textsOf(intent).map((text) => [text.path, text]))
  return {
    at: (path: string): Text | undefined => byPath.get(path),
    faults: (text: Text): readonly Fault[] => {
      const prose = proseOf(text)
      return rules.flatMap((rule) =>
        rule.read(prose, model).map(({ message }) => ({ ruleId: rule.id, message })),
      )
    },
  }
}
export type TextJudge = ReturnType<typeof textJudge>
