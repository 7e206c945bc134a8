import { z } from 'zod'

const longest = 5_000
const text = z
  .string()
  .min(1, 'the text is empty; expected words')
  .max(longest, `the text is too long; expected at most ${longest} characters`)

/** Parts of copy whose fields are known. A variant has the same fields as the primary. */
const shapes = {
  hero: z.strictObject({
    headline: text,
    subheadline: text.optional(),
    cta_primary: text.optional(),
    cta_secondary: text.optional(),
  }),
  problem: z.strictObject({ headline: text, body: text }),
  solution: z.strictObject({ headline: text, body: text }),
  features: z.strictObject({
    headline: text.optional(),
    items: z
      .array(z.strictObject({ title: text, description: text, metric: text.optional() }))
      .min(1, 'there are no items; expected at least 1'),
  }),
  cta: z.strictObject({
    headline: text,
    button_text: text,
    supporting_text: text.optional(),
  }),
  pricing: z.strictObject({
    headline: text,
    plans: z
      .array(
        z.strictObject({
          name: text,
          price: text,
          billing_period: text.optional(),
          highlights: z.array(text).default([]),
        }),
      )
      .min(1, 'there are no plans; expected at least 1'),
  }),
} as const

/** Sections whose fields nobody has fixed: texts, lists of texts, or lists of fields. */
const free = z.record(
  z.string(),
  z.union([text, z.array(text), z.array(z.record(z.string(), text))]),
)

const variants = <Shape extends z.ZodType>(shape: Shape) =>
  z.strictObject({
    primary: shape,
    variant_a: shape.optional(),
    variant_b: shape.optional(),
  })

export const SectionName = z.enum([
  'hero',
  'problem',
  'solution',
  'features',
  'social_proof',
  'cta',
  'pricing',
  'footer',
])
export type SectionName = z.infer<typeof SectionName>

export const Variant = z.enum(['primary', 'variant_a', 'variant_b'])
export type Variant = z.infer<typeof Variant>

/** copy.json. The words of a page, which a page must show as they are. */
export const Copy = z.strictObject({
  page_type: z.enum(['landing', 'about', 'services', 'pricing', 'contact']),
  sections: z.strictObject({
    hero: variants(shapes.hero).optional(),
    problem: variants(shapes.problem).optional(),
    solution: variants(shapes.solution).optional(),
    features: variants(shapes.features).optional(),
    social_proof: variants(free).optional(),
    cta: variants(shapes.cta).optional(),
    pricing: variants(shapes.pricing).optional(),
    footer: variants(free).optional(),
  }),
  metadata: z.strictObject({
    tone_profile: text,
    word_count: z.number().int().nonnegative(),
    /** A grade, or a range of grades such as "6-8". */
    reading_level: z.union([z.number(), text]),
  }),
})
export type Copy = z.infer<typeof Copy>

/** The two sets of sections a landing page may have; pricing is there only if it is in scope. */
export const sectionSets = {
  persuasion: ['hero', 'problem', 'solution', 'features', 'cta'],
  proof: ['hero', 'features', 'social_proof', 'cta', 'footer'],
} as const satisfies Readonly<Record<string, readonly SectionName[]>>

export const mostVariants = 2
