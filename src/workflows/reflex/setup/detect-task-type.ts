import type { TaskType } from '../events.ts'

type Known = Exclude<TaskType, 'other'>

/** Words that speak for a kind of artifact, with how strongly. */
const signs: Record<Known, readonly (readonly [RegExp, number])[]> = {
  'api-spec': [
    [/\bopen ?api\b|\bswagger\b/i, 4],
    [/\b(rest|http|web)\s+api\b/i, 2],
    [/\bapi\s+(spec|specification|definition|contract|design)\b/i, 4],
    [/\bendpoints?\b/i, 2],
    [/\b(GET|POST|PUT|PATCH|DELETE)\s+\//, 2],
  ],
  code: [
    [/\b(function|class|method|module|algorithm|script|program|library|cli tool)\b/i, 2],
    [/\b(implement|refactor|code)\b/i, 2],
    [/\b(typescript|javascript|python|rust|golang|java)\b/i, 2],
    [/\w+\([^)]*\)\s*(returns?|=|->|→|=>)/, 3],
  ],
  docs: [
    [/\breadme\b/i, 4],
    [
      /\b(documentation|docs|tutorial|handbook|runbook|changelog|user guide|guide|how-to|ADR)\b/i,
      3,
    ],
    [/\bdocument\b/i, 1],
  ],
  config: [
    [/(^|[\s`"'/])\.env\b/i, 4],
    [/\b(config|configuration|settings)( file)?\b/i, 3],
    [
      /\b(docker-?compose|compose file|dockerfile|nginx|github actions?|kubernetes|helm|ini|toml)\b/i,
      4,
    ],
    [/\bya?ml\b/i, 1],
    [/\benvironment variables?\b/i, 2],
  ],
}

const knownTypes = ['api-spec', 'code', 'docs', 'config'] as const satisfies readonly Known[]

/** What kind of artifact the task asks for, or null where its words speak for none or for several alike. */
export function detectTaskType(prompt: string): Known | null {
  const ranked = knownTypes
    .map((type) => ({ type, points: points(type, prompt) }))
    .toSorted((left, right) => right.points - left.points)
  const [first, second] = ranked
  if (!first || first.points < 2) return null
  // two kinds that are both named plainly are two artifacts: a person must say which
  if ((second?.points ?? 0) >= 4) return null
  return first.points - (second?.points ?? 0) >= 1 ? first.type : null
}

const points = (type: Known, prompt: string) =>
  signs[type].reduce((sum, [sign, weight]) => sum + (sign.test(prompt) ? weight : 0), 0)
