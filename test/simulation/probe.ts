import { runHistory } from './history.ts'
import { describeScript, scriptFor } from './script.ts'
const n = Number(process.argv[2] ?? 200),
  from = Number(process.argv[3] ?? 1)
const t = performance.now()
const ends: Record<string, number> = {},
  laws: Record<string, number> = {},
  events: Record<string, number> = {},
  crashed: Record<string, number> = {}
let shown = 0
for (let s = from; s < from + n; s++) {
  const told = await runHistory(scriptFor(s))
  ends[told.end] = (ends[told.end] ?? 0) + 1
  for (const e of told.events) events[e] = (events[e] ?? 0) + 1
  for (const c of told.crashedIn) crashed[c] = (crashed[c] ?? 0) + 1
  for (const v of told.violations) {
    laws[v.law] = (laws[v.law] ?? 0) + 1
    if (shown++ < 6) console.log(s, v.law, v.what.slice(0, 400), '\n', describeScript(scriptFor(s)))
  }
}
console.log(ends, laws, events, crashed, ((n / (performance.now() - t)) * 1000).toFixed(0) + '/s')
