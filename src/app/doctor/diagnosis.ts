/** One thing that was looked at. `missing` is needed and not there; `lacking` is optional or not quite right. */
export type Diagnosis = {
  readonly group: 'machine' | 'workspace' | 'agents' | 'runs'
  readonly name: string
  readonly state: 'ok' | 'lacking' | 'missing'
  readonly detail: string
  readonly remedy?: string
}

export type Patient = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly version: string
  /** Only then is a model asked over the network. */
  readonly online: boolean
}
