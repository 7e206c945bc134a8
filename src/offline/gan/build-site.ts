import type { ContractItem } from '../../workflows/gan/contract.ts'
import type { BuildOutput } from '../../workflows/gan/contracts.ts'
import type { SiteFiles } from '../../workflows/gan/site.ts'
import { anchorsOf } from '../../workflows/gan/anchors.ts'
import { evidenceFor } from './evidence.ts'
import { closingOf, documentOf } from './page.ts'
import type { Inputs } from './read-inputs.ts'
import { type Palette, styleSheet } from './style.ts'

export type Building = {
  readonly inputs: Inputs
  readonly items: readonly ContractItem[]
  readonly files: SiteFiles | null
  readonly guidance: readonly string[]
  readonly approach: number
}

/** Builds the page; asked again, because it was not good enough, draws it in tokens that can be read. */
export function buildSite(asked: Building): BuildOutput {
  const { inputs, items, files: before, guidance, approach } = asked
  const index = before?.find(({ path }) => path === 'index.html')?.content
  const palette = index === undefined ? 'as-given' : 'readable'
  const isLast = index?.includes('data-palette="readable"') === true
  const files = before !== null && isLast ? before : drawSite(inputs, palette)
  const notes = [
    ...(palette === 'as-given' ? notesOn(inputs) : ['Drawn in tokens that can be read.']),
    ...(isLast ? ['The embedded builder has one layout and the words of copy.json.'] : []),
    ...(guidance.length > 0 || approach > 0
      ? ['Guidance and other approaches need a model in the role builder.']
      : []),
  ]
  return { files, claims: claimsOf(items, files, inputs), notes: notes.join('\n') }
}

export function drawSite(inputs: Inputs, palette: Palette): SiteFiles {
  const { primary = '#000000', accent = primary } = inputs.tokens.colors
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${primary}"/><circle cx="16" cy="16" r="8" fill="none" stroke="${accent}" stroke-width="5"/></svg>\n`
  const text = (path: string, content: string) => ({ path, content, encoding: 'utf8' as const })
  return [
    text('index.html', documentOf(inputs, palette)),
    text('styles.css', styleSheet(inputs, palette)),
    text('mark.svg', mark),
  ]
}

/** What a person should know before the page is published. */
function notesOn(inputs: Inputs): readonly string[] {
  const { brief, copy } = inputs
  const end = copy.order.includes('cta')
    ? closingOf(inputs, anchorsOf(brief, copy.order)).type
    : 'link'
  if (end === 'choice')
    return ['The form puts the choice into the address as ?plan=…; a server has to answer it.']
  return end === 'address'
    ? ['The BRIEF names no target for the last button; it asks for an e-mail address.']
    : []
}

/** Only what the files themselves can show is claimed. */
const claimsOf = (
  items: readonly ContractItem[],
  files: SiteFiles,
  inputs: Inputs,
): BuildOutput['claims'] =>
  items
    .filter(({ implicit }) => !implicit)
    .map((item) => ({ id: item.id, evidence: [...evidenceFor(item, files, inputs)] }))
    .filter(({ evidence }) => evidence.length > 0)
