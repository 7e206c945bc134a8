import { Button } from '../components/button.ts'
import { Input } from '../components/input.ts'
import type { Account } from '../shop/accounts.ts'
import { html, type Html } from './html.ts'
import { Layout } from './layout.ts'

type SignInProps = { readonly account: Account | null; readonly next: string }

export const signInPage = ({ account, next }: SignInProps): Html =>
  Layout({
    title: 'Sign in',
    description: 'Sign in to place orders and to follow them.',
    path: '/sign-in',
    account,
    scripts: ['sign-in'],
    main: html`
      <section class="section narrow">
        <h1>Sign in</h1>
        <p class="lead">Sign in to place orders and to follow them.</p>
        <form id="sign-in" data-next="${next}" novalidate>
          ${Input({
            id: 'email',
            label: 'Email address',
            extra: { type: 'email', autocomplete: 'email', required: true },
          })}
          ${Input({
            id: 'password',
            label: 'Password',
            hint: 'At least 10 characters.',
            extra: { type: 'password', autocomplete: 'current-password', required: true },
          })}
          <div class="button-row">
            ${Button({ label: 'Sign in', type: 'submit', extra: { value: 'sign-in' } })}
            ${Button({
              label: 'Create an account',
              type: 'submit',
              variant: 'secondary',
              extra: { value: 'sign-up' },
            })}
          </div>
        </form>
      </section>`,
  })
