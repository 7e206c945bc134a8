/** A poster: grounds from edge to edge, type as large as it goes, plain shapes. */
export const posterStyle = `
h1, h2, h3 { font-weight: 800; letter-spacing: -0.02em; line-height: var(--leading-display); }
.wordmark { font-weight: 800; letter-spacing: -0.01em; }
.masthead .wrap { padding-block: var(--step); }
.header-call { padding-inline: var(--step); border: 2px solid var(--ink); border-radius: var(--round, 0); color: var(--ink); text-decoration: none; }
.header-call:hover { background-color: var(--call-hover); border-color: var(--call-hover); color: var(--on-call-hover); }
.hero { overflow: hidden; }
.hero .wrap { display: grid; gap: var(--wide); padding-block: var(--wide) 0; }
.hero-words { display: grid; gap: var(--more); align-content: end; padding-bottom: var(--more); }
.hero .lead { max-width: 40ch; }
.hero-art { height: 18rem; margin-inline: calc(var(--more) * -1); }
.problem .wrap { display: grid; gap: var(--more); }
.problem h2 { font-size: var(--display-small); }
.told { display: grid; gap: var(--step); }
.told .first { font-weight: 700; font-size: var(--lead); }
.steps { counter-reset: step; margin-top: var(--wide); border-bottom: 4px solid var(--ink); }
.steps li {
  counter-increment: step;
  display: grid;
  grid-template-columns: 3rem 1fr;
  gap: var(--step);
  align-items: start;
  padding-block: var(--more);
  border-top: 4px solid var(--ink);
  font-size: var(--lead);
  line-height: var(--leading-tight);
}
.steps li::before { content: counter(step); color: var(--mark); font-family: var(--face, sans-serif); font-weight: 800; font-size: var(--title-small); line-height: var(--leading-display); }
.promises { display: grid; gap: var(--tiny); margin-top: var(--wide); }
.promises li { display: grid; gap: var(--small); grid-template-rows: auto auto 1fr; padding: var(--more); border-radius: var(--corner, 0); }
.promises .metric { align-self: end; padding-top: var(--more); }
.promises p { max-width: 46ch; }
.figure { display: block; color: var(--mark); font-family: var(--face, sans-serif); font-size: var(--display-small); font-weight: 800; line-height: var(--leading-display); letter-spacing: -0.03em; }
.plans { display: grid; gap: var(--tiny); margin-top: var(--wide); }
.plans > li { padding: var(--more); border-top: 8px solid var(--mark); background-color: var(--lift); }
.price { margin-top: var(--small); font-family: var(--face, sans-serif); font-size: var(--figure); font-weight: 800; line-height: var(--leading-display); letter-spacing: -0.03em; }
.period { color: var(--quiet); }
.plans ul { margin-top: var(--more); }
.plans ul li { padding-block: var(--hair); }
.cta .wrap { display: grid; gap: var(--wide); }
.cta h2 { font-size: var(--display-small); }
.booking { display: grid; gap: var(--step); }
.ticket { border: 2px solid var(--ink); border-radius: var(--round, 0); margin-bottom: var(--tiny); }
.assurance { max-width: 48ch; color: var(--quiet); }
.ending .wrap { display: grid; gap: var(--more); padding: 0 0 var(--wide); max-width: none; }
.ending-art { height: 4rem; overflow: hidden; }
.ending .wordmark, .ending .wrap > *:not(.ending-art) { padding-inline: var(--more); }
.voices { display: grid; gap: var(--more); margin-top: var(--wide); }
.voices > li { display: grid; gap: var(--small); padding-left: var(--more); border-left: 8px solid var(--mark); }
.voices blockquote { font-weight: 700; font-size: var(--lead); line-height: var(--leading-tight); }
@media (min-width: 48rem) {
  .voices { grid-auto-flow: column; grid-auto-columns: 1fr; gap: var(--far); }
  .voices blockquote { font-size: var(--title-small); }
  .hero .wrap { grid-template-columns: 7fr 5fr; gap: var(--far); min-height: 40rem; padding-block: 0; }
  .hero-words { padding-block: var(--far) var(--vast); align-content: end; gap: var(--wide); }
  .hero h1 { line-height: var(--leading-display); }
  .hero-art { height: auto; min-height: 100%; margin-inline: 0 calc((100vw - min(100vw, var(--page))) / -2 - var(--far)); position: relative; }
  .hero-art svg { position: absolute; inset: 0; }
  .side-right .hero-art { order: -1; margin-inline: calc((100vw - min(100vw, var(--page))) / -2 - var(--far)) 0; }
  .side-right .wrap { grid-template-columns: 5fr 7fr; }
  .hero .lead { font-size: var(--subtitle); line-height: var(--leading-tight); }
  .problem .wrap { grid-template-columns: 1fr 1fr; gap: var(--vast); align-items: end; }
  .problem h2 { font-size: var(--display); line-height: var(--leading-display); }
  .told .first { font-size: var(--subtitle); line-height: var(--leading-tight); }
  .steps li { grid-template-columns: 8rem 1fr; font-size: var(--title-small); padding-block: var(--wide); }
  .steps li::before { font-size: var(--figure); }
  .promises { grid-template-columns: repeat(6, 1fr); grid-auto-rows: minmax(16rem, auto); gap: var(--step); }
  .promises li { grid-column: span 3; padding: var(--wide); }
  .promises h3 { font-size: var(--title-small); }
  .promises li:last-child:nth-child(odd) { grid-column: span 6; }
  .figure { font-size: var(--display); }
  .plans { grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); align-items: end; gap: var(--step); }
  .plans > li { padding: var(--wide); }
  .plans > li:nth-child(2) { padding-bottom: var(--huge); }
  .plans > li:nth-child(n + 3) { padding-bottom: calc(var(--huge) * 2); }
  .cta .wrap { grid-template-columns: 7fr 5fr; gap: var(--wide) var(--vast); }
  .cta h2 { font-size: var(--display); line-height: var(--leading-display); grid-row: 1 / span 2; }
  .cta .booking, .cta .calls { grid-column: 2; }
  .assurance { grid-column: 2; }
  .ending-art { height: 6rem; }
  .ending .wordmark, .ending .wrap > *:not(.ending-art) { padding-inline: var(--far); }
}
@media (min-width: 64rem) {
  .promises { grid-auto-rows: minmax(20rem, auto); }
  .promises li { grid-column: span 2; }
  .promises li:nth-child(4n + 1), .promises li:nth-child(4n + 4) { grid-column: span 4; }
  .promises li:last-child:nth-child(odd) { grid-column: span 6; }
}
`
