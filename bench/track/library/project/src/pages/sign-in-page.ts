import { layout } from './layout.ts'

export const signInPage = (): string =>
  layout({
    title: 'Sign in',
    script: 'sign-in.js',
    main: `<h1>Sign in with your card</h1>
<form class="form" id="sign-in" novalidate>
<div class="field">
<label class="field__label" for="email">Email address</label>
<input class="field__input" id="email" name="email" type="email" autocomplete="email" required aria-describedby="sign-in-error">
</div>
<div class="field">
<label class="field__label" for="pin">PIN</label>
<input class="field__input" id="pin" name="pin" type="password" inputmode="numeric" autocomplete="current-password" required aria-describedby="sign-in-error">
</div>
<p class="error" id="sign-in-error" role="alert" hidden></p>
<button class="button" type="submit">Sign in</button>
</form>`,
  })
