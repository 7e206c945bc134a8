import { z } from 'zod'
import { ProfileName } from './profiles.ts'

export const HarnessLevel = z.enum(['minimal', 'standard', 'thorough'])
export type HarnessLevel = z.infer<typeof HarnessLevel>

const words = (defaults: readonly string[]) => z.array(z.string().min(1)).default([...defaults])

/** The `harness` part of design.yaml: the level, the profile, and what the level is guessed from. */
export const HarnessSettings = z.strictObject({
  level: z.enum(['auto', ...HarnessLevel.options]).default('auto'),
  default_profile: ProfileName.default('design'),
  max_escalations: z
    .number()
    .int('is not whole; expected a whole number')
    .min(0, 'is below 0; expected at least 0')
    .max(10, 'is too large; expected at most 10')
    .default(2),
  coverage_floor: z
    .number()
    .min(0, 'is below 0; expected a percentage')
    .max(100, 'is above 100; expected a percentage')
    .default(70),
  small_change_files: z.number().int('is not whole; expected a whole number').min(0).default(3),
  thorough_keywords: words([
    'security',
    'payment',
    'authentication',
    'authorization',
    'authorisation',
    'password',
    'credential',
    'encryption',
    'checkout',
    'billing',
  ]),
  thorough_domains: words(['auth', 'payment', 'migration', 'public_api']),
})
export type HarnessSettings = z.output<typeof HarnessSettings>

const defaults: HarnessSettings = HarnessSettings.parse({})

/** What is known of a task before it starts. */
export const HarnessTask = z.strictObject({
  files: z.number().int().nonnegative().default(0),
  domains: z.array(z.string()).default([]),
  keywords: z.array(z.string()).default([]),
  type: z.enum(['bugfix', 'docs', 'config', 'feature', 'refactor']).optional(),
  priority: z.enum(['low', 'medium', 'high', 'critical']).default('medium'),
})
export type HarnessTask = z.output<typeof HarnessTask>

export type Detected = { readonly level: HarnessLevel; readonly reasons: readonly string[] }

/** The level of a task, with every reason that speaks for it. The strongest level wins. */
export function detectHarnessLevel(
  task: HarnessTask,
  settings: HarnessSettings = defaults,
): Detected {
  if (settings.level !== 'auto')
    return { level: settings.level, reasons: [`the configuration says ${settings.level}`] }
  const thorough = thoroughReasons(task, settings)
  if (thorough.length > 0) return { level: 'thorough', reasons: thorough }
  const standard = standardReasons(task, settings)
  if (standard.length > 0) return { level: 'standard', reasons: standard }
  return {
    level: 'minimal',
    reasons: [`at most ${settings.small_change_files} files in one domain`],
  }
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s-]+/g, '_')

function thoroughReasons(task: HarnessTask, settings: HarnessSettings): readonly string[] {
  const wanted = settings.thorough_keywords.map(plain)
  const keywords = task.keywords.filter((keyword) =>
    plain(keyword)
      .split('_')
      .concat(plain(keyword))
      .some((part) => wanted.includes(part) || wanted.includes(part.replace(/s$/, ''))),
  )
  const domains = task.domains.filter((domain) =>
    settings.thorough_domains.map(plain).includes(plain(domain)),
  )
  return [
    ...(task.priority === 'critical' ? ['the priority is critical'] : []),
    ...keywords.map((keyword) => `the keyword ${keyword}`),
    ...domains.map((domain) => `the domain ${domain}`),
  ]
}

function standardReasons(task: HarnessTask, settings: HarnessSettings): readonly string[] {
  const domains = new Set(task.domains.map(plain)).size
  return [
    ...(task.files > settings.small_change_files ? [`${task.files} files`] : []),
    ...(domains > 1 ? [`${domains} domains`] : []),
    ...(task.type === 'feature' || task.type === 'refactor' ? [`a ${task.type}`] : []),
  ]
}

export const EscalationTrigger = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('quality_gate_fail') }),
  z.strictObject({ type: z.literal('review_critical') }),
  z.strictObject({ type: z.literal('test_coverage_low'), coverage: z.number() }),
])
export type EscalationTrigger = z.infer<typeof EscalationTrigger>

export type Standing = { readonly level: HarnessLevel; readonly escalations: number }

/** Raises the level for a trigger, at most `max_escalations` times; a level never falls. */
export function escalate(
  standing: Standing,
  trigger: EscalationTrigger,
  settings: HarnessSettings = defaults,
): Standing {
  const next = levelAfter(standing.level, trigger, settings)
  if (next === standing.level || standing.escalations >= settings.max_escalations) return standing
  return { level: next, escalations: standing.escalations + 1 }
}

function levelAfter(
  level: HarnessLevel,
  trigger: EscalationTrigger,
  settings: HarnessSettings,
): HarnessLevel {
  switch (trigger.type) {
    case 'quality_gate_fail':
      return level === 'minimal' ? 'standard' : 'thorough'
    case 'review_critical':
      return 'thorough'
    case 'test_coverage_low':
      return trigger.coverage < settings.coverage_floor && level === 'minimal' ? 'standard' : level
  }
}
