import type { BuildOutput } from '../contracts.ts'
import type { Look } from './look.ts'
import { documentOf } from './page/document.ts'
import { sceneOf } from './page/scene.ts'
import type { Inputs } from './read-inputs.ts'
import { styleSheet } from './styles/styles.ts'

/** The files of a page in a look. */
export function drawSite(inputs: Inputs, look: Look): BuildOutput['files'] {
  const scene = sceneOf(inputs, look)
  const text = (path: string, content: string) => ({ path, content, encoding: 'utf8' as const })
  return [
    text('index.html', documentOf(scene)),
    text('styles.css', styleSheet(inputs.tokens, look)),
    text('mark.svg', markOf(inputs)),
  ]
}

/** The sign in the tab: the brand's colour, and its accent. */
function markOf({ tokens }: Inputs): string {
  const { primary = '#000000', accent = primary } = tokens.colors
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${primary}"/><circle cx="16" cy="16" r="8" fill="none" stroke="${accent}" stroke-width="5"/></svg>\n`
}
