/** A workshop's ledger: rules, labels, figures in a column, prices in a ruled form. */
export const ledgerStyle = `
.masthead { border-bottom: 2px solid var(--ink); }
.header-call { color: var(--ink); }
.hero .wrap {
  display: grid;
  gap: var(--wide);
  padding-block: var(--wide) var(--far);
}
.hero h1 { line-height: var(--leading-display); letter-spacing: -0.01em; }
.hero-words { display: grid; gap: var(--more); align-content: center; }
.hero-art { border: 2px solid var(--ink); padding: var(--tiny); max-height: 24rem; }
.hero-art svg { max-height: 22rem; }
.part { border-top: 2px solid var(--ink); }
.problem .wrap, .told { display: grid; gap: var(--more); }
.told .first { font-size: var(--subtitle); font-family: var(--face, serif); line-height: var(--leading-tight); }
.told p { max-width: 62ch; }
.solution h2 { max-width: 20ch; }
.steps { counter-reset: step; display: grid; margin-top: var(--wide); }
.steps li {
  counter-increment: step;
  display: grid;
  gap: var(--tiny);
  align-content: start;
  padding-block: var(--more);
  border-top: 1px solid var(--line);
}
.steps li::before {
  content: counter(step);
  color: var(--mark);
  font-family: var(--face, serif);
  font-size: var(--figure);
  line-height: var(--leading-display);
}
.promises { margin-top: var(--wide); border-bottom: 1px solid var(--line); }
.promises li {
  display: grid;
  gap: var(--tiny) var(--wide);
  padding-block: var(--more);
  border-top: 1px solid var(--line);
}
.promises p { max-width: 58ch; }
.metric { color: var(--quiet); font-size: var(--text-small); }
.figure {
  display: block;
  color: var(--mark);
  font-family: var(--face, serif);
  font-size: var(--figure);
  line-height: var(--leading-tight);
}
.plans { margin-top: var(--wide); border: 2px solid var(--ink); background-color: var(--ground); }
.plans > li { padding: var(--more); border-top: 2px solid var(--ink); }
.plans > li:first-child { border-top: 0; }
.price {
  margin-top: var(--small);
  color: var(--mark);
  font-family: var(--face, serif);
  font-size: var(--figure);
  line-height: var(--leading-tight);
}
.period { color: var(--quiet); }
.plans ul { margin-top: var(--more); }
.plans ul li { padding-block: var(--tiny); border-top: 1px solid var(--line); }
.cta .wrap { display: grid; gap: var(--more); }
.booking { border: 2px dashed var(--ink); padding: var(--step); display: grid; gap: var(--step); }
.booking .ticket + .ticket { border-top: 1px solid var(--line); }
.assurance { color: var(--quiet); max-width: 52ch; }
.ending .wrap { display: grid; gap: var(--more); padding-block: var(--far); }
.ending-art { max-width: 41rem; }
.voices { display: grid; margin-top: var(--more); }
.voices > li { display: grid; gap: var(--small); padding-block: var(--more); border-top: 1px solid var(--line); }
.voices blockquote { font-family: var(--face, serif); font-size: var(--lead); line-height: var(--leading-normal); }
.free-note { color: var(--quiet); }
@media (min-width: 48rem) {
  .voices { grid-auto-flow: column; grid-auto-columns: 1fr; gap: var(--far); }
  .voices blockquote { font-size: var(--subtitle); }
  .voices p { max-width: 48ch; }
  .masthead li + li { border-left: 1px solid var(--line); padding-left: var(--more); }
  .hero .wrap { grid-template-columns: 7fr 5fr; gap: var(--vast); align-items: stretch; padding-block: var(--vast); }
  .side-right .hero-art { order: -1; }
  .side-right .wrap { grid-template-columns: 5fr 7fr; }
  .hero-art { max-height: none; }
  .hero-art svg { max-height: none; }
  .problem .wrap { grid-template-columns: 5fr 7fr; gap: var(--vast); }
  .steps { grid-template-columns: repeat(2, 1fr); column-gap: var(--far); }
  .promises li { grid-template-columns: 14rem 1fr; grid-template-rows: auto 1fr; padding-block: var(--wide); }
  .promises h3, .promises li > p { grid-column: 2; }
  .promises .metric { grid-column: 1; grid-row: 1 / span 2; }
  .plans { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); }
  .plans > li { padding: var(--wide); border-top: 0; border-left: 2px solid var(--ink); }
  .plans > li:first-child { border-left: 0; }
  .cta .wrap { grid-template-columns: 5fr 7fr; gap: var(--more) var(--vast); }
  .cta .booking { grid-column: 2; grid-row: 1 / span 2; padding: var(--wide); }
  .cta .calls { grid-column: 2; grid-row: 1 / span 2; }
  .ending .wrap { grid-template-columns: 1fr auto; align-items: center; }
  .ending .wordmark { grid-column: 1; grid-row: 1; }
}
@media (min-width: 64rem) {
  .narrow .wrap { padding-inline-end: max(var(--far), 18%); }
  .steps { grid-template-columns: repeat(4, 1fr); }
  .promises li { grid-template-columns: 20rem 1fr 1.4fr; align-items: baseline; }
  .promises h3 { grid-column: 2; grid-row: 1; }
  .promises li > p { grid-column: 3; grid-row: 1; }
  .promises .metric { grid-column: 1; grid-row: 1; }
}
`
