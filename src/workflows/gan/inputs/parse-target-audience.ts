import { type AsyncResult, err, ok } from '../../../model/result.ts'
import { AudienceKind, brandFiles, type TargetAudience } from './brand.ts'
import { choiceOf, oneOf, readBrandFile, sentencesOf } from './brand-fields.ts'
import type { InputError } from './input-error.ts'
import { type Field, valuesAt } from './markdown-fields.ts'

export async function parseTargetAudience(
  text: string | null,
  path: string = brandFiles.audience,
): AsyncResult<TargetAudience, readonly InputError[]> {
  const code = 'BRAND_AUDIENCE_INCOMPLETE'
  const read = await readBrandFile({ path, text, code })
  if (!read.ok) return read
  const fields = read.value
  const persona = personOf(fields, ['persona', 'primary_persona'])
  if (persona === null)
    return err([
      { code, path, at: 'persona', what: 'there is no persona', expected: 'who the reader is' },
    ])
  const keys = ['audience_kind', 'audience_type', 'segment']
  const kind = choiceOf(fields, keys, { schema: AudienceKind, path })
  if (!kind.ok) return err([kind.error])
  const secondary = personOf(fields, ['secondary_persona'])
  return ok({
    kind: kind.value ?? guessKind([persona, ...fields.map(({ value }) => value)].join(' ')),
    persona,
    goals: [...sentencesOf(fields, ['goals', 'goal'])],
    pains: [...sentencesOf(fields, ['pains', 'pain_points', 'pain'])],
    triggers: [...sentencesOf(fields, ['triggers', 'trigger'])],
    objections: [...sentencesOf(fields, ['objections', 'objection'])],
    theirWords: [...sentencesOf(fields, ['their_words', 'words'])],
    ...(secondary === null ? {} : { secondaryPersona: secondary }),
  })
}

/** A persona is one sentence, or several fields below its heading. */
function personOf(fields: readonly Field[], keys: readonly string[]): string | null {
  const one = oneOf(fields, keys)?.value
  if (one !== undefined) return one
  const below = fields.filter(({ path }) => path.slice(0, -1).some((label) => keys.includes(label)))
  const direct = [...valuesAt(fields, keys), ...below].map(({ value }) => value)
  return direct.length === 0 ? null : direct.join('; ')
}

/** Who reads, guessed from the words of the file where it does not say. */
export function guessKind(text: string): AudienceKind {
  if (/\b(?:developers?|engineers?|sysadmins?|devops|api|sdk)\b/i.test(text))
    return 'b2b_developers'
  if (/\b(?:small business(?:es)?|smbs?|shop owners?|founders?|office managers?)\b/i.test(text))
    return 'smb'
  return 'consumers'
}
