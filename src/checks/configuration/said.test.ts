import { describe, expect, test } from 'vitest'
import { examFrom, examine } from '../../obligations/exam.ts'
import { verdictOf } from '../../obligations/verdict.ts'
import { openConfigurationExaminer } from './exam.ts'

const tanks = `
log_level = "info" # the alarm is silent, and there are 7 pumps
[alarm]
max_temperature_difference = 1.5
scheme = "http"
[tanks.reef]
litres = 450
temperature = 25.5
lights = true
feeding = "08:30"
[tanks.quarantine]
litres = 60
temperature = 26
lights = false
`
const verdict = async (task: string, text: string, path: string) => {
  const examiner = await openConfigurationExaminer({ path, text, task })
  const exam = examFrom(task, 'task', examiner.vocabulary)
  return verdictOf(await examine(exam, examiner, 'x')).verdict
}
const ofTanks = (task: string) => verdict(`It has \`tanks\`.\n\n${task}`, tanks, 'tanks.toml')

describe('a sentence about settings that no form has read', () => {
  test.each([
    'Two tanks, `reef` and `quarantine`.',
    'The reef tank holds 450 litres, is kept at 25.5 °C and has its lights on.',
    'The quarantine tank holds 60 litres at 26 degrees and has no lights.',
    'Feeding of the reef tank is at 08:30.',
    'An alarm is sent when the temperature differs by more than 1.5 degrees.',
    'Log level is info.',
    'Litres: reef 450, quarantine 60.',
    'The log level is info and the reef tank holds 450 litres.',
  ])('is met where settings say each clause: %s', async (task) => {
    expect(await ofTanks(task)).toBe('accepted')
  })

  test.each([
    // another number, another unit, another part, another key
    'The reef tank holds 500 litres.',
    'The reef tank holds 450 gallons.',
    'The reef tank holds 60 litres.',
    'The reef tank holds 450 litres and is kept at 26 °C.',
    'The quarantine tank has its lights on.',
    'The reef tank has no lights.',
    'The reef tank weighs 450 kilograms.',
    'Feeding of the reef tank is at 09:30.',
    'Three tanks, `reef` and `quarantine`.',
    'An alarm is sent over https.',
    'Log level is debug.',
    'Litres: reef 60, quarantine 450.',
    // what a comment says is not set
    'The alarm is silent.',
    'There are 7 pumps.',
    // what holds for all is not shown by one
    'Every tank has its lights on.',
    'All tanks hold 450 litres.',
  ])('is not met where they say something else: %s', async (task) => {
    expect(await ofTanks(task)).not.toBe('accepted')
  })

  const timer =
    '[Timer]\nOnCalendar=*-*-* 02:30:00\nPersistent=true\nRandomizedDelaySec=10min\nUnit=a.service\n'
  const nginx =
    'server {\n listen 443 ssl;\n client_max_body_size 8m;\n location /shop/ {\n proxy_pass http://127.0.0.1:5000;\n proxy_set_header Host $host;\n }\n location /i/ {\n expires 30d;\n }\n}\n'
  const unit =
    '[Service]\nExecStart=/bin/x\nRestart=on-failure\nRestartSec=5\nProtectSystem=strict\nReadWritePaths=/var/lib/x\n'
  const bot =
    'version: 2\nupdates:\n  - package-ecosystem: npm\n    directory: /\n    schedule: { interval: weekly, day: monday }\n    open-pull-requests-limit: 5\n  - package-ecosystem: docker\n    directory: /\n    schedule: { interval: monthly }\n'
  const flow =
    'on: push\npermissions: { contents: read }\nconcurrency: { group: a, cancel-in-progress: true }\njobs:\n  a:\n    runs-on: ubuntu-latest\n    timeout-minutes: 15\n    steps: [{ run: make }]\n'

  test.each([
    [
      'a.timer',
      timer,
      'It catches up after a missed run.',
      'Spread the start by up to ten minutes.',
    ],
    [
      'a.service',
      unit,
      'It is restarted five seconds after a crash.',
      'It may write nowhere but /var/lib/x.',
    ],
    ['nginx.conf', nginx, 'Uploads are limited to 8 MB.', 'Directory listings stay off.'],
    [
      'nginx.conf',
      nginx,
      'Requests to /shop/ go to 127.0.0.1:5000.',
      'Images are cached for 30 days.',
    ],
    [
      'dependabot.yml',
      bot,
      'Weekly updates for npm, on Mondays.',
      'At most five open pull requests.',
    ],
    [
      '.github/workflows/a.yml',
      flow,
      'Jobs may not run longer than 15 minutes.',
      'A newer run cancels an older one.',
    ],
    [
      '.github/workflows/a.yml',
      flow,
      'The token gets read access only.',
      'Jobs run at most 20 minutes.',
    ],
  ])('the words of its kind are read: %s', async (path, text, ...tasks) => {
    for (const task of tasks)
      expect([task, await verdict(task, text, path)]).toEqual([task, 'accepted'])
  })

  test.each([
    ['a.timer', timer.replace('true', 'false'), 'It catches up after a missed run.'],
    ['a.timer', timer, 'Spread the start by up to five minutes.'],
    [
      'a.service',
      unit.replace('RestartSec=5', 'RestartSec=50'),
      'It is restarted five seconds after a crash.',
    ],
    ['a.service', unit.replace('on-failure', 'no'), 'It is restarted five seconds after a crash.'],
    ['a.service', unit.replace('strict', 'true'), 'It may write nowhere but /var/lib/x.'],
    [
      'a.service',
      unit.replace('/var/lib/x', '/var/lib/x /etc'),
      'It may write nowhere but /var/lib/x.',
    ],
    ['nginx.conf', nginx, 'Uploads are limited to 2 MB.'],
    ['nginx.conf', nginx.replace('listen', 'autoindex on; listen'), 'Directory listings stay off.'],
    ['nginx.conf', nginx, 'Requests to /shop/ go to 127.0.0.1:4000.'],
    ['nginx.conf', nginx, 'Images are cached for 3 days.'],
    ['dependabot.yml', bot, 'Weekly updates for docker.'],
    ['dependabot.yml', bot, 'Monthly updates for npm.'],
    ['dependabot.yml', bot, 'At most four open pull requests.'],
    ['.github/workflows/a.yml', flow, 'Jobs may not run longer than 10 minutes.'],
    ['.github/workflows/a.yml', flow.replace('read', 'write'), 'The token gets read access only.'],
    [
      '.github/workflows/a.yml',
      flow.replace(': true', ': false'),
      'A newer run cancels an older one.',
    ],
  ])('and what is set otherwise is not met: %s', async (path, text, task) => {
    expect(await verdict(task, text, path)).not.toBe('accepted')
  })
})
