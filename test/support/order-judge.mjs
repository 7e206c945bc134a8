// A judge on the public protocol that looks: a statement holds where the work exports what it speaks of.
let text = ''
for await (const chunk of process.stdin) text += chunk
const { input } = JSON.parse(text)
const verdicts = input.statements.map(({ id, statement }) => {
  const name = /\b(?:Add|add) (\w+)/.exec(`${statement}\n${input.task}`)?.[1] ?? ''
  const quote = new RegExp(`^export function ${name}\\b.*$`, 'm').exec(input.work)?.[0] ?? ''
  return {
    id,
    quote,
    reason: quote === '' ? `nothing exports ${name}` : `it exports ${name}`,
    verdict: quote === '' ? 'unmet' : 'met',
  }
})
process.stdout.write(JSON.stringify({ verdicts }))
