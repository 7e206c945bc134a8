import { type Attributes, attributes, html, type Html } from '../views/html.ts'

type FieldProps = {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly error?: string
}

type InputProps = FieldProps & { readonly extra?: Attributes }

/** A field says what is wrong below itself; the line for it is always there, so that nothing jumps. */
export const Input = ({ id, label, hint, error, extra = {} }: InputProps): Html => {
  const all = attributes({
    id,
    name: id,
    class: 'input',
    'aria-describedby': describedBy({ id, hint }),
    'aria-invalid': error === undefined ? undefined : 'true',
    ...extra,
  })
  return Field({ id, label, hint, error }, html`<input${all}>`)
}

type SelectProps = FieldProps & {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly selected: string
}

export const Select = ({ options, selected, ...field }: SelectProps): Html => {
  const { id } = field
  const all = attributes({ id, name: id, class: 'input', 'aria-describedby': describedBy(field) })
  return Field(
    field,
    html`<select${all}>
      ${options.map(
        ({ value, label }) =>
          html`<option${attributes({ value, selected: value === selected })}>${label}</option>`,
      )}
    </select>`,
  )
}

const Field = ({ id, label, hint, error }: FieldProps, control: Html): Html => html`
  <div class="field">
    <label class="label" for="${id}">${label}</label>
    ${hint === undefined ? null : html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${control}
    <p class="field-error" id="${id}-error" aria-live="polite">${error}</p>
  </div>`

const describedBy = ({ id, hint }: Pick<FieldProps, 'id' | 'hint'>): string =>
  hint === undefined ? `${id}-error` : `${id}-hint ${id}-error`
