import { z } from 'zod'

/** The four dimensions a page is scored in, named as the contract and the reports name them. */
export const Dimension = z.enum(['Design Quality', 'Originality', 'Completeness', 'Functionality'])
export type Dimension = z.infer<typeof Dimension>
export const dimensions = Dimension.options

/** The only scores a criterion may be given. */
export const anchors = [0.25, 0.5, 0.75, 1] as const
export const Anchor = z.literal(anchors)
export type Anchor = z.infer<typeof Anchor>
export const isAnchor = (value: number): value is Anchor => Anchor.safeParse(value).success

/** What an anchor means whatever the dimension. */
export const anchorMeanings: Readonly<Record<Anchor, string>> = {
  0.25: 'major defects; most criteria fail',
  0.5: 'partial compliance; notable issues remain',
  0.75: 'solid compliance; minor issues only',
  1: 'full compliance; no issue found',
}

export type Rubric = {
  readonly dimension: Dimension
  /** The share of the overall score, before a configuration changes it. */
  readonly weight: number
  readonly levels: Readonly<Record<Anchor, string>>
  /** Only for a dimension that is absent or cannot be evaluated; never an anchor (decision 0.19). */
  readonly absent: string
}

/** The rubrics of the GAN loop, as data for prompts, reports and evidence checks. */
export const rubrics: readonly Rubric[] = [
  {
    dimension: 'Design Quality',
    weight: 0.3,
    levels: {
      1: 'every token is used exactly and every viewport is right',
      0.75: 'the major tokens are used and the page is responsive',
      0.5: 'a basic layout with omissions',
      0.25: 'significant deviations from the design',
    },
    absent: 'the design rules are not reflected at all',
  },
  {
    dimension: 'Originality',
    weight: 0.25,
    levels: {
      1: 'the brand voice is fully there and the page is unique',
      0.75: 'a clear voice that reaches its audience',
      0.5: 'a partial voice with a generic feel',
      0.25: 'a weak voice that looks machine-made',
    },
    absent: 'nothing but slop',
  },
  {
    dimension: 'Completeness',
    weight: 0.25,
    levels: {
      1: 'all requirements are met without a defect',
      0.75: 'at least 90 % of the requirements are met, with minor defects',
      0.5: '70 to 90 % of the requirements are met',
      0.25: '50 to 70 % of the requirements are met',
    },
    absent: 'less than half of the requirements are met',
  },
  {
    dimension: 'Functionality',
    weight: 0.2,
    levels: {
      1: 'every interaction works and performance is excellent',
      0.75: 'the major interactions work and performance is good',
      0.5: 'the basics work and performance is average',
      0.25: 'some interactions fail',
    },
    absent: 'the page does not work',
  },
]

export const rubricOf = (dimension: Dimension): Rubric =>
  rubrics.find((rubric) => rubric.dimension === dimension)!
