import type { PageContract } from '../../checks/page/page-rule.ts'
import { hslOf } from '../../model/colour.ts'
import { parseColour } from './inputs/colour.ts'
import { contrastFailures } from './inputs/contrast.ts'
import { parseTokens } from './inputs/parse-tokens.ts'
import type { Tokens } from './inputs/tokens.ts'
import type { SiteFiles } from './site.ts'

/** Where a site tells the tokens it was built with, if they are not those it was given. */
export const siteTokensPath = 'tokens.json'

/**
 * The tokens a site is held against. A builder may make a colour readable that was given unreadable:
 * lighter or darker, of the same hue, and only a colour of a pair that failed. Anything else it
 * changes is held against the tokens as they were given.
 */
export function tokensOf(given: Tokens, files: SiteFiles): Tokens {
  const own = files.find(({ path }) => path === siteTokensPath)
  const parsed = own === undefined ? null : parseTokens(own.content)
  if (!parsed?.ok) return given
  const failing = new Set(
    contrastFailures(given).flatMap(({ foreground, background }) => [
      foreground.name,
      background.name,
    ]),
  )
  const colors = Object.fromEntries(
    Object.entries(given.colors).map(([name, before]) => {
      const after = parsed.value.tokens.colors[name] ?? before
      return [name, failing.has(`color.${name}`) && isSameHue(before, after) ? after : before]
    }),
  )
  const repaired = { ...given, colors }
  return contrastFailures(repaired).length < contrastFailures(given).length ? repaired : given
}

/** A grey has no hue of its own to keep. */
function isSameHue(before: string, after: string): boolean {
  const [one, other] = [parseColour(before), parseColour(after)]
  if (!one.ok || !other.ok) return false
  const [was, is] = [hslOf(one.value), hslOf(other.value)]
  if (was.s < 0.08 || is.l <= 0.05 || is.l >= 0.95) return is.s <= was.s + 0.1
  const apart = Math.abs(was.h - is.h)
  return Math.min(apart, 360 - apart) <= 8
}

/** The contract of the run with the tokens of this very site. */
export const contractFor = (
  contract: PageContract,
  given: Tokens | null,
  files: SiteFiles,
): PageContract =>
  given === null ? contract : { ...contract, tokens: { ...tokensOf(given, files) } }
