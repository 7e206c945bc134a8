import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { VisualIdentity } from '../../workflows/gan/inputs/brand.ts'
import { inputErrorText } from '../../workflows/gan/inputs/input-error.ts'
import { plainNeutrals, withNeutrals } from '../../workflows/gan/inputs/neutral-scale.ts'
import type { ParsedCopy } from '../../workflows/gan/inputs/parse-copy.ts'
import { parseTokens } from '../../workflows/gan/inputs/parse-tokens.ts'
import { type ParsedTexts, parseTexts } from '../../workflows/gan/inputs/read-inputs.ts'
import type { Tokens } from '../../workflows/gan/inputs/tokens.ts'
import type { Sources } from './ask-input.ts'

/** What a page is built from, read. A brand may have said nothing; a page still needs words. */
export type Inputs = ParsedTexts & { readonly copy: ParsedCopy; readonly tokens: Tokens }

/** Reads the inputs as they were written. Without copy there are no words, and none are invented. */
export async function readInputs(sources: Sources): AsyncResult<Inputs, readonly string[]> {
  const brand = sources.brand ?? { voice: null, visual: null, audience: null }
  const read = await parseTexts({ ...sources, brand })
  if (!read.ok) return err(read.error.map(inputErrorText))
  const { copy, visual } = read.value
  if (copy === null) return err(['copy.json is missing; the offline builder invents no words'])
  const tokens = read.value.tokens ?? tokensFrom(visual)
  return tokens === null
    ? err(['the colours of visual-identity.md cannot be read'])
    : ok({ ...read.value, copy, tokens })
}

/** Without tokens the brand's own colours and fonts are the tokens, on plain paper. */
function tokensFrom(visual: VisualIdentity | null): Tokens | null {
  const neutral =
    Object.keys(visual?.neutralScale ?? {}).length > 0 ? visual?.neutralScale : plainNeutrals
  const parsed = parseTokens(
    JSON.stringify({
      colors: { primary: '#1F3A4D', ...visual?.colours, neutral },
      typography: { fontFamily: visual?.fonts ?? { heading: 'Georgia, serif' } },
    }),
  )
  return parsed.ok ? withNeutrals(parsed.value.tokens) : null
}
