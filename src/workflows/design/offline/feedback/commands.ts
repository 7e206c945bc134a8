import type {
  AttributeType,
  ComponentType,
  DesignIntent,
} from '../../../../checks/design/intent.ts'
import type { AttributeFact } from '../read/facts.ts'

/** What a person asks for, read from a sentence but not yet held against an intent. */
export type Command =
  | { readonly do: 'rename'; readonly what: string; readonly to: string }
  | { readonly do: 'remove'; readonly what: string }
  | { readonly do: 'add-attribute'; readonly entity: string; readonly attribute: AttributeFact }
  | { readonly do: 'add-goal'; readonly text: string }
  | { readonly do: 'add-step'; readonly text: string; readonly flow: string; readonly place: Place }
  | { readonly do: 'require'; readonly what: string; readonly required: boolean }
  | {
      readonly do: 'retype'
      readonly what: string
      readonly type: AttributeType
      readonly note: string
    }
  | {
      readonly do: 'add-component'
      readonly name: string
      readonly type: ComponentType
      readonly on: string
      readonly description: string
    }
  | { readonly do: 'show'; readonly view: string; readonly what: string }
  | {
      readonly do: 'add-flow'
      readonly name: string
      readonly actor: string
      readonly steps: readonly string[]
    }
  | {
      readonly do: 'add-entity'
      readonly name: string
      readonly attributes: readonly AttributeFact[]
    }
  | { readonly do: 'describe'; readonly what: string; readonly text: string }
  | { readonly do: 'move'; readonly what: string; readonly to: string }
  | { readonly do: 'set-actor'; readonly flow: string; readonly actor: string }
  | {
      readonly do: 'react'
      readonly trigger: string
      readonly response: string
      readonly states: readonly string[]
    }
  | { readonly do: 'relate'; readonly text: string }

export type Place =
  | { readonly at: 'end' }
  | { readonly at: 'start' }
  | { readonly at: 'after' | 'before'; readonly step: string }

export type CommandOf<Name extends Command['do']> = Extract<Command, { do: Name }>

/** A change that was made, in words for the person who asked for it. */
export type Applied = { readonly intent: DesignIntent; readonly note: string }
