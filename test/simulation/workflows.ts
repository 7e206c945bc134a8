import { announceLevel } from './announce.ts'
import { designByChance } from './design.ts'
import { ganByChance, wholeGan } from './gan.ts'
import { improveByChance } from './improve.ts'
import { orderByChance } from './order.ts'
import { reflexByChance, wholeReflex } from './reflex.ts'
import { anySimulated, type AnySimulated } from './scene.ts'
import { simulatedTrack } from './track.ts'

/** Every workflow that exists takes part. A new one joins by a line here. */
export const levels: Readonly<Record<string, AnySimulated>> = {
  app: anySimulated(wholeReflex),
  'gan-app': anySimulated(wholeGan),
  reflex: anySimulated(reflexByChance),
  design: anySimulated(designByChance),
  gan: anySimulated(ganByChance),
  workorder: anySimulated(orderByChance),
  track: anySimulated(simulatedTrack),
  improve: anySimulated(improveByChance),
  announce: anySimulated(announceLevel),
}
