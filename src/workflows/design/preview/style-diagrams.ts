/** The pictures: the dial, the sketches of views, the entity diagram. */
export const diagramStyle = `
.dial{inline-size:6.5rem;flex:none}
.dial circle{fill:none;stroke-width:10}
.dial .track{stroke:var(--line)}
.dial .fill.good{stroke:var(--good)}
.dial .fill.bad{stroke:var(--bad)}
.dial .tick{stroke:var(--ink);stroke-width:2.5}
.dial text{fill:var(--ink);font-size:24px;font-weight:650;font-variant-numeric:tabular-nums}
.sketches{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,22rem),1fr));gap:1.5rem;align-items:start}
.sketch{display:grid;gap:.625rem}
.sketch figcaption{font-weight:600;font-size:.9375rem}
.sketch figcaption a{display:inline-block;padding-block:.125rem}
.frame{border:1px solid var(--edge);border-radius:.625rem;background:var(--card);overflow:hidden;font-size:.8125rem;line-height:1.4}
.bar{display:flex;gap:.375rem;padding:.5rem .75rem;border-block-end:1px solid var(--line);background:var(--sunk)}
.bar i{inline-size:.5rem;block-size:.5rem;border-radius:50%;border:1px solid var(--edge)}
.inside,.w-box{display:flex;flex-wrap:wrap;gap:.625rem;align-items:flex-end;padding:.875rem}
.w-box,.w-data{inline-size:100%;border:1px dashed var(--edge);border-radius:.5rem;padding:.625rem .75rem .75rem}
.w-name{inline-size:100%;color:var(--muted);font-size:.75rem}
.w-field,.w-select{flex:1 1 9rem;border:1px solid var(--edge);border-radius:.375rem;padding:.375rem .625rem;color:var(--muted);background:var(--ground)}
.w-select{display:flex;justify-content:space-between;gap:.5rem}
.w-select::after{content:"";flex:none;align-self:center;border:.25rem solid transparent;border-block-start-color:var(--edge);border-block-end:0}
.w-button{border-radius:.375rem;padding:.375rem .875rem;background:var(--soft);border:1px solid var(--accent);color:var(--accent);font-weight:600}
.w-toggle{display:inline-flex;gap:.5rem;align-items:center;padding-block:.375rem}
.w-toggle::before{content:"";inline-size:.875rem;block-size:.875rem;border:1px solid var(--edge);border-radius:.1875rem}
.w-link{color:var(--accent);text-decoration:underline;padding-block:.375rem}
.w-data{display:grid;gap:.5rem;border-style:solid;border-color:var(--line);background:var(--ground)}
.w-data i{block-size:.5rem;border-radius:.25rem;background:var(--line)}
.w-data i:last-child{inline-size:60%}
.w-utility,.w-unknown,.w-more{color:var(--muted);padding:.25rem .5rem;font-size:.75rem}
.w-utility{border:1px dotted var(--edge);border-radius:.375rem}
.w-unknown{border:1px dashed var(--bad);border-radius:.375rem;color:var(--bad)}
.diagram{padding:1.25rem}
.scroll{overflow-x:auto}
.er{display:block;inline-size:100%;margin-inline:auto}
.er-box{fill:var(--ground);stroke:var(--edge)}
.er-head{stroke:var(--line);fill:none}
.er-name{font-size:13px;font-weight:650;fill:var(--ink)}
.er-attribute{font-size:12px;fill:var(--ink)}
.er-type{font-size:12px;fill:var(--muted)}
.er-must{fill:var(--muted);stroke:var(--muted)}
.er-may{fill:none;stroke:var(--muted)}
.er-line path{fill:none;stroke:var(--edge);stroke-width:1.5}
.er-line text{font-size:11px;fill:var(--muted);paint-order:stroke;stroke:var(--card);stroke-width:5px}
.legend{color:var(--muted);font-size:.8125rem;margin-block-start:1rem}
`
