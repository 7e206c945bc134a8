import { ButtonLink } from '../components/button.ts'
import { Icon } from '../components/icon.ts'
import type { Account } from '../shop/accounts.ts'
import { html, type Html } from './html.ts'
import { Layout } from './layout.ts'

const benefits = [
  {
    icon: 'leaf',
    title: 'Seeds that suit the season',
    text: 'Each box holds ten varieties that can be sown in the weeks after it arrives.',
  },
  {
    icon: 'truck',
    title: 'Free delivery from 50 EUR',
    text: 'Below that, delivery costs 5 EUR. We post on Mondays and Thursdays.',
  },
  {
    icon: 'book',
    title: 'A guide for every bed',
    text: 'Pro and Farm boxes come with a grow guide, written by our own gardeners.',
  },
] as const

export const homePage = ({ account }: { readonly account: Account | null }): Html =>
  Layout({
    title: 'Seed boxes for home growers',
    description: 'Boxes of vegetable seeds for home growers, allotments and small farms.',
    path: '/',
    account,
    main: html`
      <section class="hero section">
        <div class="hero-text">
          <h1>Grow more of what you eat</h1>
          <p class="lead">Fernhill sends you vegetable seeds when it is time to sow them.</p>
          ${ButtonLink({ label: 'Choose your box', href: '/plans' })}
        </div>
        <img class="hero-image" src="/assets/seed-box.svg" width="480" height="320" alt="An open seed box with ten paper bags of seeds">
      </section>
      <section class="section" aria-labelledby="benefits">
        <h2 id="benefits">What you get</h2>
        <ul class="grid">${benefits.map(Benefit)}</ul>
      </section>`,
  })

const Benefit = ({ icon, title, text }: (typeof benefits)[number]): Html => html`
  <li class="card">
    <h3 class="card-title">${Icon({ name: icon })} ${title}</h3>
    <p>${text}</p>
  </li>`
