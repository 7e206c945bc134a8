import { defineConfig } from 'vite'

export default defineConfig({
  cacheDir: '.cache/vite',
  oxc: { jsx: { runtime: 'classic', pragma: 'h' } },
  build: { outDir: 'dist' },
})
