import { h } from '../h.ts'

interface ButtonProps {
  variant?: 'primary' | 'quiet' | 'danger'
  type?: 'button' | 'submit'
  onClick?: () => void
  children: unknown
}

export function Button({ variant = 'primary', type = 'button', onClick, children }: ButtonProps) {
  return (
    <button class={`button button--${variant}`} type={type} onClick={onClick}>
      {children}
    </button>
  )
}

/** Shows that something is under way, and lets nobody press twice. */
export async function whileBusy(button: HTMLButtonElement, work: () => Promise<void>): Promise<void> {
  button.disabled = true
  button.setAttribute('aria-busy', 'true')
  try {
    await work()
  } finally {
    button.disabled = false
    button.removeAttribute('aria-busy')
  }
}
