import type { Files } from './track-facts.contract.ts'

/** React with CSS modules and TypeScript. */
export const modules: Files = {
  'src/styles/tokens.css': `:root {
  --brand: oklch(55% 0.15 250);
  --brand-strong: oklch(45% 0.15 250);
  --surface: #ffffff;
  --text: #1c2430;
  --danger: #b3261e;
  --gap-xs: 0.25rem;
  --gap-s: 0.5rem;
  --gap-m: 1rem;
  --gap-l: 2rem;
  --font-size-s: 0.875rem;
  --font-size-m: 1rem;
  --font-size-l: 1.5rem;
  --radius: 0.5rem;
}
`,
  'src/components/Button.module.css': `.button {
  display: inline-flex;
  align-items: center;
  gap: var(--gap-s);
  min-height: 2.75rem;
  padding: var(--gap-s) var(--gap-m);
  border: none;
  border-radius: var(--radius);
  background: var(--brand);
  color: var(--surface);
  font-size: var(--font-size-m);
}
.button:hover:not(:disabled) {
  background: var(--brand-strong);
}
.button:focus-visible {
  outline: 2px solid var(--text);
  outline-offset: 2px;
}
.button:active {
  filter: brightness(0.9);
}
.button:disabled,
.button[aria-busy='true'] {
  opacity: 0.5;
}
`,
  'src/components/Button.tsx': `import type { ButtonHTMLAttributes } from 'react'
import styles from './Button.module.css'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { isBusy?: boolean }

export function Button({ isBusy = false, children, ...rest }: Props) {
  return (
    <button className={styles.button} aria-busy={isBusy} disabled={isBusy || rest.disabled} {...rest}>
      {children}
    </button>
  )
}
`,
  'src/components/TextField.module.css': `.field {
  display: grid;
  gap: var(--gap-xs);
}
.input {
  min-height: 2.75rem;
  padding: 0 var(--gap-s);
  border: 1px solid var(--text);
  border-radius: var(--radius);
}
.input:focus {
  outline: none;
  box-shadow: 0 0 0 3px var(--brand);
}
.input[aria-invalid='true'] {
  border-color: var(--danger);
}
.error {
  margin: 0;
  color: var(--danger);
  font-size: var(--font-size-s);
}
`,
  'src/components/TextField.tsx': `import { useId, type InputHTMLAttributes } from 'react'
import styles from './TextField.module.css'

type Props = InputHTMLAttributes<HTMLInputElement> & { label: string; error?: string }

export function TextField({ label, error, ...rest }: Props) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input id={id} className={styles.input} aria-invalid={error !== undefined} {...rest} />
      {error !== undefined && <p className={styles.error} role="alert">{error}</p>}
    </div>
  )
}
`,
  'src/invoice.ts': `export type InvoiceStatus = 'draft' | 'sent' | 'paid' | 'overdue'

export type Invoice = { id: string; customer: string; total: string; status: InvoiceStatus; pdfUrl: string | null }
`,
  'src/components/StatusBadge.tsx': `import type { InvoiceStatus } from '../invoice'
import styles from './StatusBadge.module.css'

function labelFor(status: InvoiceStatus): string {
  switch (status) {
    case 'draft':
      return 'Not sent yet'
    case 'sent':
      return 'Waiting for payment'
    case 'paid':
      return 'Paid'
    case 'overdue':
      return 'Payment is late'
  }
}

export const StatusBadge = ({ status }: { status: InvoiceStatus }) => (
  <span className={styles[status]}>{labelFor(status)}</span>
)
`,
  'src/components/StatusBadge.module.css': `.draft,
.sent,
.paid {
  font-size: var(--font-size-s);
}
.overdue {
  font-size: var(--font-size-s);
  color: var(--danger);
}
`,
  'src/pages/InvoicesPage.tsx': `import { useEffect, useState } from 'react'
import { Button } from '../components/Button'
import { StatusBadge } from '../components/StatusBadge'
import type { Invoice } from '../invoice'
import styles from './InvoicesPage.module.css'

export function InvoicesPage() {
  const [invoices, setInvoices] = useState<Invoice[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)

  useEffect(() => {
    fetch('/api/invoices')
      .then((answer) => answer.json())
      .then(setInvoices)
      .catch(() => setError('Your invoices could not be loaded. Check your connection and try again.'))
  }, [])

  async function sendAll() {
    setIsSending(true)
    await fetch('/api/invoices/send', { method: 'POST' })
    setIsSending(false)
  }

  if (error !== null) return <p role="alert">{error}</p>
  if (invoices === null) return <p aria-busy="true">Loading your invoices…</p>
  return (
    <main>
      <h1>Invoices</h1>
      <ul>
        {invoices.map((invoice) => (
          <li key={invoice.id} className={styles.item}>
            <h2>{invoice.customer}</h2>
            <StatusBadge status={invoice.status} />
          </li>
        ))}
      </ul>
      <Button onClick={sendAll} isBusy={isSending}>Send all drafts</Button>
    </main>
  )
}
`,
  'src/pages/InvoicesPage.module.css': `.item {
  padding: var(--gap-m);
  border-radius: var(--radius);
  background: var(--surface);
}
`,
}
