import { html, type Html } from '../views/html.ts'

type CardProps = {
  readonly title: string
  readonly body: Html
  readonly footer?: Html
  readonly isSelected?: boolean
}

export const Card = ({ title, body, footer, isSelected = false }: CardProps): Html => html`
  <article class="card${isSelected ? ' is-selected' : ''}">
    <h2 class="card-title">${title}</h2>
    <div class="card-body">${body}</div>
    ${footer === undefined ? null : html`<div class="card-footer">${footer}</div>`}
  </article>`
