const arrow = (place: string): string =>
  `${place}{content:"";display:block;position:absolute;inline-size:1.375rem;block-size:.75rem;background:var(--edge);clip-path:polygon(0 42%,62% 42%,62% 8%,100% 50%,62% 92%,62% 58%,0 58%)}`

/** Steps side by side. An arrow leads to the next one; where a row ends, it stands before the next row. */
const stepColumns = (count: number): string => {
  const next = '.step:not(:last-child)::after'
  const rowStart = `.step:nth-child(${count}n+1):not(:first-child)::before`
  return `.steps{grid-template-columns:repeat(${count},minmax(0,1fr));gap:1.5rem 2.25rem}
${next}{inset-block-start:1.5rem;inset-inline-start:calc(100% + .4375rem);transform:none}
.step:nth-child(${count}n)::after{display:none!important}
${arrow(rowStart)}
${rowStart}{inset-block-start:1.5rem;inset-inline-start:-1.5rem}
`
}

/** On paper the arrows stand inside the cards: browsers don't part rows of grids in grids at a page's end. */
export const stepsOnPaper = `.steps{grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem}
.step{position:static}
.step,.action{display:block}
.step>*+*{margin-block-start:.625rem}
.action .nr{margin-inline-end:.5rem}
.step::before,.step::after{display:none!important}
${arrow('.step:not(:last-child)>.action::after')}
.step:not(:last-child)>.action::after{position:static;display:inline-block;margin-inline-start:.5rem}`

