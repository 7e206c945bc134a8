const dayMs = 24 * 60 * 60 * 1000

/** A day as `2026-05-01`. */
export type Day = string

export const dayOf = (time: number): Day => new Date(time).toISOString().slice(0, 10)

export const addDays = (day: Day, count: number): Day => dayOf(Date.parse(day) + count * dayMs)

/** How many days `later` comes after `earlier`; negative when it comes before. */
export const daysBetween = (earlier: Day, later: Day): number =>
  Math.round((Date.parse(later) - Date.parse(earlier)) / dayMs)
