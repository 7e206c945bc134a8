import { type AsyncResult, err, ok } from '../../../model/result.ts'
import type { BrandVoice, TargetAudience, VisualIdentity } from '../inputs/brand.ts'
import { brandFiles } from '../inputs/brand.ts'
import type { Brief } from '../inputs/brief.ts'
import { inputErrorText } from '../inputs/input-error.ts'
import { plainNeutrals, withNeutrals } from '../inputs/neutral-scale.ts'
import { parseBrandVoice } from '../inputs/parse-brand-voice.ts'
import { parseBrief } from '../inputs/parse-brief.ts'
import { type ParsedCopy, parseCopy } from '../inputs/parse-copy.ts'
import { parseTargetAudience } from '../inputs/parse-target-audience.ts'
import { parseTokens } from '../inputs/parse-tokens.ts'
import { parseVisualIdentity } from '../inputs/parse-visual-identity.ts'
import type { Tokens } from '../inputs/tokens.ts'
import type { Sources } from './ask-input.ts'

/** What a page is built from, read. A brand may have said nothing; a page still needs words. */
export type Inputs = {
  readonly projectId: string
  readonly brief: Brief
  readonly copy: ParsedCopy
  readonly tokens: Tokens
  readonly voice: BrandVoice | null
  readonly visual: VisualIdentity | null
  readonly audience: TargetAudience | null
}

/** Reads the inputs as they were written. Without copy there are no words, and none are invented. */
export async function readInputs(sources: Sources): AsyncResult<Inputs, readonly string[]> {
  const { projectId, brand } = sources
  const [voice, visual, audience] = await Promise.all([
    brand?.voice ? parseBrandVoice(brand.voice) : null,
    brand?.visual ? parseVisualIdentity(brand.visual) : null,
    brand?.audience ? parseTargetAudience(brand.audience) : null,
  ])
  const brief = await parseBrief(sources.brief, {
    brandFiles: Object.entries(brandFiles).flatMap(([kind, path]) => {
      const text = brand?.[kind === 'voice' || kind === 'visual' ? kind : 'audience']
      return text ? [{ path, text }] : []
    }),
  })
  if (sources.copy === null)
    return err(['copy.json is missing; the offline builder invents no words'])
  const copy = parseCopy(sources.copy)
  const tokens = parseTokens(sources.tokens ?? tokensFrom(visual?.ok ? visual.value : null))
  const errors = [brief, copy, tokens, voice, visual, audience].flatMap((read) =>
    read === null || read.ok ? [] : read.error.map(inputErrorText),
  )
  if (!brief.ok || !copy.ok || !tokens.ok || errors.length > 0) return err(errors)
  return ok({
    projectId,
    brief: brief.value.brief,
    copy: copy.value,
    tokens: withNeutrals(tokens.value.tokens),
    voice: voice?.ok ? voice.value : null,
    visual: visual?.ok ? visual.value : null,
    audience: audience?.ok ? audience.value : null,
  })
}

/** Without tokens the brand's own colours and fonts are the tokens, on plain paper. */
function tokensFrom(visual: VisualIdentity | null): string {
  const neutral =
    Object.keys(visual?.neutralScale ?? {}).length > 0 ? visual?.neutralScale : plainNeutrals
  return JSON.stringify({
    colors: { primary: '#1F3A4D', ...visual?.colours, neutral },
    typography: { fontFamily: visual?.fonts ?? { heading: 'Georgia, serif' } },
  })
}
