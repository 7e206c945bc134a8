import { h } from '../h.ts'

export function NotFoundPage() {
  return (
    <section class="section section--narrow">
      <h1>This page is not here</h1>
      <p>
        The address may have changed. Go back to <a href="/">the start</a>.
      </p>
    </section>
  )
}
