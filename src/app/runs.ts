import type { House } from '../app.ts'

/** The runs of one workflow, as far as finding one of them needs it. */
export type Runs = {
  /** What a person calls one of them. */
  readonly noun: string
  names(house: House): Promise<readonly string[]>
  /** Those that may be meant where none is named: at work, or waiting for a person. */
  meant(house: House): Promise<readonly string[]>
}
