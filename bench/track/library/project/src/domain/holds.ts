import { addDays, type Day } from './days.ts'

const mostHolds = 5
const keptDays = 7

export const mayHold = (openHolds: number): boolean => openHolds < mostHolds

export const keptUntil = (readyOn: Day): Day => addDays(readyOn, keptDays)

export const isExpired = (readyOn: Day, today: Day): boolean => today > keptUntil(readyOn)
