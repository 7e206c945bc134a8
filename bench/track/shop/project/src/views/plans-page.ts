import { Button, ButtonLink } from '../components/button.ts'
import { Card } from '../components/card.ts'
import { Modal } from '../components/modal.ts'
import type { Account } from '../shop/accounts.ts'
import { type Tier, tierIds, tiers } from '../shop/tiers.ts'
import { html, type Html } from './html.ts'
import { Layout } from './layout.ts'

const all = tierIds.map((tierId) => tiers[tierId])

export const plansPage = ({ account }: { readonly account: Account | null }): Html =>
  Layout({
    title: 'Plans and prices',
    description: 'Compare the Basic, Pro and Farm plans: price per box, boxes per order, grow guide.',
    path: '/plans',
    account,
    scripts: ['modal'],
    main: html`
      <section class="section">
        <h1>Plans and prices</h1>
        <p class="lead">Pay for each box. There is nothing to cancel.</p>
        <div class="grid">${all.map(PlanCard)}</div>
        ${all.map(ContentsModal)}
      </section>`,
  })

const PlanCard = (tier: Tier): Html =>
  Card({
    title: tier.name,
    isSelected: tier.id === 'pro',
    body: html`
      <p class="price"><strong>${tier.pricePerBox} EUR</strong> per box</p>
      <ul class="list">
        <li>1 to ${tier.mostBoxes} boxes per order</li>
        <li>${tier.hasGuide ? 'Grow guide included' : 'Without grow guide'}</li>
      </ul>`,
    footer: html`
      ${ButtonLink({ label: `Choose ${tier.name}`, href: `/checkout?tier=${tier.id}` })}
      ${Button({
        label: `See what is in ${tier.name}`,
        variant: 'secondary',
        extra: { 'data-opens': `contents-${tier.id}` },
      })}`,
  })

const contents: Readonly<Record<Tier['id'], string>> = {
  basic: 'Ten bags of seeds for pots and window boxes: herbs, salad, radishes and chillies.',
  pro: 'Ten bags of seeds for an allotment: beans, beetroot, kale, leeks, tomatoes and more.',
  farm: 'Ten large bags of seeds for rows of 50 metres, tested for our climate.',
}

const ContentsModal = ({ id, name }: Tier): Html =>
  Modal({ id: `contents-${id}`, title: `In the ${name} box`, body: html`<p>${contents[id]}</p>` })
