import { html, type Html } from '../views/html.ts'
import { Button } from './button.ts'

type ModalProps = {
  readonly id: string
  readonly title: string
  readonly body: Html
  readonly actions?: Html
}

/** `src/client/modal.js` opens it with `showModal`, which keeps the focus inside and closes on Escape. */
export const Modal = ({ id, title, body, actions }: ModalProps): Html => html`
  <dialog class="modal" id="${id}" aria-labelledby="${id}-title">
    <h2 class="modal-title" id="${id}-title">${title}</h2>
    <div class="modal-body">${body}</div>
    <div class="modal-actions">
      ${actions}
      ${Button({ label: 'Close', variant: 'secondary', extra: { 'data-closes': id } })}
    </div>
  </dialog>`
