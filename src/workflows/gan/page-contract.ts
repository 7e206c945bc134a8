import type { PageContract } from '../../checks/page/page-rule.ts'
import { copyBlocks } from './inputs/copy-blocks.ts'
import type { VisualIdentity } from './inputs/brand.ts'
import type { Brief } from './inputs/brief.ts'
import type { ParsedCopy } from './inputs/parse-copy.ts'
import type { Tokens } from './inputs/tokens.ts'

export type PageInputs = {
  readonly brief: Brief
  readonly copy: ParsedCopy | null
  readonly tokens: Tokens | null
  readonly visual: VisualIdentity | null
}

/** What a page must agree with, as the page gate asks for it. */
export function pageContract({ brief, copy, tokens, visual }: PageInputs): PageContract {
  const sections = [
    ...new Set(
      brief.requirements.filter(({ need }) => need !== 'nice').map(({ section }) => section),
    ),
  ]
  return {
    copy: copy === null ? null : copyBlocks(copy).map(({ pointer, text }) => ({ pointer, text })),
    sections: sections.length === 0 ? null : sections,
    calls: brief.callsToAction.filter(({ target }) => target !== ''),
    tokens: tokens === null ? null : { ...tokens },
    brand:
      visual === null
        ? null
        : {
            palette: [...Object.values(visual.colours), ...Object.values(visual.neutralScale)],
            fonts: Object.values(visual.fonts),
          },
  }
}
