import { html, type Html } from '../views/html.ts'

export const Loading = ({ label }: { readonly label: string }): Html => html`
  <p class="loading" role="status">
    <span class="spinner" aria-hidden="true"></span>
    ${label}
  </p>`
