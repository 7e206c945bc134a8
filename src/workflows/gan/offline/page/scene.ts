import type { SectionName } from '../../inputs/copy.ts'
import { type Layout, type Look, lookOf } from '../look.ts'
import type { Inputs } from '../read-inputs.ts'
import { type Anchors, anchorsOf } from './anchors.ts'
import type { GroundName } from './grounds.ts'
import { type Part, partsOf } from './parts.ts'

/** Everything that drawing a page needs to know, in one place. */
export type Scene = {
  readonly inputs: Inputs
  readonly look: Look
  readonly parts: readonly Part[]
  readonly anchors: Anchors
  /** What the brand calls itself. */
  readonly name: string
}

export function sceneOf(inputs: Inputs, look: Look = lookOf(inputs)): Scene {
  const parts = partsOf(inputs.copy)
  return { inputs, look, parts, anchors: anchorsOf(inputs.brief, parts), name: nameOf(inputs) }
}

/** The brand's own name, else what the brief is called, without the word BRIEF. */
function nameOf({ voice, brief }: Inputs): string {
  const title = brief.title.replace(/^BRIEF\s*[:–—-]?\s*/i, '').split(/[,:–—|]/)[0] ?? ''
  return voice?.name ?? title.trim()
}

type Stage = Readonly<Record<SectionName | 'header' | 'ending', GroundName>>

const stages: Readonly<Record<Layout, Stage>> = {
  ledger: {
    header: 'paper',
    hero: 'paper',
    problem: 'paper',
    solution: 'brand',
    features: 'paper',
    social_proof: 'paper',
    pricing: 'band',
    cta: 'paper',
    footer: 'deep',
    ending: 'deep',
  },
  editorial: {
    header: 'paper',
    hero: 'paper',
    problem: 'paper',
    solution: 'paper',
    features: 'band',
    social_proof: 'paper',
    pricing: 'paper',
    cta: 'brand',
    footer: 'paper',
    ending: 'paper',
  },
  poster: {
    header: 'brand',
    hero: 'brand',
    problem: 'accent',
    solution: 'paper',
    features: 'deep',
    social_proof: 'paper',
    pricing: 'band',
    cta: 'brand',
    footer: 'deep',
    ending: 'deep',
  },
  calm: {
    header: 'paper',
    hero: 'paper',
    problem: 'paper',
    solution: 'band',
    features: 'paper',
    social_proof: 'band',
    pricing: 'paper',
    cta: 'brand',
    footer: 'paper',
    ending: 'paper',
  },
  product: {
    header: 'paper',
    hero: 'paper',
    problem: 'band',
    solution: 'brand',
    features: 'paper',
    social_proof: 'paper',
    pricing: 'paper',
    cta: 'deep',
    footer: 'paper',
    ending: 'paper',
  },
}

export const groundFor = ({ look }: Scene, part: keyof Stage): GroundName =>
  stages[look.layout][part]
