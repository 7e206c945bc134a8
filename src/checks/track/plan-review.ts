/** Such words ask for the CTO's review. */
const technicalWords = [
  'architecture',
  'system design',
  'integration',
  'API',
  'database',
  'schema',
  'migration',
  'infrastructure',
  'scalability',
  'performance',
  'security',
  'authentication',
  'authorization',
  'deployment',
  'monitoring',
  'logging',
  'vendor',
  'technology selection',
  'framework',
  'library',
] as const
export const technicalWordsIn = (text: string): readonly string[] =>
  technicalWords.filter((word) => says(text, word))

const says = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\w-])${word.replace(/y$/, '(?:y|ies)')}s?(?![\\w])`, 'i').test(text)

const majorTypes = ['architecture', 'integration', 'infrastructure']
const risky =
  /\b(?:payments?|billing|refunds?|migrations?|encrypt\w*|credentials?|secrets?|passwords?|auth(?:entication|orization)?|o?auth2?|permissions?|personal data|GDPR|PII)\b/i
const manyTasks = 5

/** Why a board must look at a track (4.3, pass 6). */
export function majorBecause(
  {
    metadata,
    spec,
    planText,
    planVersion,
  }: {
    readonly metadata: Readonly<Record<string, unknown>>
    readonly spec: string
    readonly planText: string
    readonly planVersion: number
  },
  tasks: number,
): readonly string[] {
  const text = (key: string) =>
    typeof metadata[key] === 'string' ? metadata[key].toLowerCase() : ''
  const type = majorTypes.find((each) => text('type').includes(each))
  const isUrgent = text('priority') === 'p0' || /\bpriority\W{0,6}P0\b/i.test(spec)
  const risk = risky.exec(spec)?.[0]
  return [
    ...(type === undefined ? [] : [`its type is ${type}`]),
    ...(tasks >= manyTasks && risk !== undefined
      ? [`it has ${tasks} tasks and speaks of "${risk}"`]
      : []),
    ...(/\bsecurity\b|\bvulnerabilit/i.test(`${spec}\n${planText}`)
      ? ['it is about security']
      : []),
    ...(isUrgent ? ['its priority is P0'] : []),
    ...(planVersion > 1 ? [`this is version ${planVersion} of its plan`] : []),
  ]
}
