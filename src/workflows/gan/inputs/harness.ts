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

/** What is known of a page before it is built. */
export type HarnessTask = { readonly keywords: readonly string[]; readonly priority: string }

const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s-]+/g, '_')

/** The level of a page. It is a feature, which is standard; what is critical or handles secrets is thorough. */
export function detectHarnessLevel(
  { keywords, priority }: HarnessTask,
  settings: HarnessSettings = defaults,
): HarnessLevel {
  if (settings.level !== 'auto') return settings.level
  const wanted = [...settings.thorough_keywords, ...settings.thorough_domains].map(plain)
  const isGrave = keywords.some((keyword) =>
    [plain(keyword), ...plain(keyword).split('_')].some(
      (part) => wanted.includes(part) || wanted.includes(part.replace(/s$/, '')),
    ),
  )
  return isGrave || priority === 'critical' ? 'thorough' : 'standard'
}

/** The level after so many runs that did not pass; it rises at most `max_escalations` times and never falls. */
export function escalated(
  level: HarnessLevel,
  failures: number,
  settings: HarnessSettings = defaults,
): HarnessLevel {
  const { options } = HarnessLevel
  const steps = Math.min(failures, settings.max_escalations)
  return options[Math.min(options.indexOf(level) + steps, options.length - 1)] ?? level
}
