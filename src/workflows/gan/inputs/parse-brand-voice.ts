import { z } from 'zod'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import { brandFiles, type BrandVoice } from './brand.ts'
import { choiceOf, listOf, oneOf, readBrandFile, sentencesOf } from './brand-fields.ts'
import type { InputError } from './input-error.ts'
import { valuesBelow } from './markdown-fields.ts'

const jargon = z.enum(['low', 'medium', 'high'])

/** brand-voice.md. Without a voice no copy can be judged, so a missing or blank one stops the work. */
export async function parseBrandVoice(
  text: string | null,
  path: string = brandFiles.voice,
): AsyncResult<BrandVoice, readonly InputError[]> {
  const code = 'BRAND_VOICE_INCOMPLETE'
  const read = await readBrandFile({ path, text, code })
  if (!read.ok) return read
  const fields = read.value
  const tone = listOf(fields, ['tone', 'tone_of_voice', 'voice'])
  if (tone.length === 0)
    return err([
      { code, path, at: 'tone', what: 'there is no tone', expected: 'at least one word' },
    ])
  const jargonLevel = choiceOf(fields, ['jargon_level', 'jargon'], { schema: jargon, path })
  if (!jargonLevel.ok) return err([jargonLevel.error])
  const name = oneOf(fields, ['name', 'brand', 'brand_name'])?.value
  const assumed = oneOf(fields, ['assumed_knowledge'])?.value
  return ok({
    ...(name === undefined ? {} : { name }),
    tone: [...tone],
    register: Object.fromEntries(
      valuesBelow(fields, ['register', 'register_axes']).map((field) => [
        field.path.at(-1) ?? '',
        field.value,
      ]),
    ),
    preferredTerms: [...listOf(fields, ['preferred_terms', 'preferred'])],
    avoidedTerms: [...listOf(fields, ['avoided_terms', 'avoided', 'avoid'])],
    ...(jargonLevel.value === null ? {} : { jargonLevel: jargonLevel.value }),
    ...(assumed === undefined ? {} : { assumedKnowledge: assumed }),
    examples: [...sentencesOf(fields, ['examples', 'example'])],
    antiExamples: [...sentencesOf(fields, ['anti_examples', 'anti_example'])],
  })
}
