import { ButtonLink } from '../components/button.ts'
import { html, type Html } from './html.ts'
import { Layout } from './layout.ts'

/** A page that says what happened and where to go. */
export const messagePage = (title: string, message: string): Html =>
  Layout({
    title,
    description: message,
    path: '',
    account: null,
    main: html`
      <section class="section narrow">
        <h1>${title}</h1>
        <p class="lead">${message}</p>
        ${ButtonLink({ label: 'See the plans', href: '/plans' })}
      </section>`,
  })
