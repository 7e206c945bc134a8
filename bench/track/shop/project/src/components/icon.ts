import { html, type Html } from '../views/html.ts'

const paths = {
  menu: 'M3 6h18M3 12h18M3 18h18',
  leaf: 'M5 21C5 10 10 4 21 3c0 11-5 16-12 16M5 21c2-5 5-8 9-10',
  truck: 'M2 6h12v10H2zM14 10h4l4 4v2h-8M6 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4M18 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  book: 'M4 4h7a2 2 0 0 1 2 2v14a2 2 0 0 0-2-2H4zM20 4h-5a2 2 0 0 0-2 2',
} as const

/** For decoration: what it stands for is always written next to it. */
export const Icon = ({ name }: { readonly name: keyof typeof paths }): Html => html`
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="${paths[name]}"></path>
  </svg>`
