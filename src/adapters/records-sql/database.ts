/** A value as a driver takes it. Lists are only given to databases that have them. */
export type Value = string | number | null | boolean | readonly string[]
export type Row = Readonly<Record<string, unknown>>

/** Where SQL is run. Values stand as $1, $2 … in it. */
export type Session = {
  readonly dialect: Dialect
  all(sql: string, values?: readonly Value[]): Promise<readonly Row[]>
  /** Rows one by one, as lists in the order of their columns; they are not held. */
  each(
    sql: string,
    values: readonly Value[],
    take: (row: readonly unknown[]) => void,
  ): Promise<void>
  /** Several statements without values, as migrations have them. */
  script(sql: string): Promise<void>
}

export type Database = Session & {
  /** Everything or nothing. The session inside is the only one to use until it ends. */
  transaction<Outcome>(work: (session: Session) => Promise<Outcome>): Promise<Outcome>
  close(): Promise<void>
}

/** The few things in which the databases differ. */
export type Dialect = {
  readonly name: 'sqlite' | 'postgres'
  /** The type of a column as a migration names it. */
  columnType(kind: ColumnKind, column: string, precision: string): string
  /** Said of a table whose rows lie in the order of their key. */
  readonly clustered: string
  readonly castTo: Readonly<Record<'uuid' | 'decimal' | 'time', string>>
  /** The condition that a list holds a text, which stands as `?`. */
  contains(list: string): string
  /** What a driver is given for a value of that kind. */
  encodeFlag(flag: boolean): Value
  encodeTexts(texts: readonly string[]): Value
  /** A value as it came from the driver. */
  decode(kind: ColumnKind | undefined, value: unknown): unknown
  /** One at a time for the rest of the transaction; nothing where all writers take turns anyway. */
  lock(session: Session, name: string): Promise<void>
}

export type ColumnKind = 'uuid' | 'time' | 'flag' | 'json' | 'texts' | 'decimal' | 'serial'
