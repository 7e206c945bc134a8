/** The look of a page report. Every text has a contrast of at least 4.5 to its ground, in both schemes. */
export const pageReportStyle = `
:root { color-scheme: light dark; --ground: #fbfaf7; --raised: #f1efe9; --ink: #1b1a17; --muted: #5c5850; --line: #8b867b; --hair: #d9d5cb;
  --pass: #0c6a4b; --fail: #a8281f; --warn: #7a4b00; --accent: #1d4f91; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14130f; --raised: #201e19; --ink: #ece9e1; --muted: #aca698; --line: #7d7768; --hair: #39352c;
    --pass: #6fd6ab; --fail: #ff9a8f; --warn: #efc16a; --accent: #9cc1ff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 74rem; padding: 2rem 1.25rem 5rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 Georgia, "Iowan Old Style", "Times New Roman", serif; overflow-wrap: anywhere; }
.skip { position: absolute; left: -100rem; top: 0; background: var(--ink); color: var(--ground); padding: .75rem 1rem; }
.skip:focus { left: 1rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; letter-spacing: -.01em; }
h2 { font-size: 1.4rem; line-height: 1.3; margin: 3rem 0 .75rem; padding-top: .75rem; border-top: 3px solid var(--ink); }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .25rem; } .rule h3 { margin-top: 0; }
.kind { margin: 0 0 .25rem; color: var(--muted); letter-spacing: .04em; }
.held { margin: 0; color: var(--muted); }
.status { font-size: 1rem; font-weight: 700; border: 2px solid currentColor; padding: .1rem .6rem; white-space: nowrap; }
.pass { color: var(--pass); } .fail { color: var(--fail); } .warn { color: var(--warn); } .muted { color: var(--muted); font-weight: 400; }
.notice { border: 2px solid var(--warn); padding: .75rem 1rem; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: .75rem 1.5rem; margin: 0 0 1.5rem; }
dl div { border-top: 1px solid var(--hair); padding-top: .4rem; }
dt { color: var(--muted); font-size: .9rem; } dd { margin: 0; font-size: 1.1rem; }
.scroll { overflow-x: auto; border: 1px solid var(--line); }
.scroll:focus-visible, .scroller:focus-visible, .skip:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; min-width: 44rem; font-variant-numeric: tabular-nums; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td { text-align: left; vertical-align: top; padding: .6rem .8rem; border-top: 1px solid var(--hair); }
tbody th { white-space: nowrap; }
thead th { background: var(--raised); border-top: 0; white-space: nowrap; }
.score { font-weight: 700; font-size: 1.1rem; min-width: 9rem; }
.bar { display: block; height: .6rem; margin-top: .35rem; border: 1px solid currentColor; }
.bar span { display: block; height: 100%; background: currentColor; }
.shots { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 1fr); gap: 1.25rem; align-items: start; }
figure { margin: 0; } figcaption { color: var(--muted); font-size: .9rem; margin-top: .4rem; }
.scroller { overflow: auto; max-height: 38rem; border: 1px solid var(--line); background: #ffffff; }
.scroller svg { display: block; width: 100%; height: auto; }
rect { fill: none; stroke: #d0021b; stroke-width: 3; } rect.warning { stroke: #8a5a00; stroke-dasharray: 8 5; }
.rule { border-top: 1px solid var(--hair); padding: 1rem 0; } .rule p { margin: .2rem 0; }
p, li { max-width: 34rem; } .rule li, .notice { max-width: none; }
.finding { display: grid; grid-template-columns: minmax(0, 34rem) minmax(0, 1fr); gap: .5rem 2rem; align-items: start; }
ol { padding-left: 1.5rem; margin: .5rem 0 0; } li { margin: 0 0 1rem; }
.place { color: var(--muted); font-size: .95rem; } .place strong { color: var(--ink); }
.cut { display: block; max-width: 100%; height: auto; border: 1px solid var(--line); background: #ffffff; }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9em; }
@media (max-width: 48rem) { .shots, .finding { grid-template-columns: minmax(0, 1fr); } }
@media print { .scroller { max-height: none; overflow: visible; } }
`
