import { addItems, addMember, fixOf, replaceValue } from './edit.ts'
import { issue, type Issue, type Spec } from './spec.ts'
import { isMap, mapOf, pointerOf } from './json.ts'
import type { JsonMap } from './json.ts'
import { componentsOf, operationsOf } from './operations.ts'
import type { Operation, Parameter } from './operations.ts'

/** Path templates and declared parameters agree, and each parameter can be sent. */
export function parameterIssues(spec: Spec): readonly Issue[] {
  const seen = new Set<string>()
  return operationsOf(spec).flatMap((operation) => [
    ...templateIssues(spec, operation),
    ...operation.parameters.flatMap((parameter) => {
      if (seen.has(parameter.pointer)) return []
      seen.add(parameter.pointer)
      return ownIssues(spec, parameter)
    }),
  ])
}

const templated = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)

/** Declares parameters as other operations do; where none does, nobody here knows their type. */
function declareFix(
  spec: Spec,
  { value, pointer }: Operation,
  names: readonly string[],
): Pick<Issue, 'fix'> {
  const known = names.map((name) => knownParameter(spec, name))
  const parameters = known.filter((one) => one !== null)
  if (parameters.length < names.length) return {}
  return fixOf(`Declare {${names.join('}, {')}}`, [
    value['parameters'] === undefined
      ? addMember(spec, pointer, ['parameters', parameters])
      : addItems(spec, `${pointer}/parameters`, parameters),
  ])
}

function knownParameter(spec: Spec, name: string): JsonMap | null {
  const shared = componentsOf(spec, 'parameters').find(
    ({ value }) => mapOf(value)['name'] === name && mapOf(value)['in'] === 'path',
  )
  if (shared) return { $ref: `#${shared.pointer}` }
  const used = operationsOf(spec).flatMap(({ parameters }) =>
    parameters.filter((one) => one.in === 'path' && one.name === name),
  )
  return used[0]?.value ?? null
}

function templateIssues(spec: Spec, operation: Operation): readonly Issue[] {
  const wanted = templated(operation.path)
  const declared = operation.parameters.filter((one) => one.in === 'path')
  const twice = wanted.filter((name, index) => wanted.indexOf(name) < index)
  const list = `${operation.pointer}/parameters`
  const bare = operation.value['parameters'] === undefined
  const undeclared = wanted.filter((name) => !declared.some((one) => one.name === name))
  return [
    ...undeclared.map((name, index) => ({
      pointer: bare ? operation.pointer : list,
      message: `${operation.label} does not declare the path parameter {${name}}`,
      certain: true as const,
      ...(bare && index > 0 ? {} : declareFix(spec, operation, bare ? undeclared : [name])),
    })),
    ...declared
      .filter(({ name }) => !wanted.includes(name))
      .map(({ name, used }) =>
        issue(used, `The path parameter "${name}" is not in the path ${operation.path}`),
      ),
    ...twice.map((name) =>
      issue(pointerOf('paths', operation.path), `The path names {${name}} twice`),
    ),
    ...(/\{[^}]*$|^[^{]*\}|\{\}/.test(operation.path)
      ? [issue(pointerOf('paths', operation.path), 'The braces of the path do not match')]
      : []),
  ]
}

const styles: Readonly<Record<string, RegExp>> = {
  path: /^(?:simple|label|matrix)$/,
  query: /^(?:form|spaceDelimited|pipeDelimited|deepObject)$/,
  header: /^simple$/,
  cookie: /^(?:form|cookie)$/,
}

function ownIssues(spec: Spec, { name, in: where, value, pointer }: Parameter): readonly Issue[] {
  const issues: Issue[] = []
  if (where === 'path' && value['required'] !== true)
    issues.push(
      issue(
        pointer,
        `The path parameter "${name}" must be required`,
        fixOf(`Require ${name}`, [
          value['required'] === undefined
            ? addMember(spec, pointer, ['required', true], 'last')
            : replaceValue(spec, `${pointer}/required`, true),
        ]),
      ),
    )
  if (where !== '' && !Object.hasOwn(styles, where) && where !== 'querystring')
    issues.push(issue(`${pointer}/in`, `"${where}" is no place for a parameter`))
  const { schema, content, style, required } = value
  if (schema === undefined && content === undefined)
    issues.push(issue(pointer, `The parameter "${name}" has no schema`))
  if (schema !== undefined && content !== undefined)
    issues.push(issue(pointer, `The parameter "${name}" has both schema and content`))
  if (isMap(content) && Object.keys(content).length !== 1)
    issues.push(issue(`${pointer}/content`, 'The content of a parameter has one media type'))
  if (typeof style === 'string' && styles[where]?.test(style) === false)
    issues.push(issue(`${pointer}/style`, `The style "${style}" does not fit a ${where} parameter`))
  if (required === true && mapOf(schema)['default'] !== undefined)
    issues.push(
      issue(`${pointer}/schema/default`, `"${name}" is required, so its default is never used`),
    )
  if (where === 'header' && /^(?:accept|content-type)$/i.test(name))
    issues.push(
      issue(pointer, `The header ${name} is described by the media types, not by a parameter`),
    )
  if (name === '' && value['name'] !== undefined)
    issues.push(issue(`${pointer}/name`, 'The parameter has no name'))
  return issues
}
