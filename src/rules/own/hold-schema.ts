import { Ajv, type ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as formats from 'ajv-formats'
import { pointerParts } from '../../kit/parse.ts'
import type { Place } from '../../model/finding.ts'
import type { Data } from './data.ts'

type Complaint = { readonly message: string; readonly place: Place }

/** Compiles a JSON Schema: draft 2020-12, or an older one that names itself. It throws where the schema is none. */
export function compileSchema(
  schema: Readonly<Record<string, unknown>>,
): (data: Data) => readonly Complaint[] {
  const isOld = /draft-0[4-7]/.test(String(schema['$schema']))
  const options = { allErrors: true, strict: false, validateFormats: true } as const
  const ajv = isOld ? new Ajv(options) : new Ajv2020(options)
  formats.default.default(ajv)
  const validate = ajv.compile(schema)
  return (data) => {
    if (validate(data.value)) return []
    return (validate.errors ?? []).map((error) => ({
      message: `${error.instancePath} ${messageOf(error)}`.trim(),
      place: {
        ...data.placeOf(keysIn(error.instancePath, data.value)),
        pointer: error.instancePath,
      },
    }))
  }
}

function messageOf({ message = 'is not what the schema asks for', params, keyword }: ErrorObject) {
  const name: unknown = params['additionalProperty'] ?? params['unevaluatedProperty']
  const values: unknown = params['allowedValues'] ?? params['allowedValue']
  if (typeof name === 'string') return `${message}: ${name}`
  return keyword === 'enum' || keyword === 'const'
    ? `${message}: ${JSON.stringify(values)}`
    : message
}

/** The keys of a pointer as they are written in the data: places of lists are numbers. */
function keysIn(pointer: string, value: unknown): readonly (string | number)[] {
  let here = value
  return pointerParts(pointer).map((part) => {
    const key = Array.isArray(here) ? Number(part) : part
    here = typeof here === 'object' && here !== null ? Reflect.get(here, key) : undefined
    return key
  })
}
