import { criticise } from '../src/checks/design/criticise.ts'
import type { DesignIntent } from '../src/checks/design/intent.ts'
import { validateIntent } from '../src/checks/design/read-intent.ts'

// How long the schema and the critic take: on 50 KB, and how that grows up to 5 MB. Judged by the
// processor time of the thread, since a busy machine stretches the clock; the clock is shown beside it.

const limitMs = 10
const mostGrowth = 1.6
const sizes = [50_000, 500_000, 1_000_000, 2_500_000, 5_000_000]

const kinds = ['view', 'container', 'control', 'data', 'control'] as const

/** A clean design of about the given size, made of many small booking desks. */
function designOf(bytes: number): DesignIntent {
  const desks = Math.max(1, Math.round(bytes / 1_830))
  const numbers = Array.from(
    { length: desks },
    (_, index) => `${names[index % names.length]}-${index}`,
  )
  return {
    schemaVersion: '1.0.0',
    featureId: 'many-desks',
    version: '1.0.0',
    title: 'Many desks',
    goals: ['Visitors book a seat at any desk of the fair', 'Nobody books a seat that is taken'],
    userFlows: numbers.map((desk) => ({
      id: `book-${desk}`,
      name: `Book a seat at ${desk}`,
      actor: 'Visitor',
      goal: `A seat at ${desk} is kept for the visitor`,
      steps: [
        {
          id: `${desk}-open`,
          action: `Opens the plan of ${desk} and picks a free seat`,
          componentIds: [`${desk}-view`, `${desk}-data`],
          entityIds: [`${desk}-seat`],
          outcome: `The seat of ${desk} is marked on the plan`,
        },
        {
          id: `${desk}-confirm`,
          action: `Confirms the seat at ${desk} with the button below the plan`,
          componentIds: [`${desk}-control`],
          entityIds: [`${desk}-seat`],
          outcome: `The seat of ${desk} is booked for the visitor`,
        },
      ],
    })),
    components: numbers.flatMap((desk) =>
      kinds.slice(0, 4).map((type) => ({
        id: `${desk}-${type}`,
        name: `${parts[type]} of ${desk}`,
        type,
        description: `${tasks[type]} of the desk ${desk} and of no other desk`,
        ...(type === 'view' && { children: [`${desk}-container`] }),
        ...(type === 'container' && { children: [`${desk}-control`, `${desk}-data`] }),
        ...(type === 'data' && { binds: [`${desk}-seat.row`, `${desk}-seat.number`] }),
      })),
    ),
    dataModel: {
      entities: numbers.map((desk) => ({
        id: `${desk}-seat`,
        name: `Seat at ${desk}`,
        attributes: [
          { name: 'id', type: 'string' as const, required: true },
          { name: 'row', type: 'number' as const, description: 'Counted from the door' },
          { name: `tableOf${desk}`, type: 'string' as const },
          { name: 'number', type: 'number' as const },
        ],
      })),
      relationships: numbers.slice(1).map((desk, index) => ({
        from: `${numbers[index] ?? desk}-seat`,
        to: `${desk}-seat`,
        cardinality: 'one-to-many' as const,
        description: 'Stands in front of it',
      })),
    },
    interactions: numbers.map((desk) => ({
      id: `press-${desk}`,
      trigger: `The visitor presses the button of ${desk}`,
      response: `The plan of ${desk} shows the seat as booked`,
      componentIds: [`${desk}-control`],
      states: ['free', 'held', 'booked'],
    })),
  }
}

const names = ['oak', 'elm', 'ash', 'fir', 'yew', 'birch', 'larch', 'alder']
const parts = {
  view: 'Plan',
  container: 'Frame',
  control: 'Booking button',
  data: 'Seat list',
  utility: '',
}
const tasks = {
  view: 'Shows every seat with its row and number',
  container: 'Groups the button and the list',
  control: 'Books the chosen seat',
  data: 'Lists the seats that are still free',
  utility: '',
}

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0

type Time = { readonly wall: number; readonly cpu: number }

function timed(value: unknown): Time {
  const [start, used] = [performance.now(), process.threadCpuUsage()]
  const read = validateIntent(value)
  if (!read.ok) throw new Error(JSON.stringify(read.error[0]))
  const { scorecard } = criticise(read.value.intent)
  const [wall, cpu] = [performance.now() - start, process.threadCpuUsage(used)]
  const [first] = Object.values(scorecard.dimensions).flatMap(({ findings }) => findings)
  if (first) throw new Error(`not a clean design: ${first.path} ${first.message}`)
  return { wall, cpu: (cpu.user + cpu.system) / 1_000 }
}

const rows = sizes.map((size) => {
  const text = JSON.stringify(designOf(size))
  const rounds = size <= 50_000 ? 100 : size < 1_000_000 ? 9 : 5
  const values = Array.from({ length: rounds }, (): unknown => JSON.parse(text))
  for (const value of values.slice(0, Math.ceil(rounds / 2))) timed(value)
  const times = values.map(timed)
  const [wall, cpu] = [
    median(times.map((time) => time.wall)),
    median(times.map((time) => time.cpu)),
  ]
  return { bytes: text.length, wall, cpu, perKilobyte: (1_000 * cpu) / text.length }
})

const base = rows[0]?.perKilobyte ?? 1
process.stdout.write('   bytes     ms cpu    ms wall   ms per KB   against 50 KB\n')
for (const { bytes, cpu, wall, perKilobyte } of rows)
  process.stdout.write(
    `${String(bytes).padStart(8)} ${cpu.toFixed(2).padStart(10)} ${wall.toFixed(2).padStart(10)} ${perKilobyte.toFixed(4).padStart(11)} ${(perKilobyte / base).toFixed(2).padStart(15)}\n`,
  )

const tooSlow = (rows[0]?.cpu ?? Infinity) > limitMs
const tooSteep = rows.some(({ perKilobyte }) => perKilobyte / base > mostGrowth)
process.stdout.write(
  `50 KB within ${limitMs} ms: ${tooSlow ? 'no' : 'yes'}; linear up to 5 MB (at most ${mostGrowth} times per byte): ${tooSteep ? 'no' : 'yes'}\n`,
)
process.exitCode = tooSlow || tooSteep ? 1 : 0
