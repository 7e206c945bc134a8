/** What every layout shares: type, controls with all their states, and nothing that gives a page its looks. */
export const baseStyle = `
*, *::before, *::after {
  box-sizing: border-box;
}
html {
  scroll-behavior: smooth;
  -webkit-text-size-adjust: 100%;
}
body {
  margin: 0;
  font-family: var(--plain, sans-serif);
  font-size: var(--text-small);
  line-height: var(--leading-normal);
  text-rendering: optimizeLegibility;
}
h1, h2, h3, p, ul, ol, blockquote, fieldset, table {
  margin: 0;
  padding: 0;
}
h1, h2, h3 {
  font-family: var(--face, serif);
  line-height: var(--leading-tight);
  text-wrap: balance;
  hyphens: auto;
  hyphenate-limit-chars: 16 6 6;
}
h1, h2, h3, p, li, blockquote, .button { overflow-wrap: anywhere; }
.masthead li, .price, .figure { overflow-wrap: normal; }
h1 { font-size: var(--display-small); }
h2 { font-size: var(--title-small); }
h3 { font-size: var(--lead); }
p { text-wrap: pretty; }
ul, ol { list-style: none; }
fieldset { border: 0; min-width: 0; }
svg { display: block; width: 100%; height: 100%; }
.wrap {
  width: 100%;
  max-width: var(--page);
  margin-inline: auto;
  padding-inline: var(--more);
}
.part { padding-block: var(--section-small); }
.part, .hero, footer { scroll-margin-top: var(--wide); }
.lead { font-size: var(--lead); }
.unseen {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
a { color: var(--link); }
a:hover { text-decoration-thickness: 2px; }
a:focus-visible, button:focus-visible, .field:focus-visible {
  outline: 3px solid var(--edge);
  outline-offset: 3px;
}
.button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-height: 3.25rem;
  padding: var(--small) var(--wide);
  border: 2px solid var(--call);
  border-radius: var(--round, 0);
  background-color: var(--call);
  color: var(--on-call);
  font-family: inherit;
  font-size: var(--text-small);
  font-weight: 700;
  line-height: var(--leading-tight);
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  transition: background-color 160ms ease, border-color 160ms ease, color 160ms ease, transform 160ms ease;
}
.button:hover {
  border-color: var(--call-hover);
  background-color: var(--call-hover);
  color: var(--on-call-hover);
}
.button:active { transform: translateY(2px); }
.button:disabled {
  border-color: var(--line);
  background-color: var(--line);
  color: var(--quiet);
  cursor: not-allowed;
}
.quiet-link, .header-link, .header-call {
  display: inline-flex;
  align-items: center;
  min-height: 2.75rem;
  color: var(--link);
  font-weight: 700;
  text-underline-offset: 0.3em;
  text-decoration-thickness: 1px;
}
.quiet-link:hover, .header-link:hover, .header-call:hover { color: var(--ink); }
.quiet-link:active, .header-link:active, .header-call:active { text-decoration-style: dotted; }
.calls {
  display: flex;
  flex-wrap: wrap;
  gap: var(--step) var(--wide);
  align-items: center;
}
.masthead .wrap {
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--wide);
  align-items: center;
  justify-content: space-between;
  padding-block: var(--small);
}
.masthead ul { display: flex; flex-wrap: wrap; gap: 0 var(--more); }
.wordmark {
  display: inline-flex;
  align-items: center;
  min-height: 2.75rem;
  color: var(--ink);
  font-family: var(--face, serif);
  font-size: var(--lead);
  font-weight: 700;
  text-decoration: none;
}
a.wordmark:hover { text-decoration: underline; text-underline-offset: 0.3em; }
.ticket {
  display: flex;
  gap: var(--small);
  align-items: center;
  min-height: 3.25rem;
  padding: var(--tiny) var(--step);
  cursor: pointer;
}
.ticket input {
  flex: none;
  width: 1.5rem;
  height: 1.5rem;
  margin: 0;
  appearance: none;
  border: 2px solid var(--edge);
  border-radius: var(--radius-full);
  background-color: var(--ground);
  cursor: pointer;
}
.ticket input:checked { box-shadow: inset 0 0 0 5px var(--edge); }
.ticket input:focus-visible { outline: 3px solid var(--edge); outline-offset: 3px; }
.ticket-name { flex: 1; font-weight: 700; }
.ticket-price { font-family: var(--face, serif); font-size: var(--lead); }
.ticket:hover .ticket-name { text-decoration: underline; text-underline-offset: 0.3em; }
.field-name { display: block; font-weight: 700; }
.field {
  width: 100%;
  min-height: 3.25rem;
  padding: var(--tiny) var(--step);
  border: 2px solid var(--edge);
  border-radius: var(--round, 0);
  background-color: var(--ground);
  color: var(--ink);
  font: inherit;
}
.f-brand { fill: var(--art-brand); }
.f-accent { fill: var(--art-accent); }
.f-second { fill: var(--art-second); }
.f-deep { fill: var(--art-deep); }
.f-soft { fill: var(--art-soft); }
.f-pale { fill: var(--art-pale); }
.s-brand, .s-accent, .s-second, .s-deep, .s-soft, .s-pale { fill: none; }
.s-brand { stroke: var(--art-brand); }
.s-accent { stroke: var(--art-accent); }
.s-second { stroke: var(--art-second); }
.s-deep { stroke: var(--art-deep); }
.s-soft { stroke: var(--art-soft); }
.s-pale { stroke: var(--art-pale); }
@media (max-width: 47.98rem) {
  .masthead li:not(:last-child) { display: none; }
}
@media (min-width: 48rem) {
  body { font-size: var(--text); }
  h1 { font-size: var(--display); }
  h2 { font-size: var(--title); }
  h3 { font-size: var(--subtitle); }
  .part { padding-block: var(--section); }
  .wrap { padding-inline: var(--far); }
}
@media (prefers-reduced-motion: reduce) {
  html { scroll-behavior: auto; }
  *, *::before, *::after { transition: none; animation: none; }
  .button:active { transform: none; }
}
@media print {
  .masthead nav, .booking, .calls, .hero-art, .ending-art { display: none; }
  .part { padding-block: var(--step); break-inside: avoid; }
}
`
