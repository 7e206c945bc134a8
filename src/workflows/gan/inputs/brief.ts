export type Need = 'must' | 'should' | 'nice'

export type ContentRequirement = {
  readonly page: string
  readonly section: string
  readonly need: Need
  readonly detail: string
  readonly line: number
}

export type CallToAction = {
  readonly label: string
  readonly target: string
  readonly line: number
}

/** What a page is built from and judged by. */
export type Brief = {
  readonly title: string
  readonly priority: string | undefined
  readonly evaluatorProfile: string | undefined
  readonly goal: string
  readonly audience: string
  readonly brand: string
  /** Where the words of Brand come from. */
  readonly brandSource: 'brief' | 'brand-files'
  readonly requirements: readonly ContentRequirement[]
  readonly callsToAction: readonly CallToAction[]
  readonly mustPass: readonly string[]
  /** The whole text, with Brand filled in where it was empty. */
  readonly text: string
}

/** The sections of a BRIEF: how messages call them, and the keys of their headings. */
export const briefSections = {
  metadata: ['Metadata', 'metadata'],
  goal: ['Goal', 'goal', 'goals', 'project_goal', 'project_goals'],
  audience: ['Audience', 'audience', 'target_audience'],
  brand: ['Brand', 'brand', 'brand_and_tone', 'brand_tone'],
  content: ['Content Requirements', 'content_requirements', 'content', 'requirements', 'sections'],
  constraints: ['Technical Constraints', 'technical_constraints', 'constraints'],
  deliverables: ['Deliverables', 'deliverables'],
  criteria: ['Evaluation Criteria', 'evaluation_criteria', 'acceptance_criteria'],
} as const satisfies Readonly<Record<string, readonly [title: string, ...keys: string[]]>>
export type BriefSection = keyof typeof briefSections

/** What every page must pass where a BRIEF names no criteria of its own. */
export const standardMustPass = [
  'Brand consistency: colours, type and tone follow the brand files',
  'Responsive at 375, 768 and 1280 px',
  'All core content is present',
  'Every call to action works',
  'No broken elements',
  'Lighthouse accessibility is at least 90',
] as const
