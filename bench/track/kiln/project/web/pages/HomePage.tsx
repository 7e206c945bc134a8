import { h } from '../h.ts'

export function HomePage() {
  return (
    <div>
      <section class="section">
        <h1>A shelf and a kiln for your pots</h1>
        <p class="lead">
          Bring your clay. We keep your pieces while they dry, fire them twice, and tell you when
          they are ready.
        </p>
        <p>
          <a class="button button--primary" href="/plans">
            See the plans
          </a>
        </p>
      </section>
      <section class="section">
        <h2>How a pot is made here</h2>
        <ol class="steps">
          <li>Put your wet piece on your shelf.</li>
          <li>Leave it to dry, then fire it to bisque.</li>
          <li>Glaze it, and fire it once more.</li>
        </ol>
      </section>
    </div>
  )
}
