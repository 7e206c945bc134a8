import { fencedBlocks } from '../fenced-blocks.ts'
import type { Subject } from '../check.ts'
import { regexSamples } from './sample.ts'

const longLine = 'lorem ipsum dolor sit amet '.repeat(40)

/** Artifacts that ought to fail a sensible command, the cheapest and most telling first. */
export async function* damagedVariants(
  command: string,
  subject: Pick<Subject, 'artifact' | 'task'>,
): AsyncGenerator<string> {
  const { artifact, task } = subject
  yield ''
  yield artifact.slice(0, Math.floor(artifact.length / 2))
  yield garbled(artifact)
  yield withBrokenFences(artifact)
  yield shuffled(artifact.split('\n')).join('\n')

  const wanted = await wordsOf(command)
  const texts = [task.prompt, task.ideal_result]
    .flatMap((text) => text.split(/[\n.;:,]/))
    .slice(0, 200)
  for (const plants of [wanted, typicalFaults, texts]) {
    yield planted(artifact, plants)
    yield plants.join('\n')
  }
  yield `${artifact}\n${artifact}`
  yield `${artifact}\n${longLine}\n`.repeat(30).slice(0, 400_000)
  yield artifact.replaceAll('\n', '\r\n')
  yield 'lorem ipsum dolor sit amet\n'
}

// written in halves, so that scanners of this repository do not take them for real ones
const fakeKeys = [
  ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMIK7', 'MDENGbPxRfiCYEXAMPLEKEY'],
  ['api_key: sk-', 'abcdefghijklmnopqrstuvwxyz012345'],
  ['AKIA', 'IOSFODNN7EXAMPLE'],
  ['-----BEGIN RSA PRIVATE', ' KEY-----'],
].map((halves) => halves.join(''))

/** Things that rules typically forbid. */
const typicalFaults = [
  'TODO: finish this later',
  'FIXME XXX HACK TBD lorem ipsum placeholder changeme',
  'password = "hunter2hunter2"',
  ...fakeKeys,
  '<<<<<<< HEAD',
  'const x: any = eval(input); console.log(x); debugger; var y = 1 == "1"',
  'http://example.com/insecure [broken](./no-such-file.md) ![](missing.png)',
  'trailing blanks   ',
  '\ttab and \u00e9 and \u{1F600} and \u0007',
  '# Title\n# Title\n#### Skipped',
  'As an AI language model, I cannot',
  '{ "unclosed": [',
  '): broken syntax ((',
]

/** The words and quoted texts of a command, and texts that its patterns would find. */
async function wordsOf(command: string): Promise<readonly string[]> {
  const quoted = [...command.matchAll(/'([^']{1,300})'|"([^"]{1,300})"/g)].map(
    ([, single, double]) => single ?? double ?? '',
  )
  const bare = command.split(/[\s'"|&;()<>]+/).filter((word) => word.length > 1)
  const patterns = [...quoted, ...bare].slice(0, 60)
  const samples: string[] = []
  for (const pattern of patterns) samples.push(...(await regexSamples(pattern, '')).slice(0, 3))
  return [...new Set([...quoted, ...bare, ...samples])].slice(0, 400)
}

/** The texts put at the end of the artifact and of each of its code blocks. */
function planted(artifact: string, plants: readonly string[]): string {
  const text = plants.join('\n')
  const ends = fencedBlocks(artifact)
    .slice(0, 50)
    .map((block) => block.end)
  const grown = ends.reduceRight(
    (whole, end) => `${whole.slice(0, end)}${text}\n${whole.slice(end)}`,
    artifact,
  )
  return `${text}\n${grown}\n${text}\n`
}

// every letter moves on by thirteen: the shape stays, the words go
const garbled = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })

const withBrokenFences = (text: string): string =>
  text.replace(/^( {0,3})(`{3,}|~{3,}).*$/gm, '$1(unclosed "block')

function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  const result = [...items]
  let seed = 11
  for (let index = result.length - 1; index > 0; index--) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    const other = Math.floor(seed / 65_536) % (index + 1)
    const held = result[index]
    const swapped = result[other]
    if (held === undefined || swapped === undefined) continue
    result[index] = swapped
    result[other] = held
  }
  return result
}
