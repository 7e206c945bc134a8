/** A product page: words beside a panel, two views side by side, a board of uneven fields, a table. */
export const productStyle = `
h1, h2, h3 { letter-spacing: -0.01em; }
.masthead { border-bottom: 1px solid var(--line); }
.header-call { padding-inline: var(--step); border: 2px solid var(--link); border-radius: var(--round, 0); text-decoration: none; }
.header-call:hover { background-color: var(--call); border-color: var(--call); color: var(--on-call); }
.header-link { text-decoration: none; }
.header-link:hover { text-decoration: underline; }
.hero .wrap { display: grid; gap: var(--wide); padding-block: var(--wide); }
.hero-words { display: grid; gap: var(--more); align-content: center; }
.hero h1 { line-height: var(--leading-display); }
.hero .lead { color: var(--quiet); }
.hero-art { height: 16rem; overflow: hidden; border-radius: var(--corner, 0); }
.problem, .solution { margin-inline: var(--more); padding-block: var(--wide); border-radius: var(--corner, 0); }
.problem { margin-bottom: var(--step); }
.problem .wrap, .solution .wrap { display: grid; gap: var(--more); align-content: start; }
.told { display: grid; gap: var(--step); }
.told .first { font-weight: 700; }
.steps { counter-reset: step; display: grid; gap: var(--more); }
.steps li { counter-increment: step; display: grid; grid-template-columns: 2rem 1fr; gap: var(--step); }
.steps li::before { content: counter(step); padding-top: var(--hair); border-top: 3px solid var(--mark); font-weight: 700; }
.promises { display: grid; gap: var(--step); margin-top: var(--wide); }
.promises li { display: grid; gap: var(--tiny); align-content: start; padding: var(--more); border-radius: var(--corner, 0); background-color: var(--lift); }
.metric { padding-top: var(--more); color: var(--quiet); align-self: end; }
.figure { display: block; color: var(--mark); font-family: var(--face, sans-serif); font-size: var(--figure); line-height: var(--leading-display); letter-spacing: -0.03em; }
.plans { width: 100%; margin-top: var(--wide); border-collapse: collapse; }
.plans tbody, .plans tr, .plans th, .plans td { display: block; text-align: left; }
.plans tr { padding-block: var(--more); border-top: 1px solid var(--edge); }
.plans th { font-family: var(--face, sans-serif); font-size: var(--lead); }
.price { color: var(--mark); font-family: var(--face, sans-serif); font-size: var(--title-small); line-height: var(--leading-tight); }
.period { color: var(--quiet); }
.plans ul { margin-top: var(--small); }
.plans ul li { position: relative; padding: var(--hair) 0 var(--hair) var(--more); }
.plans ul li::before { content: ''; position: absolute; left: 0; top: 1rem; width: var(--small); border-top: 3px solid var(--mark); }
.cta { margin: 0 var(--more) var(--more); border-radius: var(--corner, 0); }
.cta .wrap { display: grid; gap: var(--more); }
.booking { display: grid; gap: var(--step); }
.booking fieldset { display: grid; gap: var(--tiny); }
.ticket { border: 1px solid var(--edge); border-radius: var(--round, 0); }
.ticket:hover { border-color: var(--mark); }
.assurance { color: var(--quiet); max-width: 48ch; }
.ending .wrap { padding-block: var(--wide); }
.voices { display: grid; gap: var(--step); margin-top: var(--wide); }
.voices > li { display: grid; gap: var(--small); padding: var(--more); border-left: 3px solid var(--mark); }
.voices blockquote { font-size: var(--lead); }
.free-note { color: var(--quiet); }
@media (min-width: 48rem) {
  .voices { grid-auto-flow: column; grid-auto-columns: 1fr; }
  .hero .wrap { grid-template-columns: 1fr 1fr; gap: var(--far); padding-block: var(--far) var(--vast); }
  .hero-art { height: auto; min-height: 32rem; position: relative; }
  .hero-art svg { position: absolute; inset: 0; }
  .side-right .hero-art { order: -1; }
  .hero .lead { font-size: var(--lead); }
  .problem, .solution { margin-inline: var(--far); padding-block: var(--vast); }
  .solution { margin-bottom: var(--wide); }
  .promises { grid-template-columns: repeat(6, 1fr); }
  .promises li { grid-column: span 3; padding: var(--wide); grid-template-rows: auto auto 1fr; }
  .plans tbody { display: table-row-group; }
  .plans tr { display: table-row; }
  .plans th, .plans td { display: table-cell; vertical-align: top; padding: var(--wide) var(--more) var(--wide) 0; border-top: 1px solid var(--edge); }
  .plans tr:last-child th, .plans tr:last-child td { border-bottom: 1px solid var(--edge); }
  .plans th { width: 30%; font-size: var(--subtitle); }
  .cost { width: 24%; }
  .plans ul { margin-top: 0; }
  .cta { margin: 0 var(--far) var(--far); }
  .cta .wrap { grid-template-columns: 1fr 1fr; gap: var(--more) var(--far); }
  .cta .booking, .cta .calls { grid-column: 2; grid-row: 1 / span 2; }
}
@media (min-width: 64rem) {
  .price { font-size: var(--title); }
  main { max-width: var(--page); margin-inline: auto; display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); }
  main > * { grid-column: 1 / -1; }
  main > .problem .wrap { height: 100%; align-content: space-between; }
  main > .problem { grid-column: 1; margin-inline-end: var(--tiny); margin-bottom: var(--wide); }
  main > .problem:has(+ .solution) { grid-column: 1; }
  main > .problem:not(:has(+ .solution)) { grid-column: 1 / -1; margin-inline-end: var(--far); }
  main > .problem + .solution { grid-column: 2; margin-inline-start: var(--tiny); }
  .hero .wrap { grid-template-columns: 6fr 5fr; }
  .side-right .wrap { grid-template-columns: 5fr 6fr; }
  .promises li:nth-child(4n + 1), .promises li:nth-child(4n + 4) { grid-column: span 4; }
  .promises li:nth-child(4n + 2), .promises li:nth-child(4n + 3) { grid-column: span 2; }
  .promises li:nth-child(4n + 2), .promises li:nth-child(4n + 3) { background-color: var(--ground); box-shadow: inset 0 0 0 1px var(--edge); }
  .promises p { max-width: 52ch; }
  .promises li:last-child:nth-child(4n + 1) { grid-column: span 6; }
  .promises li:last-child:nth-child(4n + 3) { grid-column: span 6; }
}
`
