import type { Loan } from '../data/loans.ts'
import type { LoanState } from '../domain/states.ts'
import { escape } from './html.ts'
import { layout } from './layout.ts'

function stateText(state: LoanState): string {
  switch (state) {
    case 'active':
      return 'On loan'
    case 'overdue':
      return 'Overdue'
    case 'returned':
      return 'Returned'
    case 'lost':
      return 'Lost'
  }
}

const euros = (cents: number): string => `${(cents / 100).toFixed(2)} EUR`

const row = (loan: Loan): string => `<li class="card">
<h3 class="card__title">${escape(loan.title)}</h3>
<p class="card__text">${stateText(loan.state)}, due on ${loan.dueOn}</p>
${loan.fineCents > 0 ? `<p class="card__text">Fine: ${euros(loan.fineCents)}</p>` : ''}
${
  loan.state === 'returned'
    ? ''
    : `<div class="actions">
<button class="button" type="button" data-loan="${loan.id}" data-action="renewals">Renew loan</button>
<button class="button button--quiet" type="button" data-loan="${loan.id}" data-action="return">Return book</button>
</div>`
}
</li>`

export const loansPage = (loans: readonly Loan[]): string =>
  layout({
    title: 'My loans',
    script: 'loans.js',
    main: `<h1>Your books and when they are due</h1>
<section class="section" aria-labelledby="loans">
<h2 id="loans">Loans</h2>
${loans.length === 0 ? '<p class="notice">You have no books at home. <a href="/">Find books</a></p>' : `<ul class="grid">${loans.map(row).join('')}</ul>`}
<p class="error" role="alert" hidden></p>
</section>`,
  })
