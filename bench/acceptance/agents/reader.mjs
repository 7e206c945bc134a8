// An honest reader without a model: each sentence is one obligation, in its own words.
import { text } from 'node:stream/consumers'

const { input } = JSON.parse(await text(process.stdin))
const sentences = input.sentences.map(({ id, text: sentence }) => ({
  id,
  obligations: [{ quote: sentence, statement: sentence, weight: 'must' }],
}))
process.stdout.write(JSON.stringify({ sentences }))
