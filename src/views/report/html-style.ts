/** The look of a report page. Every text colour has a contrast of at least 4.5 to its ground, in both schemes. */
export const pageStyle = `
:root { color-scheme: light dark; --ground: #ffffff; --raised: #f5f6f8; --ink: #16191d; --muted: #565d66; --line: #d5d9de;
  --pass: #0f6b33; --fail: #b3261e; --warn: #7a4b00; --accent: #1f4fa3; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #101317; --raised: #191d23; --ink: #e7eaee; --muted: #a3abb5; --line: #343b45;
    --pass: #6fdb95; --fail: #ff9087; --warn: #f0c25c; --accent: #8fb6ff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 2rem 1.25rem 4rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; }
.kind { margin: 0 0 .25rem; color: var(--muted); font-size: .85rem; letter-spacing: .04em; text-transform: uppercase; }
.task { margin: 0; font-size: 1.1rem; max-width: 60ch; white-space: pre-line; }
.status { font-size: 1rem; font-weight: 600; border: 1px solid currentColor; border-radius: 1rem; padding: .1rem .7rem; vertical-align: middle; }
.pass { color: var(--pass); } .fail { color: var(--fail); } .warn { color: var(--warn); } .muted { color: var(--muted); font-weight: 400; }
td.pass, td.fail, td.warn { font-weight: 600; white-space: nowrap; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(18rem, 1fr)); gap: .5rem 2rem; margin: 0; }
dl div { border-top: 1px solid var(--line); padding-top: .4rem; }
dt { color: var(--muted); font-size: .85rem; } dd { margin: 0; }
figure { margin: 0 0 1rem; background: var(--raised); border-radius: .5rem; padding: 1rem; }
figcaption { color: var(--muted); font-size: .85rem; margin-top: .5rem; }
figure { overflow-x: auto; }
svg { display: block; width: 100%; min-width: 34rem; height: auto; max-height: 22rem; font: 12px system-ui, sans-serif; }
.grid { stroke: var(--line); stroke-width: 1; } .tick { fill: var(--muted); } .value { fill: var(--ink); font-weight: 600; }
.threshold { stroke: var(--warn); stroke-width: 2; stroke-dasharray: 5 4; } .curve { fill: none; stroke: var(--accent); stroke-width: 2.5; }
.passed { fill: var(--pass); } .missed { fill: var(--fail); }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; }
.scroll:focus-visible, pre:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem; border-top: 1px solid var(--line); }
thead th { background: var(--raised); border-top: 0; color: var(--muted); font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 600; }
.scroll td { min-width: 5.5rem; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .85rem; }
pre { background: var(--raised); border-radius: .5rem; padding: 1rem; overflow: auto; max-height: 40rem; }
@media print { body { max-width: none; } .scroll { overflow: visible; } pre { max-height: none; white-space: pre-wrap; } }
`
