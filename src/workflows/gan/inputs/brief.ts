import { z } from 'zod'

export const Need = z.enum(['must', 'should', 'nice'])
export type Need = z.infer<typeof Need>

export const ContentRequirement = z.object({
  page: z.string(),
  section: z.string(),
  need: Need,
  detail: z.string(),
  line: z.number().int().positive(),
})
export type ContentRequirement = z.infer<typeof ContentRequirement>

export const BriefStatus = z.enum(['draft', 'approved', 'in-progress', 'completed', 'archived'])

export const BriefMetadata = z.object({
  id: z.string().optional(),
  status: BriefStatus.optional(),
  type: z.string().optional(),
  priority: z.string().optional(),
  pipelineMode: z.string().optional(),
  framework: z.string().optional(),
  evaluatorProfile: z.string().optional(),
})
export type BriefMetadata = z.infer<typeof BriefMetadata>

export const CallToAction = z.object({
  label: z.string(),
  target: z.string(),
  line: z.number().int().positive(),
})
export type CallToAction = z.infer<typeof CallToAction>

/** What a page is built from and judged by. */
export const Brief = z.object({
  form: z.enum(['minimum', 'full']),
  title: z.string(),
  metadata: BriefMetadata,
  goal: z.string(),
  kpis: z.array(z.string()),
  audience: z.string(),
  brand: z.string(),
  /** Where the words of Brand come from. */
  brandSource: z.enum(['brief', 'brand-files']),
  requirements: z.array(ContentRequirement),
  keyMessages: z.array(z.string()),
  callsToAction: z.array(CallToAction),
  constraints: z.string(),
  deliverables: z.array(z.string()),
  mustPass: z.array(z.string()),
  niceToHave: z.array(z.object({ criterion: z.string(), weight: z.number() })),
  /** The whole text, with Brand filled in where it was empty. */
  text: z.string(),
})
export type Brief = z.infer<typeof Brief>

/** The sections by which a BRIEF is known, with other names they go by. */
export const briefSections = {
  metadata: ['metadata'],
  goal: ['goal', 'goals', 'project_goal', 'project_goals'],
  audience: ['audience', 'target_audience'],
  brand: ['brand', 'brand_and_tone', 'brand_tone'],
  content: [
    'content_requirements',
    'content',
    'requirements',
    'sections',
    'page_sections',
    'required_sections',
    'structure',
    'page_structure',
  ],
  constraints: ['technical_constraints', 'constraints'],
  deliverables: ['deliverables'],
  criteria: ['evaluation_criteria', 'acceptance_criteria'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type BriefSection = keyof typeof briefSections

/** How the sections are called in messages. */
export const sectionTitles: Readonly<Record<BriefSection, string>> = {
  metadata: 'Metadata',
  goal: 'Goal',
  audience: 'Audience',
  brand: 'Brand',
  content: 'Content Requirements',
  constraints: 'Technical Constraints',
  deliverables: 'Deliverables',
  criteria: 'Evaluation Criteria',
}

/** What every page must pass where a BRIEF names no criteria of its own. */
export const standardMustPass = [
  'Brand consistency: colours, type and tone follow the brand files',
  'Responsive at 375, 768 and 1280 px',
  'All core content is present',
  'Every call to action works',
  'No broken elements',
  'Lighthouse accessibility is at least 90',
] as const

/** The weights of the seven nice-to-have criteria of the full template, in its order. */
export const niceToHaveWeights = [0.15, 0.15, 0.15, 0.15, 0.1, 0.15, 0.15] as const
