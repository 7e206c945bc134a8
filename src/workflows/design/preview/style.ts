import { variables } from './palette.ts'
import { diagramStyle } from './style-diagrams.ts'
import { partStyle, stepsOnPaper } from './style-parts.ts'

/** The frame of the page: type, grid, header, sections. Lengths are relative, so zoom and large fonts work. */
const frame = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-block-start:1.5rem}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.6 -apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",Arial,sans-serif;overflow-wrap:anywhere}
h1,h2,h3,h4,p,ul,ol,dl,dd,figure{margin:0;padding:0}
h1,h2,h3,h4{line-height:1.25;text-wrap:balance;font-weight:650}
p{max-inline-size:70ch}
ul[role=list],ol[role=list]{list-style:none}
a{color:var(--accent);text-underline-offset:.2em;text-decoration-thickness:.06em}
a:hover{text-decoration-thickness:.12em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:.25rem}
:target{outline:3px solid var(--accent);outline-offset:3px}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.8125rem;overflow-wrap:anywhere}
.skip{position:absolute;inset-inline-start:1rem;inset-block-start:-4rem;background:var(--card);padding:.75rem 1rem;border-radius:.5rem;z-index:1}
.skip:focus{inset-block-start:1rem}
.sprite{position:absolute;inline-size:0;block-size:0;overflow:hidden}
.i{inline-size:1em;block-size:1em;flex:none;fill:none;stroke:currentColor;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round;vertical-align:-.125em}
.muted,.left,.size,.lead,.why{color:var(--muted)}
.label{color:var(--muted);font-size:.8125rem}
.wrap{max-inline-size:80rem;margin-inline:auto;padding-inline:2.5rem}
.top{background:var(--card);border-block-end:1px solid var(--line)}
.top .wrap{display:grid;grid-template-columns:minmax(0,1fr) 25rem;gap:2.5rem 4rem;padding-block:3.5rem 3rem;align-items:start}
.kind{display:flex;flex-wrap:wrap;gap:.25rem 1rem;color:var(--muted);font-size:.875rem;margin-block-end:.75rem}
h1{font-size:clamp(1.75rem,1.2rem + 2.4vw,2.75rem);letter-spacing:-.02em}
.goals{margin-block-start:2rem;display:grid;gap:.75rem}
.goals .notes{margin-block-start:.5rem}
h1+.notes{margin-block-start:1rem}
.goals h2,.score h2{font-size:.9375rem;color:var(--muted);font-weight:600}
.goals ol{display:grid;gap:.75rem}
.goals>ol>li{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.75rem;font-size:1.0625rem}
.score{background:var(--ground);border:1px solid var(--line);border-radius:.875rem;padding:1.25rem 1.5rem 1.5rem}
.overall{display:flex;align-items:center;gap:1.25rem;margin-block:.75rem 1rem}
.overall p{font-size:.9375rem}
.dimensions{display:grid;gap:.75rem}
.dimensions dt{font-size:.875rem;font-weight:600}
.dimensions dt .muted{font-weight:400}
.dimensions dd{display:grid;grid-template-columns:minmax(0,1fr) 3.25rem 6rem;gap:.75rem;align-items:center;font-size:.875rem;font-variant-numeric:tabular-nums}
.dimensions .figure{text-align:end;font-weight:600}
.rail{display:block;block-size:.5rem;border-radius:.25rem;background:var(--line);overflow:hidden}
.rail span{display:block;block-size:100%;background:var(--accent)}
.body{display:grid;grid-template-columns:12rem minmax(0,1fr);gap:4rem;padding-block:3rem 5rem;align-items:start}
.contents{position:sticky;inset-block-start:2rem;font-size:.9375rem}
.contents h2{font-size:.8125rem;color:var(--muted);font-weight:600;margin-block-end:.5rem}
.contents a{display:flex;justify-content:space-between;gap:.75rem;padding:.375rem 0;color:var(--ink);text-decoration:none}
.contents a:hover{text-decoration:underline}
.contents .count{color:var(--muted);font-variant-numeric:tabular-nums}
main{display:grid;grid-template-columns:minmax(0,1fr);gap:4.5rem}
.chapter{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem}
.chapter-head{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.25rem 1rem;border-block-end:1px solid var(--line);padding-block-end:.625rem}
.chapter-head h2{font-size:1.625rem;letter-spacing:-.01em}
.size{font-size:.9375rem}
.lead{margin-block-start:-.5rem}
h3{font-size:1.1875rem}
h3.group{font-size:1.0625rem;margin-block-start:1rem}
h3.group+.lead{margin-block-start:-.875rem;font-size:.9375rem}
.foot{border-block-start:1px solid var(--line);padding-block:1.75rem 3rem;color:var(--muted);font-size:.875rem}
.foot .wrap{display:flex;flex-wrap:wrap;gap:.5rem 2rem;justify-content:space-between}
`

const narrow = `
@media (max-width:68rem){
.top .wrap{grid-template-columns:minmax(0,1fr)}
.body{grid-template-columns:minmax(0,1fr);gap:2rem;padding-block-start:1.5rem}
.contents{position:static}
.contents ul{display:flex;flex-wrap:wrap;gap:.5rem}
.contents a{border:1px solid var(--line);border-radius:1.25rem;padding:.375rem .875rem;background:var(--card)}
}
@media (max-width:40rem){
.wrap{padding-inline:1rem}
.top .wrap{padding-block:2rem 1.75rem;gap:2rem}
.score{padding:1rem}
.dimensions dd{grid-template-columns:minmax(0,1fr) 3rem 5.5rem;gap:.5rem}
main{gap:3.25rem}
.card{padding:1rem}
}
`

/** On paper: light, nothing sticky, nothing hidden, cards kept whole where they fit. */
const print = `
@media print{
:root{color-scheme:light;${variables('light')}}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
@page{margin:16mm 14mm}
html{font-size:10.5pt}
body,.top,.score{background:#fff}
a{color:inherit;text-decoration:none}
.skip,.contents{display:none}
.wrap{padding-inline:0;max-inline-size:none}
.top .wrap{padding-block:0 1.5rem;grid-template-columns:minmax(0,1fr) 22rem;gap:2rem}
.body{display:block;padding-block:1.5rem 0}
main,.chapter,.flow,.trees,.interactions,.findings,.interaction{display:block;container-type:normal}
.tree{container-type:normal}
main>*+*{margin-block-start:2.5rem}
.chapter>*+*,.flow>*+*,.trees>*+*,.interactions>*+*,.interaction>*+*{margin-block-start:1rem}
.chapter>.lead,.chapter>.verdict,h3.group+.lead{margin-block-start:.5rem}
.row.noted{grid-template-columns:minmax(0,1fr) 15rem}
.cause{grid-template-columns:minmax(0,1fr) auto minmax(0,1fr)}
.cause>.i{transform:none}
${stepsOnPaper}
.card,.step,.note,.sketch,.findings li,.row,tr{break-inside:avoid}
.card.tree,.card.flow{break-inside:auto}
h2,h3,h4,.chapter-head,.lead{break-after:avoid}
details::details-content{content-visibility:visible;block-size:auto}
summary{display:none}
.scroll{overflow:visible}
.er{min-inline-size:0!important}
}
`

const forced = `
@media (forced-colors:active){
.rail,.card,.step,.chip,.badge,.note,.nr,.frame,.w-data i{border:1px solid CanvasText}
.rail span,.step::before,.step::after,.action::after{background:CanvasText!important;forced-color-adjust:none}
.dial .track{stroke:CanvasText;stroke-width:1}
.dial .fill.good,.dial .fill.bad,.dial .tick{stroke:CanvasText}
.er path,.er rect,.er circle{stroke:CanvasText}
.er-box{fill:Canvas}
.er-must{fill:CanvasText}
.er text,.dial text{fill:CanvasText}
.er-line text{stroke:Canvas}
}
`

export const pageStyle = `
:root{color-scheme:light dark;${variables('light')}}
@media (prefers-color-scheme:dark){:root{${variables('dark')}}}
${frame}${partStyle}${diagramStyle}${narrow}${print}${forced}`
