import { html, type Html } from '../views/html.ts'

export type ToastTone = 'success' | 'error' | 'info'

/** Where toasts appear. `src/client/toast.js` fills it. */
export const ToastRegion = (): Html =>
  html`<div class="toasts" id="toasts" role="status" aria-live="polite"></div>`
