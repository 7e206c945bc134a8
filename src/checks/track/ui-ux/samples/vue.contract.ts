import type { Files } from './track-facts.contract.ts'

/** Vue components with Sass. */
export const vue: Files = {
  'src/assets/_variables.scss': `// the palette of the brand
$primary: #1d5c8f;
$primary-dark: #16466d;
$ink: #17212b;
$danger: #a3231b;
$space: 8px;
$space-lg: 24px;
$radius: 6px;
$font-size-sm: 14px;
`,
  'src/components/BaseButton.vue': `<script setup lang="ts">
defineProps<{ isBusy?: boolean }>()
</script>

<template>
  <button class="base-button" :disabled="isBusy" :aria-busy="isBusy">
    <slot />
  </button>
</template>

<style scoped lang="scss">
@use '../assets/variables' as *;

.base-button {
  min-height: 44px;
  padding: $space $space-lg;
  border: 0;
  border-radius: $radius;
  background: $primary;
  color: white;
  transition: background-color 150ms;

  &:hover {
    background: $primary-dark;
  }
  &:focus-visible {
    outline: 3px solid $ink;
  }
  &:disabled {
    opacity: 0.6;
  }
}
</style>
`,
  'src/views/ContactView.vue': `<script setup lang="ts">
import { ref } from 'vue'
import BaseButton from '../components/BaseButton.vue'

const email = ref('')
const error = ref('')
const isSending = ref(false)

async function send() {
  error.value = email.value.includes('@') ? '' : 'Enter an address such as name@example.org.'
  if (error.value !== '') return
  isSending.value = true
  await fetch('/api/contact', { method: 'POST', body: email.value })
  isSending.value = false
}
</script>

<template>
  <main class="contact">
    <h1>Write to us</h1>
    <p>We answer within a day.</p>
    <form novalidate @submit.prevent="send">
      <label for="email">Your email</label>
      <input id="email" v-model="email" type="email" required :aria-invalid="error !== ''" />
      <p v-if="error" role="alert" class="error">{{ error }}</p>
      <BaseButton :is-busy="isSending">Send the message</BaseButton>
    </form>
  </main>
</template>

<style scoped lang="scss">
@use '../assets/variables' as *;

.contact {
  max-width: 640px;
  margin: 0 auto;
  padding: $space-lg;
}
input {
  min-height: 44px;
  border: 1px solid $ink;
  border-radius: $radius;
}
.error {
  color: $danger;
  font-size: $font-size-sm;
}
</style>
`,
}
