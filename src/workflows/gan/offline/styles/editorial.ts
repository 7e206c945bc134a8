/** A magazine: a masthead, a long headline, a list of contents, columns of text and wide margins. */
export const editorialStyle = `
h1, h2, h3 { font-weight: 400; }
.masthead { border-bottom: 1px solid var(--ink); }
.wordmark { font-size: var(--subtitle); font-weight: 400; }
.header-link, .header-call { font-weight: 400; color: var(--ink); }
.hero { overflow: hidden; }
.hero .wrap { display: grid; gap: var(--wide); padding-block: var(--wide) 0; }
.hero-words { display: grid; gap: var(--more); }
.hero h1 { line-height: var(--leading-display); letter-spacing: -0.02em; }
.hero .lead { font-family: var(--face, serif); font-style: italic; line-height: var(--leading-normal); }
.hero-art { margin-inline: calc(var(--more) * -1); height: 14rem; }
.contents { display: none; }
.told { display: grid; gap: var(--more); margin-top: var(--more); }
.problem .wrap { display: grid; }
.problem h2 { font-size: var(--lead); font-style: italic; color: var(--quiet); }
.problem .first { font-family: var(--face, serif); font-size: var(--title-small); line-height: var(--leading-tight); }
.solution .wrap { border-top: 1px solid var(--line); padding-top: var(--section-small); }
.solution .first::first-letter {
  float: left;
  padding-right: var(--tiny);
  color: var(--mark);
  font-family: var(--face, serif);
  font-size: var(--figure);
  line-height: var(--leading-display);
}
.promises { margin-top: var(--wide); display: grid; gap: var(--far); }
.promises li { display: grid; gap: var(--tiny); }
.promises h3 { font-style: italic; }
.metric { color: var(--quiet); padding-top: var(--tiny); border-top: 1px solid var(--ink); margin-top: var(--tiny); }
.figure { margin-inline-end: var(--hair); color: var(--mark); font-family: var(--face, serif); font-size: var(--figure); line-height: var(--leading-tight); }
.plans { margin-top: var(--wide); border-top: 1px solid var(--ink); }
.plans > li {
  display: grid;
  grid-template-columns: 1fr auto;
  gap: 0 var(--step);
  align-items: baseline;
  padding-block: var(--more);
  border-bottom: 1px solid var(--line);
}
.price { font-family: var(--face, serif); font-size: var(--title-small); color: var(--mark); }
.period { grid-column: 2; justify-self: end; color: var(--quiet); font-size: var(--text-small); }
.plans ul { grid-column: 1 / -1; margin-top: var(--tiny); }
.plans ul li { color: var(--quiet); }
.cta .wrap { display: grid; gap: var(--more); }
.cta h2 { font-size: var(--display-small); }
.booking { display: grid; gap: var(--more); }
.ticket { padding-inline: 0; border-bottom: 1px solid var(--line); }
.assurance { font-family: var(--face, serif); font-style: italic; color: var(--quiet); max-width: 48ch; }
.ending .wrap { padding-block: var(--far); border-top: 1px solid var(--ink); }
.voices { display: grid; gap: var(--wide); margin-top: var(--wide); }
.voices > li { display: grid; gap: var(--small); }
.voices blockquote { font-family: var(--face, serif); font-size: var(--subtitle); line-height: var(--leading-tight); }
.free-note { color: var(--quiet); }
@media (min-width: 48rem) {
  .voices { grid-template-columns: repeat(12, 1fr); row-gap: var(--far); }
  .voices > li { grid-column: 1 / span 8; }
  .voices > li:nth-child(even) { grid-column: 5 / span 8; }
  .voices blockquote { font-size: var(--title-small); }
  .masthead { border-bottom: 0; }
  .wordmark { font-size: var(--title-small); }
  .contents { display: block; width: 100%; border-block: 1px solid var(--ink); margin-top: var(--small); }
  .contents ol { counter-reset: entry; display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; }
  .contents li { counter-increment: entry; padding-inline: var(--step); border-left: 1px solid var(--line); }
  .contents li:first-child { border-left: 0; padding-left: 0; }
  .contents a {
    display: block;
    height: 100%;
    min-height: 3rem;
    padding-block: var(--small);
    color: var(--ink);
    font-size: var(--note);
    line-height: var(--leading-tight);
    text-decoration: none;
    text-wrap: balance;
  }
  .contents a::before { content: counter(entry) ' '; color: var(--mark); font-family: var(--face, serif); font-size: var(--subtitle); line-height: var(--leading-display); }
  .contents a:hover { text-decoration: underline; text-underline-offset: 0.3em; }
  .hero .wrap { padding-top: var(--vast); gap: var(--vast); }
  .hero-words { grid-template-columns: repeat(12, 1fr); }
  .hero h1 { grid-column: 1 / -1; }
  .hero .lead { grid-column: 6 / -1; font-size: var(--subtitle); }
  .hero .calls { grid-column: 6 / -1; }
  .side-right .lead, .side-right .calls { grid-column: 1 / 8; }
  .side-center h1 { text-align: center; }
  .side-center .lead, .side-center .calls { grid-column: 3 / 11; text-align: center; justify-content: center; }
  .hero-art { height: 24rem; margin-inline: calc(50% - 50vw); }
  .problem .wrap { grid-template-columns: 3fr 9fr; gap: var(--vast); }
  .problem h2 { font-size: var(--subtitle); }
  .problem .told { margin-top: 0; gap: var(--wide); }
  .problem .first { font-size: var(--title); }
  .problem .told p:last-child { max-width: 58ch; }
  .problem .told p.first { max-width: 26ch; }
  .solution .wrap { display: grid; grid-template-columns: 5fr 7fr; gap: var(--vast); padding: var(--section) 0 0; width: calc(100% - var(--far) * 2); max-width: calc(var(--page) - var(--far) * 2); }
  .solution .told { margin-top: 0; grid-column: 2; font-size: var(--lead); line-height: var(--leading-relaxed); }
  .solution .told p { max-width: 58ch; }
  .promises { grid-template-columns: repeat(12, 1fr); gap: var(--far) var(--wide); }
  .promises li { grid-column: 1 / -1; grid-template-columns: 3fr 4fr; align-items: start; gap: var(--tiny) var(--wide); padding-top: var(--more); border-top: 1px solid var(--ink); }
  .promises h3, .promises li > p { grid-column: 2; }
  .promises .metric { grid-column: 1; grid-row: 1 / span 2; margin: 0; padding: 0; border: 0; }
  .promises .figure { display: block; line-height: var(--leading-display); }
  .plans > li { grid-template-columns: 4fr 6fr 1.5fr; grid-template-rows: auto 1fr; gap: 0 var(--wide); padding-block: var(--wide); }
  .plans h3 { grid-column: 1; grid-row: 1; font-size: var(--title-small); }
  .price { grid-column: 3; grid-row: 1; justify-self: end; font-size: var(--title); line-height: var(--leading-tight); }
  .period { grid-column: 3; grid-row: 2; }
  .plans ul { grid-column: 2; grid-row: 1 / span 2; margin-top: 0; columns: 2; column-gap: var(--wide); }
  .plans ul li { break-inside: avoid; padding-block: var(--hair); }
  .cta .wrap { grid-template-columns: repeat(12, 1fr); gap: var(--wide); }
  .cta h2 { grid-column: 1 / -1; font-size: var(--display); line-height: var(--leading-display); letter-spacing: -0.02em; }
  .booking, .cta .calls { grid-column: 1 / span 7; }
  .assurance { grid-column: 9 / -1; font-size: var(--lead); }
}
@media (min-width: 64rem) {
  .promises li { grid-column: 1 / span 7; }
  .promises li:nth-child(even) { grid-column: 6 / span 7; }
}
`