/** Cards and what stands on them: chips, badges, notes, findings, flows, trees, tables. */
export const partStyle = `
.card{background:var(--card);border:1px solid var(--line);border-radius:.875rem;padding:1.5rem}
.chips{display:flex;flex-wrap:wrap;align-items:center;gap:.375rem}
.chips .label{margin-inline-end:.25rem}
.refs{display:grid;gap:.5rem}
.chip{display:inline-flex;align-items:center;gap:.375rem;min-block-size:1.75rem;padding:.125rem .625rem;border:1px solid var(--line);border-radius:.9rem;background:var(--card);color:var(--ink);font-size:.8125rem;line-height:1.35;text-decoration:none;max-inline-size:100%;vertical-align:middle}
.chip .i{color:var(--muted)}
a.chip:hover{border-color:var(--accent);color:var(--accent)}
.chip.stranger{border-style:dashed;border-color:var(--bad);color:var(--bad)}
.chip.stranger .i{color:inherit}
.chip.state{background:var(--sunk)}
.badge{display:inline-flex;align-items:center;gap:.375rem;border-radius:.375rem;padding:.125rem .5rem;font-size:.8125rem;line-height:1.4;font-weight:600}
.badge.view{color:var(--view);background:var(--view-soft)}
.badge.container{color:var(--container);background:var(--container-soft)}
.badge.control{color:var(--control);background:var(--control-soft)}
.badge.data{color:var(--data);background:var(--data-soft)}
.badge.utility{color:var(--utility);background:var(--utility-soft)}
.nr{display:inline-grid;place-items:center;flex:none;min-inline-size:1.625rem;block-size:1.625rem;padding-inline:.375rem;border-radius:.8125rem;background:var(--soft);color:var(--accent);font-size:.8125rem;font-weight:650;font-variant-numeric:tabular-nums}
.verdict,.left-out{display:flex;gap:.5rem;align-items:baseline;font-size:.9375rem}
.verdict .i,.left-out .i{position:relative;inset-block-start:.125em}
.verdict{color:var(--muted)}
.verdict.good{color:var(--good)}
.verdict.bad{color:var(--bad)}
.overall .verdict{font-weight:650}
.left-out,.empty{color:var(--muted)}
.chapter>.verdict{margin-block-start:-.75rem}
.mark{display:inline-flex;align-items:baseline;gap:.375rem;font-weight:650;font-size:.875rem}
.mark .i{position:relative;inset-block-start:.125em}
.mark.error{color:var(--bad)}
.mark.warning{color:var(--warn)}
.mark.info{color:var(--accent)}
.notes{display:grid;gap:.5rem;align-content:start}
.note{border-radius:.5rem;border-inline-start:.25rem solid;padding:.625rem .875rem;font-size:.875rem;line-height:1.5}
.note.error{background:var(--bad-soft);border-color:var(--bad)}
.note.warning{background:var(--warn-soft);border-color:var(--warn)}
.note.info{background:var(--soft);border-color:var(--accent)}
.note-head{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .75rem;max-inline-size:none}
.note-head a{margin-inline-start:auto;font-size:.8125rem}
.note-head a,.findings p a{display:inline-block;min-block-size:1.5rem;padding-block:.125rem}
.note-head .field{color:var(--muted)}
.note-foot{color:var(--muted);font-size:.8125rem;display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .75rem}
.findings{display:grid;border:1px solid var(--line);border-radius:.875rem;background:var(--card);overflow:hidden}
.findings li{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.875rem;padding:.875rem 1.25rem}
.findings li+li{border-block-start:1px solid var(--line)}
.findings+details{margin-block-start:-.5rem}
details>.findings{margin-block-start:.5rem}
.findings li:target{outline-offset:-3px}
.findings .mark{margin-inline-end:.5rem}
.advice{padding-inline-start:1.25rem;display:grid;gap:.5rem}
.advice li{max-inline-size:70ch}
.flow{display:grid;gap:1rem;container-type:inline-size}
.who{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem 1rem;font-size:.9375rem}
.who div{display:contents}
.who dt{color:var(--muted);display:flex;gap:.5rem;align-items:baseline}
.who dt .i{position:relative;inset-block-start:.125em}
.who dd{max-inline-size:70ch}
.steps{display:grid;grid-template-columns:minmax(0,1fr);gap:2rem;margin-block-start:.5rem}
.step{position:relative;display:grid;gap:.75rem;align-content:start;border:1px solid var(--line);border-radius:.75rem;background:var(--ground);padding:1rem}
.action{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.75rem;font-weight:600;line-height:1.45}
.outcome{font-size:.9375rem}
.outcome .label{display:block}
${arrow('.step:not(:last-child)::after')}
.step:not(:last-child)::after{inset-block-start:calc(100% + .625rem);inset-inline-start:1.25rem;transform:rotate(90deg)}
@container (min-width:34rem) and (max-width:51.99rem){${stepColumns(2)}}
@container (min-width:52rem){${stepColumns(3)}}
.trees{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
.tree{container-type:inline-size}
.row{display:grid;gap:.75rem 1.5rem;padding-block:.625rem}
.tree>.row{padding-block-start:0}
.tree>.row:last-child{padding-block-end:0}
.row .refs{display:flex;flex-wrap:wrap;gap:.375rem 1.25rem}
.row>div{display:grid;gap:.375rem;align-content:start}
@container (min-width:44rem){.row.noted{grid-template-columns:minmax(0,1fr) 18rem}}
.name{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .625rem}
.tree>.row .name strong{font-size:1.125rem}
.text{font-size:.9375rem}
.parts{border-inline-start:2px solid var(--line);margin-inline-start:.625rem;padding-inline-start:1.25rem}
.mention{padding-block:.5rem;font-size:.875rem}
summary{cursor:pointer;border-radius:.25rem;color:var(--muted);font-size:.875rem;padding-block:.375rem;inline-size:fit-content}
table{inline-size:100%;border-collapse:collapse;font-size:.875rem;line-height:1.5}
caption{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
th,td{text-align:start;vertical-align:top;padding:.5rem .75rem .5rem 0;border-block-start:1px solid var(--line)}
thead th{color:var(--muted);font-weight:600;font-size:.8125rem;border-block-start:0}
tbody th{font-weight:600}
.must{display:inline-block;color:var(--muted);font-weight:400;font-size:.8125rem}
.relationships th:first-child{inline-size:3rem}
.relationships tbody th{line-height:2}
.relationships td{line-height:2}
.relationships td p{line-height:1.5;padding-block:.125rem}
.relationships .notes{margin-block-start:.375rem;max-inline-size:36rem}
.entities{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,24rem),1fr));gap:1rem}
.entity{position:relative;display:grid;gap:1rem;align-content:start}
.entity h4{font-size:1.0625rem;display:flex;gap:.5rem;align-items:baseline}
.entity h4 .i{position:relative;inset-block-start:.125em;color:var(--muted)}
.entity th:first-child{inline-size:38%}
.entity td:nth-child(2){inline-size:22%;color:var(--muted)}
.interactions{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
.interaction{display:grid;gap:1rem;position:relative;container-type:inline-size}
.cause{display:grid;grid-template-columns:minmax(0,1fr);gap:.75rem}
.cause>.i{color:var(--edge);inline-size:1.25rem;block-size:1.25rem;transform:rotate(90deg)}
@container (min-width:36rem){.cause{grid-template-columns:minmax(0,1fr) auto minmax(0,1fr);gap:1.25rem;align-items:start}.cause>.i{transform:none;margin-block-start:1.625rem}}
.key{color:var(--muted);position:absolute;inset-block-start:1rem;inset-inline-end:1.25rem;max-inline-size:60%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
@media (max-width:40rem){.parts{margin-inline-start:.25rem;padding-inline-start:.75rem}.findings li{padding:.875rem 1rem}}
`
