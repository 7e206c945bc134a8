import { h } from '../h.ts'

interface FieldProps {
  id: string
  label: string
  type?: string
  hint?: string
  autocomplete?: string
  step?: string
}

export function Field({ id, label, type = 'text', hint, autocomplete, step }: FieldProps) {
  return (
    <div class="field">
      <label class="field__label" for={id}>
        {label}
      </label>
      <input
        class="field__input"
        id={id}
        name={id}
        type={type}
        autocomplete={autocomplete}
        step={step}
        aria-describedby={`${id}-note`}
        required
      />
      <p class="field__note" id={`${id}-note`}>
        {hint ?? ''}
      </p>
    </div>
  )
}

/** Shows at a field what is wrong with it; an empty text takes that away. */
export function setFieldError(form: HTMLFormElement, id: string, message: string): void {
  const input = form.querySelector<HTMLInputElement>(`#${id}`)
  const note = form.querySelector(`#${id}-note`)
  if (input === null || note === null) return
  input.setAttribute('aria-invalid', String(message !== ''))
  note.textContent = message
}
