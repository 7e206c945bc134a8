import { type Attributes, attributes, html, type Html } from '../views/html.ts'

type ButtonProps = {
  readonly label: string
  readonly variant?: 'primary' | 'secondary' | 'danger'
  readonly type?: 'button' | 'submit'
  readonly isDisabled?: boolean
  readonly extra?: Attributes
}

/** While it is busy, the client sets `aria-busy` and disables it. */
export const Button = ({
  label,
  variant = 'primary',
  type = 'button',
  isDisabled = false,
  extra = {},
}: ButtonProps): Html => {
  const all = attributes({ type, class: `button button-${variant}`, disabled: isDisabled, ...extra })
  return html`<button${all}>${label}</button>`
}

export const ButtonLink = ({
  label,
  href,
  variant = 'primary',
}: Pick<ButtonProps, 'label' | 'variant'> & { readonly href: string }): Html =>
  html`<a class="button button-${variant}" href="${href}">${label}</a>`
