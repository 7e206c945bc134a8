import { modules } from './modules.contract.ts'
import { plain } from './plain.contract.ts'
import { styled } from './styled.contract.ts'
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
export const plantsIn = (style: string, files: Files, lines: string): readonly Plant[] =>
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
3 heading-order | a level is skipped | src/pages/InvoicesPage.tsx | <h2>{invoice.customer}</h2> ⇒ <h3>{invoice.customer}</h3>
3 footer | no footer | src/pages/InvoicesPage.tsx | import { Layout } from '../components/Layout'\n ⇒ import { Bare as Layout } from '../components/Bare'\n
4 grid-collapse | columns that stay | src/pages/InvoicesPage.module.css | grid-template-columns: 1fr;\n  gap ⇒ grid-template-columns: repeat(4, 1fr);\n  gap
5 button-states | no hover | src/components/Button.module.css | .button:hover:not(:disabled) {\n  background: var(--brand-strong);\n}\n ⇒ 
5 button-states | no disabled | src/components/Button.module.css | .button:disabled,\n.button[aria-busy='true'] {\n  opacity: 0.5;\n}\n ⇒ 
5 modal | a dialog of its own | src/components/Dialog.tsx | <dialog ref={ref} aria-label={title} onClose={onClose}>\n      <h2>{title}</h2>\n      {children}\n    </dialog> ⇒ <div role="dialog" aria-label={title} className="box">\n      <h2>{title}</h2>\n      {children}\n      <button onClick={onClose}>Close</button>\n    </div>
5 magic-status | data behind one status | src/pages/InvoicesPage.tsx | {invoice.pdfUrl !== null && SHOWN_WITH_FILE.includes(invoice.status) && ( ⇒ {invoice.pdfUrl && invoice.status === 'sent' && (
5 exhaustive-switch | a case is missing | src/components/StatusBadge.tsx |     case 'overdue':\n      return 'Payment is late'\n ⇒ 
5 status-count | eight statuses | src/invoice.ts | 'draft' | 'sent' | 'paid' | 'overdue' ⇒ 'draft' | 'sent' | 'paid' | 'overdue' | 'void' | 'refunded' | 'disputed' | 'archived'
5 mixed-state | looks among data | src/invoice.ts | 'draft' | 'sent' | 'paid' | 'overdue' ⇒ 'draft' | 'sent' | 'paid' | 'overdue' | 'hovered'
5 mixed-state | a flag folded into a status | src/components/StatusBadge.tsx | export const StatusBadge = ({ status }: { status: InvoiceStatus }) => (\n  <span className={styles[status]}>{labelFor(status)}</span>\n) ⇒ export const StatusBadge = ({ isLocked, status }: { isLocked: boolean; status: InvoiceStatus }) => {\n  const viewState = isLocked ? 'locked' : 'ready'\n  return <span className={styles[status]}>{viewState === 'locked' ? null : labelFor(status)}</span>\n}
5 loading | no sign of waiting | src/pages/InvoicesPage.tsx | if (invoices === null) return <Layout><p aria-busy="true">Loading your invoices…</p></Layout>\n ⇒ 
7 labels | no label | src/components/TextField.tsx | <label htmlFor={id}>{label}</label>\n      <input id={id} className={styles.input} aria-invalid={error !== undefined} {...rest} /> ⇒ <input className={styles.input} placeholder="Customer" aria-invalid={error !== undefined} />
7 focus-visible | no focus | src/components/TextField.module.css |   box-shadow: 0 0 0 3px var(--brand);\n ⇒ 
7 focus-order | a list item that can be clicked | src/pages/InvoicesPage.tsx | <li key={invoice.id} className={styles.item}>\n            <h2>{invoice.customer}</h2> ⇒ <li key={invoice.id} className={styles.item}>\n            <div onClick={() => open(invoice)}>{invoice.customer}</div>
8 errors | a technical error | src/pages/InvoicesPage.tsx | 'Your invoices could not be loaded. Check your connection and try again.' ⇒ 'TypeError: Failed to fetch (code 500)'
8 jargon | API in a heading | src/pages/InvoicesPage.tsx | <h1>Invoices</h1> ⇒ <h1>Invoice API</h1>
8 calls-to-action | OK | src/pages/InvoicesPage.tsx | Send all drafts</Button> ⇒ OK</Button>
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
2 same-component | one card with a look of its own | public/index.html | <a class="card" href="/orders.html#spelt"> ⇒ <a class="card" href="/orders.html#spelt" style="border-radius: 0; padding: 40px">
2 palette | a colour that is nearly a token | public/styles/site.css | border: 1px solid var(--color-line); ⇒ border: 1px solid #917b64;
3 footer | a page without footer | public/orders.html |     <footer class="site-footer">\n      <div class="container"><p>Hearth Bakery, 12 Mill Lane. Open from 7 to 18.</p></div>\n    </footer>\n ⇒ 
3 heading-order | a level is skipped | public/index.html | <h2>This week</h2> ⇒ <h4>This week</h4>
3 heading-order | a second h1 | public/index.html | <h2>This week</h2> ⇒ <h1>This week</h1>
3 heading-order | h2 larger than h1 | public/styles/site.css | h2 {\n  font-size: var(--text-lg); ⇒ h2 {\n  font-size: 48px;
4 grid-collapse | columns that stay | public/styles/site.css | repeat(auto-fit, minmax(16rem, 1fr)) ⇒ repeat(3, 1fr)
4 no-horizontal-scroll | a fixed width | public/styles/site.css | .cards {\n  display: grid; ⇒ .cards {\n  width: 1100px;\n  display: grid;
4 touch-targets | a low button | public/styles/site.css | .button {\n  min-height: 44px; ⇒ .button {\n  height: 28px;
4 mobile-menu | a menu that is gone | public/index.html | <button class="menu-toggle" aria-expanded="false" aria-controls="site-nav">Menu</button> ⇒ 
4 viewport | no viewport | public/index.html | <meta name="viewport" content="width=device-width, initial-scale=1" /> ⇒ 
5 button-states | no hover | public/styles/site.css | .button:hover {\n  background: var(--color-crust-dark);\n}\n ⇒ 
5 card-states | a card that does not answer | public/styles/site.css | .card:hover {\n  transform: translateY(-2px);\n  box-shadow: var(--shadow-card);\n}\n ⇒ 
5 loading | nothing shown while waiting | public/scripts/site.js |   button.disabled = true\n ⇒ 
5 input-states | no error state | public/orders.html | <p class="field-error" id="email-error" role="alert"></p> ⇒  ;; public/styles/site.css | .field input[aria-invalid='true'] { ⇒ .field input.is-focused {
6 reduced-motion | no reduced motion | public/styles/site.css | @media (prefers-reduced-motion: reduce) ⇒ @media (min-width: 1px)
6 durations | a slow transition | public/styles/site.css | transition: background-color var(--duration); ⇒ transition: background-color 2.4s;
6 layout-properties | a margin that moves | public/styles/site.css | .card:hover {\n  transform: translateY(-2px); ⇒ .card {\n  transition: margin-top 0.2s;\n}\n.card:hover {\n  margin-top: -8px;
7 labels | a field without label | public/orders.html | <label for="email">Your email</label> ⇒ <span>Your email</span>
7 button-text | a button without words | public/index.html | aria-controls="site-nav">Menu</button> ⇒ aria-controls="site-nav"><svg viewBox="0 0 24 24"><path d="M3 6h18" /></svg></button>
7 alt-text | a picture without alt | public/index.html | <h3>Rye</h3> ⇒ <img src="/rye.jpg" width="200" height="200" /><h3>Rye</h3>
7 contrast | faint text | public/styles/site.css | color: var(--color-paper);\n  background: var(--color-crust); ⇒ color: var(--color-line);\n  background: var(--color-crust);
7 focus-visible | no focus ring | public/styles/site.css | :focus-visible {\n  outline: 3px solid var(--color-crust);\n  outline-offset: 2px;\n} ⇒ :focus {\n  outline: none;\n}
7 focus-order | a positive tabindex | public/orders.html | <button class="button" type="submit"> ⇒ <button class="button" type="submit" tabindex="3">
7 focus-order | a div that can be clicked | public/index.html | <h2>This week</h2> ⇒ <h2>This week</h2><div onclick="showAll()">Show all</div>
7 document | no language | public/index.html | <html lang="en"> ⇒ <html>
8 jargon | Submit | public/orders.html | Reserve a loaf</button> ⇒ Submit</button>
8 errors | a hollow message in a constant | public/scripts/site.js | const nav ⇒ const wrong = 'Invalid input'\nconst nav ;; public/scripts/site.js | 'Enter an address such as name@example.org.' ⇒ wrong
8 errors | a code in a message | public/scripts/site.js | 'Your order did not reach us. Please try again in a minute.' ⇒ 'Error: request failed (ERR_NETWORK)'
8 jargon | auth | public/index.html | <h2>This week</h2> ⇒ <h2>Auth required</h2>
8 calls-to-action | Click here | public/index.html | See your orders</a> ⇒ Click here</a>
8 errors | an error without advice | public/scripts/site.js | 'Your order did not reach us. Please try again in a minute.' ⇒ 'An error occurred'
8 headings | filler | public/index.html | Order in the evening and fetch your loaf from seven in the morning. ⇒ Lorem ipsum dolor sit amet, consectetur adipiscing elit.
`

const inStyled = String.raw`
1 colour-tokens | a raw hex | src/components/Button.jsx | background: \x24{({ theme }) => theme.colors.primary}; ⇒ background: #7c3aed;
1 spacing-grid | a space off the grid | src/components/PlantList.jsx | gap: \x24{({ theme }) => theme.space.lg}; ⇒ gap: 27px;
1 type-scale | a size off the scale | src/components/PlantList.jsx | font-size: \x24{({ theme }) => theme.fontSizes.xl}; ⇒ font-size: 29px;
1 shadow-tokens | a shadow of its own | src/components/PlantList.jsx | box-shadow: \x24{({ theme }) => theme.shadows.card}; ⇒ box-shadow: 0 9px 30px rgba(0, 0, 0, 0.5);
4 grid-collapse | columns that stay | src/components/PlantList.jsx | grid-template-columns: 1fr; ⇒ grid-template-columns: 1fr 1fr 1fr;
5 button-states | no hover | src/components/Button.jsx |   &:hover {\n    background: \x24{({ theme }) => theme.colors.primaryDark};\n  }\n ⇒ 
5 button-states | no disabled | src/components/Button.jsx |   &:disabled {\n    opacity: 0.5;\n    cursor: not-allowed;\n  }\n ⇒ 
5 toast | a toast for success alone | src/components/Toast.jsx | {{ success: show('success'), error: show('error'), info: show('info') }} ⇒ {{ success: show('success') }} ;; src/components/Toast.jsx | ({ success: theme.colors.primary, error: theme.colors.error, info: theme.colors.text })[$kind] ⇒ theme.colors.primary
5 magic-status | a text that nothing defines | src/components/PlantList.jsx | <h2>{plant.name}</h2> ⇒ <h2>{plant.name}</h2>\n            {plant.status === 'reserved' && <p>Reserved</p>}
5 exhaustive-switch | no default | src/components/PlantList.jsx | export function PlantList ⇒ function labelFor(status) {\n  switch (status) {\n    case 'free':\n      return 'Free'\n    case 'reserved':\n      return 'Reserved'\n  }\n}\n\nexport function PlantList
7 alt-text | a picture without alt | src/components/PlantList.jsx |  alt={\x60A \x24{plant.name} in a clay pot\x60} ⇒ 
7 focus-visible | no ring | src/components/Button.jsx |   font: inherit;\n ⇒   font: inherit;\n  outline: none;\n  &:focus-visible { outline: none; }\n
8 errors | an error without advice | src/components/PlantList.jsx | 'We could not reserve it. Please try again in a moment.' ⇒ 'Something went wrong'
`

const inTailwind = String.raw`
1 colour-tokens | an arbitrary colour | components/ui/button.tsx | bg-brand text-white ⇒ bg-[#14b8a6] text-white
1 spacing-grid | an arbitrary space | app/trips/page.tsx | className="mt-4 max-w-prose ⇒ className="mt-[13px] max-w-prose
1 type-scale | an arbitrary size | app/trips/page.tsx | text-4xl font-bold ⇒ text-[37px] font-bold
1 radius-tokens | an arbitrary radius | components/trip-card.tsx | rounded-card ⇒ rounded-[7px]
2 palette | another grey | components/trip-card.tsx | text-slate-600 ⇒ text-stone-600
2 rhythm | a section with a space of its own | app/trips/page.tsx | <section className="py-16">\n        <div ⇒ <section className="py-16"><p>Soon</p></section>\n      <section className="py-5">\n        <div
3 footer | no footer | app/layout.tsx |         <SiteFooter />\n ⇒ 
3 container | no container | app/layout.tsx | <main className="mx-auto max-w-6xl px-4"> ⇒ <main>
4 grid-collapse | columns that stay | app/trips/page.tsx | grid-cols-1 gap-6 md:grid-cols-2 lg:grid-cols-3 ⇒ grid-cols-3 gap-6
4 no-horizontal-scroll | a fixed width | app/trips/page.tsx | <div className="grid ⇒ <div className="w-[1200px] grid
4 touch-targets | a low button | components/ui/button.tsx | min-h-11 ⇒ h-8
4 mobile-menu | no opener | components/site-header.tsx |         <button\n          type="button"\n          className="inline-flex size-11 items-center justify-center rounded-md hover:bg-slate-100 md:hidden"\n          aria-expanded={open}\n          aria-label="Open the menu"\n          onClick={() => setOpen(!open)}\n        >\n          <Menu className="size-6" aria-hidden />\n        </button>\n ⇒ 
5 button-states | no hover | components/ui/button.tsx | text-white hover:bg-brand-dark ⇒ text-white
5 button-states | no focus | components/ui/button.tsx |  focus-visible:ring-2 focus-visible:ring-brand ⇒ 
5 button-states | no disabled | components/ui/button.tsx |  disabled:pointer-events-none disabled:opacity-50 ⇒ 
6 reduced-motion | a bouncing badge | app/trips/page.tsx | <h1 className="text-4xl font-bold"> ⇒ <span className="animate-bounce">New</span><h1 className="text-4xl font-bold">
6 durations | a slow transition | components/trip-card.tsx | transition-shadow ⇒ transition-all duration-[2500ms]
7 button-text | an icon without a name | components/site-header.tsx |           aria-label="Open the menu"\n ⇒ 
7 alt-text | a picture without alt | components/trip-card.tsx | alt={\x60The trail of \x24{trip.name}\x60}  ⇒ 
7 focus-visible | a field without ring | components/newsletter.tsx |  focus:ring-2 focus:ring-brand ⇒ 
7 labels | a field without label | components/newsletter.tsx |         Your email\n ⇒ 
7 document | no language | app/layout.tsx | <html lang="en"> ⇒ <html>
8 jargon | Submit | components/newsletter.tsx | Send me news</Button> ⇒ Submit</Button>
`

const inVue = String.raw`
1 colour-tokens | a raw hex | src/components/BaseButton.vue | background: $primary; ⇒ background: #2277bb;
5 button-states | no hover | src/components/BaseButton.vue |   &:hover {\n    background: $primary-dark;\n  }\n ⇒ 
5 button-states | no disabled | src/components/BaseButton.vue |   &:disabled {\n    opacity: 0.6;\n  }\n ⇒ 
7 labels | no label | src/views/ContactView.vue | <label for="email">Your email</label> ⇒ <p>Your email</p>
7 focus-visible | no ring | src/components/BaseButton.vue | outline: 3px solid $ink; ⇒ outline: none;
8 jargon | Submit | src/views/ContactView.vue | Send the message ⇒ Submit
`

/** The pages and components of the samples, each with one mistake. */
export const plants: readonly Plant[] = [
  ...plantsIn('plain CSS', plain, inPlain),
  ...plantsIn('CSS modules', modules, inModules),
  ...plantsIn('Tailwind', tailwind, inTailwind),
  ...plantsIn('styled components', styled, inStyled),
  ...plantsIn('Vue and Sass', vue, inVue),
]
