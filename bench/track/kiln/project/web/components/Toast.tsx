import { h } from '../h.ts'

type ToastKind = 'success' | 'error' | 'info'

const region = () => document.querySelector('#toasts')

/** Says shortly what happened, also to those who listen. */
export function toast(kind: ToastKind, message: string): void {
  const element = (
    <p class={`toast toast--${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      {message}
    </p>
  )
  region()?.append(element)
  setTimeout(() => element.remove(), 6000)
}
