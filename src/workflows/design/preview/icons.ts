import { html, type Html } from './escape.ts'

const shapes = {
  view: html`<rect x="2" y="3" width="12" height="10" rx="1.5" /><path d="M2 6h12" />`,
  container: html`<rect x="2" y="2.5" width="12" height="11" rx="1.5" /><rect
      x="5"
      y="5.5"
      width="6"
      height="5"
      rx=".5"
    />`,
  control: html`<rect x="1.5" y="4.5" width="13" height="7" rx="3.5" /><circle
      cx="11"
      cy="8"
      r="1.6"
    />`,
  data: html`<ellipse cx="8" cy="4" rx="5" ry="2" /><path
      d="M3 4v8c0 1.1 2.2 2 5 2s5-.9 5-2V4M3 8c0 1.1 2.2 2 5 2s5-.9 5-2"
    />`,
  utility: html`<path
    d="M8 2v3M8 11v3M2 8h3M11 8h3M3.8 3.8l2 2M10.2 10.2l2 2M12.2 3.8l-2 2M5.8 10.2l-2 2"
  />`,
  entity: html`<rect x="2" y="2.5" width="12" height="11" rx="1" /><path d="M2 6h12M6.5 6v7.5" />`,
  flow: html`<circle cx="3.5" cy="8" r="2" /><path d="M5.5 8H13M10.5 5.5L13 8l-2.5 2.5" />`,
  person: html`<circle cx="8" cy="5" r="2.8" /><path
      d="M2.5 14c.6-3 2.8-4.5 5.5-4.5s4.9 1.5 5.5 4.5"
    />`,
  goal: html`<circle cx="8" cy="8" r="6" /><circle cx="8" cy="8" r="2.5" />`,
  arrow: html`<path d="M2 8h11M9 4l4 4-4 4" />`,
  error: html`<path d="M5.5 1.5h5l4 4v5l-4 4h-5l-4-4v-5z" /><path
      d="M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4"
    />`,
  warning: html`<path d="M8 2l6.5 11.5h-13z" /><path d="M8 6.5v3.2M8 11.4v.4" />`,
  info: html`<circle cx="8" cy="8" r="6.5" /><path d="M8 7.2v4M8 4.6v.4" />`,
  good: html`<circle cx="8" cy="8" r="6.5" /><path d="M5 8.2l2.2 2.2L11 6" />`,
  unknown: html`<circle cx="8" cy="8" r="6.5" stroke-dasharray="2.5 2" /><path
      d="M6.2 6.3a1.8 1.8 0 1 1 2.5 1.7c-.5.2-.7.5-.7 1M8 11.4v.4"
    />`,
}

export type IconName = keyof typeof shapes

/** All shapes once; a page of a thousand components refers to them. */
export const sprite: Html = html`<svg class="sprite" aria-hidden="true" focusable="false">
  ${Object.entries(shapes).map(
    ([name, shape]) => html`<symbol id="i-${name}" viewBox="0 0 16 16">${shape}</symbol>`,
  )}
</svg>`

/** A picture beside a word that says the same. */
export const icon = (name: IconName): Html =>
  html`<svg class="i" aria-hidden="true"><use href="#i-${name}" /></svg>`
