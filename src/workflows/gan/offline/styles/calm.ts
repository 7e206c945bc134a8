/** A quiet page: one column, round forms, a horizon, air. */
export const calmStyle = `
h1, h2 { font-weight: 400; }
h3 { font-weight: 700; font-size: var(--lead); }
.masthead .wrap { padding-block: var(--step); }
.header-call { padding-inline: var(--more); border: 1px solid var(--edge); border-radius: var(--round, 0); text-decoration: none; }
.header-call:hover { background-color: var(--call); border-color: var(--call); color: var(--on-call); }
.hero .wrap { padding: var(--far) 0 0; max-width: none; }
.hero-words { display: grid; gap: var(--more); max-width: 52rem; margin-inline: auto; padding-inline: var(--more); text-align: center; justify-items: center; }
.hero h1 { line-height: var(--leading-display); }
.hero .lead { max-width: 40ch; color: var(--quiet); text-wrap: balance; }
.calls { justify-content: center; }
.hero-art { height: 12rem; margin-top: var(--wide); }
.problem .wrap { max-width: 52rem; display: grid; gap: var(--more); text-align: center; }
.told { display: grid; gap: var(--step); }
.told .first { font-family: var(--face, serif); font-size: var(--lead); }
.solution { position: relative; }
.solution .wrap { max-width: 52rem; }
.steps { counter-reset: step; margin-top: var(--wide); }
.steps li { counter-increment: step; position: relative; padding: 0 0 var(--wide) var(--vast); min-height: 5rem; }
.steps li::before {
  content: counter(step);
  position: absolute;
  left: 0;
  top: 0;
  z-index: 1;
  display: grid;
  place-items: center;
  width: 2.75rem;
  height: 2.75rem;
  border-radius: var(--radius-full);
  background-color: var(--call);
  color: var(--on-call);
  font-family: var(--face, serif);
}
.steps li::after { content: ''; position: absolute; left: 1.375rem; top: 0; bottom: 0; border-left: 1px solid var(--edge); }
.steps li:last-child::after { display: none; }
.promises { display: grid; gap: var(--wide); margin-top: var(--wide); }
.promises li { display: grid; gap: var(--tiny); padding-top: var(--wide); border-top: 1px solid var(--line); }
.metric { color: var(--quiet); }
.figure { color: var(--mark); font-family: var(--face, serif); font-size: var(--title-small); }
.plans { display: grid; gap: var(--step); margin-top: var(--wide); }
.plans > li { padding: var(--more); border-radius: var(--corner, 0); background-color: var(--lift); display: grid; gap: var(--hair) var(--wide); }
.price { font-family: var(--face, serif); font-size: var(--title-small); line-height: var(--leading-tight); }
.period { color: var(--quiet); font-size: var(--text-small); }
.plans ul { margin-top: var(--small); }
.cta { margin: var(--step); border-radius: var(--corner, 0); }
.cta .wrap { max-width: 56rem; display: grid; gap: var(--more); text-align: center; justify-items: center; }
.booking { display: grid; gap: var(--step); width: 100%; }
.booking .field { justify-self: center; max-width: 30rem; }
.booking fieldset { display: grid; gap: var(--tiny); }
.ticket { border: 1px solid var(--edge); border-radius: var(--round, 0); text-align: left; }
.ticket:hover { border-color: var(--ink); }
.assurance { max-width: 46ch; color: var(--quiet); text-wrap: balance; }
.booking .button { justify-self: center; min-width: 16rem; }
.ending .wrap { padding-block: var(--wide); text-align: center; }
.social_proof .wrap { max-width: 52rem; text-align: center; }
.voices { display: grid; gap: var(--wide); margin-top: var(--wide); }
.voices > li { display: grid; gap: var(--small); justify-items: center; }
.voices > li + li { padding-top: var(--wide); border-top: 1px solid var(--line); }
.voices blockquote { font-family: var(--face, serif); font-size: var(--lead); text-wrap: balance; }
.free-note { color: var(--quiet); }
@media (min-width: 48rem) {
  .voices { gap: var(--far); margin-top: var(--far); }
  .voices > li + li { padding-top: var(--far); }
  .voices blockquote { font-size: var(--subtitle); line-height: var(--leading-normal); }
  .hero .wrap { padding: var(--vast) 0 0; }
  .hero .lead { font-size: var(--subtitle); }
  .hero-art { height: 24rem; margin-top: var(--step); }
  .hero-words { position: relative; z-index: 1; }
  .told .first { font-size: var(--subtitle); }
  .problem .told p:last-child { max-width: 56ch; justify-self: center; }
  .problem .told p.first { max-width: none; }
  .solution h2, .features h2, .pricing h2 { text-align: center; text-wrap: balance; }
  .steps { margin-top: var(--vast); font-size: var(--lead); }
  .steps li { padding-bottom: var(--far); }
  .promises { grid-template-columns: 1fr 1fr; gap: var(--far) var(--vast); max-width: 64rem; margin-inline: auto; margin-top: var(--far); }
  .promises li { grid-template-columns: 9rem 1fr; grid-template-rows: auto 1fr; gap: var(--tiny) var(--wide); border-top: 0; padding-top: 0; }
  .promises h3, .promises li > p { grid-column: 2; }
  .promises .metric {
    grid-column: 1;
    grid-row: 1 / span 2;
    display: grid;
    place-content: center;
    width: 9rem;
    height: 9rem;
    padding: var(--small);
    border-radius: var(--radius-full);
    background-color: var(--lift);
    font-size: var(--note);
    line-height: var(--leading-tight);
    text-align: center;
  }
  .plans { max-width: 64rem; margin-inline: auto; margin-top: var(--far); }
  .plans > li { grid-template-columns: 12rem 8rem 1fr; grid-template-rows: auto 1fr; padding: var(--wide) var(--far); align-items: baseline; }
  .plans h3 { grid-column: 1; grid-row: 1; font-size: var(--subtitle); }
  .price { grid-column: 2; grid-row: 1; font-size: var(--title-small); }
  .period { grid-column: 2; grid-row: 2; align-self: start; }
  .plans ul { grid-column: 3; grid-row: 1 / span 2; margin-top: 0; display: flex; flex-wrap: wrap; gap: var(--tiny) var(--more); }
  .cta { margin: var(--wide); }
  .booking fieldset { grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); }
  .promises:has(> :nth-child(3):last-child) { grid-template-columns: repeat(3, 1fr); max-width: none; }
  .promises:has(> :nth-child(3):last-child) li { grid-template-columns: 1fr; grid-template-rows: auto auto auto; justify-items: center; text-align: center; }
  .promises:has(> :nth-child(3):last-child) li > * { grid-column: 1; }
  .promises:has(> :nth-child(3):last-child) .metric { grid-row: 1; margin-bottom: var(--step); }
}
`
