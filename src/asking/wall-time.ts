import type { Caps, Spent } from '../model/caps.ts'

export type WallTimer = { readonly signal: AbortSignal; end(): void }

/** Aborts when the run's wall time is used up, counted over all its sittings. */
export function wallTimer(caps: Caps, spent: Spent): WallTimer {
  const controller = new AbortController()
  const cap = caps.wall_time_s
  if (cap === 'unlimited') return { signal: controller.signal, end: () => undefined }
  const left = Math.max(0, cap * 1000 - spent.activeMs)
  const timer = setTimeout(() => controller.abort(), Math.min(left, 2 ** 31 - 1))
  return { signal: controller.signal, end: () => clearTimeout(timer) }
}
