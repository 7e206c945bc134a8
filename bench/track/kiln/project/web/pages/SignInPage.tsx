import { signIn } from '../api.ts'
import { Button, whileBusy } from '../components/Button.tsx'
import { Field, setFieldError } from '../components/Field.tsx'
import { toast } from '../components/Toast.tsx'
import { h } from '../h.ts'
import { goTo } from '../navigate.ts'

async function submit(event: SubmitEvent): Promise<void> {
  event.preventDefault()
  const form = event.currentTarget
  const button = event.submitter
  if (!(form instanceof HTMLFormElement) || !(button instanceof HTMLButtonElement)) return
  const data = new FormData(form)
  await whileBusy(button, async () => {
    const answer = await signIn(String(data.get('email')), String(data.get('password')))
    if (answer.ok) return goTo('/shelf')
    setFieldError(form, 'password', answer.message)
    toast('error', answer.message)
  })
}

export function SignInPage() {
  return (
    <section class="section section--narrow">
      <h1>Sign in</h1>
      <form class="form" onSubmit={(event: SubmitEvent) => void submit(event)}>
        <Field id="email" label="Email address" type="email" autocomplete="email" />
        <Field id="password" label="Password" type="password" autocomplete="current-password" />
        <Button type="submit">Sign in</Button>
      </form>
    </section>
  )
}
