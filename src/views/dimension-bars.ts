import type { Paint } from '../model/screen.ts'
import { bar } from './bars.ts'

/** The dimensions of a design's score, in the words and the order of people. */
const dimensionNames = {
  completeness: 'completeness',
  coherence: 'coherence',
  clarity: 'clarity',
  frameworkAgnosticism: 'framework-free',
  dataModelIntegrity: 'data model',
} as const

export const showPoints = (score: number): string => score.toFixed(2).replace(/\.?0+$/, '')

const order = Object.keys(dimensionNames)

export const dimensionBars = (
  dimensions: Readonly<Record<string, number>>,
  threshold: number,
  paint: Paint,
): readonly string[] =>
  Object.entries(dimensions)
    .toSorted(([left], [right]) => order.indexOf(left) - order.indexOf(right))
    .map(([name, score]) => {
      const label = Object.entries(dimensionNames).find(([key]) => key === name)?.[1] ?? name
      return `  ${label.padEnd(14)} ${bar(score / 100, threshold / 100, paint)} ${showPoints(score)}`
    })
