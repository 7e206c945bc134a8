import { PLANS } from '../../shared/plans.ts'
import { euros } from '../../shared/pricing.ts'
import { h } from '../h.ts'

export function PlansPage() {
  return (
    <section class="section">
      <h1>Plans</h1>
      <p class="lead">Change or stop your plan at the end of any month.</p>
      <ul class="grid">
        {Object.values(PLANS).map((plan) => (
          <li class="card">
            <h2 class="card__title">{plan.name}</h2>
            <p class="card__price">{euros(plan.monthly)} a month</p>
            <p class="card__text">
              {plan.shelf} pieces on the shelf
              {plan.discount > 0 ? `, ${plan.discount} % off each firing` : ''}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
