import { modules } from './modules.contract.ts'
import { plain } from './plain.contract.ts'
import { tailwind } from './tailwind.contract.ts'
import { type Files, planted } from './track-facts.contract.ts'
import { vue } from './vue.contract.ts'

/** Well-made work with one thing done wrongly: which pass must notice, and in which part. */
export type Plant = {
  readonly pass: number
  readonly part: string
  readonly what: string
  readonly files: Files
}

const unescaped = (text: string): string =>
  text
    .replaceAll(/\\x([\da-f]{2})/g, (_all, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll('\\n', '\n')

/** One plant a line: pass and part, what it is, the file, and `from ⇒ to`; more of those after ` ;; `. */
const plantsIn = (style: string, files: Files, lines: string): readonly Plant[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [head = '', what = '', ...edits] = line.split(' | ')
      const [pass = '', part = ''] = head.split(' ')
      const wrong = edits
        .join(' | ')
        .split(' ;; ')
        .reduce((all, edit) => {
          const [path = '', change = ''] = edit.split(/ \| (.*)/s)
          const [from = '', to = ''] = change.split(/ ⇒ ?(.*)/s)
          return planted(all, path, unescaped(from), unescaped(to))
        }, files)
      return { pass: Number(pass), part, what: `${style}: ${what}`, files: wrong }
    })

const inModules = String.raw`
1 colour-tokens | a raw hex | src/components/Button.module.css | background: var(--brand); ⇒ background: #3366ff;
1 colour-tokens | a style object | src/pages/InvoicesPage.tsx | <h1>Invoices</h1> ⇒ <h1 style={{ color: '#3366ff' }}>Invoices</h1>
1 spacing-grid | a number in a style object | src/pages/InvoicesPage.tsx | <h1>Invoices</h1> ⇒ <h1 style={{ marginBottom: 13 }}>Invoices</h1>
1 radius-tokens | a radius of its own | src/pages/InvoicesPage.module.css | border-radius: var(--radius); ⇒ border-radius: 3px;
5 button-states | no hover | src/components/Button.module.css | .button:hover:not(:disabled) {\n  background: var(--brand-strong);\n}\n ⇒ 
5 button-states | no disabled | src/components/Button.module.css | .button:disabled,\n.button[aria-busy='true'] {\n  opacity: 0.5;\n}\n ⇒ 
5 exhaustive-switch | a case is missing | src/components/StatusBadge.tsx |     case 'overdue':\n      return 'Payment is late'\n ⇒ 
5 status-count | eight statuses | src/invoice.ts | 'draft' | 'sent' | 'paid' | 'overdue' ⇒ 'draft' | 'sent' | 'paid' | 'overdue' | 'void' | 'refunded' | 'disputed' | 'archived'
5 mixed-state | looks among data | src/invoice.ts | 'draft' | 'sent' | 'paid' | 'overdue' ⇒ 'draft' | 'sent' | 'paid' | 'overdue' | 'hovered'
8 errors | a technical error | src/pages/InvoicesPage.tsx | 'Your invoices could not be loaded. Check your connection and try again.' ⇒ 'TypeError: Failed to fetch (code 500)'
`

const inPlain = String.raw`
1 colour-tokens | a raw hex | public/styles/site.css | background: var(--color-crust); ⇒ background: #8a4c15;
1 colour-tokens | a raw rgb | public/styles/site.css | color: var(--color-error);\n  font-size ⇒ color: rgb(161, 29, 18);\n  font-size
1 colour-tokens | a named colour | public/styles/site.css | border-color: var(--color-error); ⇒ border-color: crimson;
1 colour-tokens | a colour in a style attribute | public/index.html | <h2>This week</h2> ⇒ <h2 style="color: #c0392b">This week</h2>
1 spacing-grid | a space off the grid | public/styles/site.css | gap: var(--space-6);\n}\n.card ⇒ gap: 23px;\n}\n.card
1 spacing-grid | a space off the grid in rem | public/styles/site.css | margin-bottom: var(--space-1); ⇒ margin-bottom: 0.45rem;
1 type-scale | a size off the scale | public/styles/site.css | h2 {\n  font-size: var(--text-lg); ⇒ h2 {\n  font-size: 21.5px;
1 radius-tokens | a radius of its own | public/styles/site.css | border-radius: var(--radius-md); ⇒ border-radius: 11px;
1 shadow-tokens | a shadow of its own | public/styles/site.css | box-shadow: var(--shadow-card);\n  background ⇒ box-shadow: 0 7px 21px rgba(0, 0, 0, 0.4);\n  background
1 font-families | a font of its own | public/styles/site.css | h1 {\n ⇒ h1 {\n  font-family: 'Comic Sans MS', cursive;\n
2 palette | a colour that is nearly a token | public/styles/site.css | border: 1px solid var(--color-line); ⇒ border: 1px solid #917b64;
5 button-states | no hover | public/styles/site.css | .button:hover {\n  background: var(--color-crust-dark);\n}\n ⇒ 
5 card-states | a card that does not answer | public/styles/site.css | .card:hover {\n  transform: translateY(-2px);\n  box-shadow: var(--shadow-card);\n}\n ⇒ 
5 loading | nothing shown while waiting | public/scripts/site.js |   button.disabled = true\n ⇒ 
5 input-states | no error state | public/orders.html | <p class="field-error" id="email-error" role="alert"></p> ⇒  ;; public/styles/site.css | .field input[aria-invalid='true'] { ⇒ .field input.is-focused {
6 reduced-motion | no reduced motion | public/styles/site.css | @media (prefers-reduced-motion: reduce) ⇒ @media (min-width: 1px)
6 durations | a slow transition | public/styles/site.css | transition: background-color var(--duration); ⇒ transition: background-color 2.4s;
6 layout-properties | a margin that moves | public/styles/site.css | .card:hover {\n  transform: translateY(-2px); ⇒ .card {\n  transition: margin-top 0.2s;\n}\n.card:hover {\n  margin-top: -8px;
8 errors | a hollow message in a constant | public/scripts/site.js | const nav ⇒ const wrong = 'Invalid input'\nconst nav ;; public/scripts/site.js | 'Enter an address such as name@example.org.' ⇒ wrong
8 errors | a code in a message | public/scripts/site.js | 'Your order did not reach us. Please try again in a minute.' ⇒ 'Error: request failed (ERR_NETWORK)'
8 errors | an error without advice | public/scripts/site.js | 'Your order did not reach us. Please try again in a minute.' ⇒ 'An error occurred'
`

const inTailwind = String.raw`
1 colour-tokens | an arbitrary colour | components/ui/button.tsx | bg-brand text-white ⇒ bg-[#14b8a6] text-white
1 spacing-grid | an arbitrary space | app/trips/page.tsx | className="mt-4 max-w-prose ⇒ className="mt-[13px] max-w-prose
1 type-scale | an arbitrary size | app/trips/page.tsx | text-4xl font-bold ⇒ text-[37px] font-bold
1 radius-tokens | an arbitrary radius | components/trip-card.tsx | rounded-card ⇒ rounded-[7px]
5 button-states | no hover | components/ui/button.tsx | text-white hover:bg-brand-dark ⇒ text-white
5 button-states | no disabled | components/ui/button.tsx |  disabled:pointer-events-none disabled:opacity-50 ⇒ 
6 reduced-motion | a bouncing badge | app/trips/page.tsx | <h1 className="text-4xl font-bold"> ⇒ <span className="animate-bounce">New</span><h1 className="text-4xl font-bold">
6 durations | a slow transition | components/trip-card.tsx | transition-shadow ⇒ transition-all duration-[2500ms]
`

const inVue = String.raw`
1 colour-tokens | a raw hex | src/components/BaseButton.vue | background: $primary; ⇒ background: #2277bb;
5 button-states | no hover | src/components/BaseButton.vue |   &:hover {\n    background: $primary-dark;\n  }\n ⇒ 
5 button-states | no disabled | src/components/BaseButton.vue |   &:disabled {\n    opacity: 0.6;\n  }\n ⇒ 
`

/** The pages and components of the samples, each with one mistake. */
export const plants: readonly Plant[] = [
  ...plantsIn('plain CSS', plain, inPlain),
  ...plantsIn('CSS modules', modules, inModules),
  ...plantsIn('Tailwind', tailwind, inTailwind),
  ...plantsIn('Vue and Sass', vue, inVue),
]
