import { start } from './src/server/start.ts'

start(process.env)
