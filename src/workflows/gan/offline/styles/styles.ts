import type { Tokens } from '../../inputs/tokens.ts'
import type { Layout, Look } from '../look.ts'
import { rootStyle } from '../page/root-style.ts'
import { baseStyle } from './base.ts'
import { calmStyle } from './calm.ts'
import { editorialStyle } from './editorial.ts'
import { ledgerStyle } from './ledger.ts'
import { posterStyle } from './poster.ts'
import { productStyle } from './product.ts'

const layoutStyles: Readonly<Record<Layout, { readonly css: string; readonly display: number }>> = {
  ledger: { css: ledgerStyle, display: 72 },
  editorial: { css: editorialStyle, display: 88 },
  poster: { css: posterStyle, display: 96 },
  calm: { css: calmStyle, display: 64 },
  product: { css: productStyle, display: 64 },
}

export function styleSheet(tokens: Tokens, look: Look): string {
  const { css, display } = layoutStyles[look.layout]
  return [
    rootStyle(tokens, { ...look, display: look.type === 'large' ? display : display * 0.6 }),
    baseStyle.trim(),
    css.trim(),
    '',
  ].join('\n')
}
