import type { Dimension, Scorecard } from '../../../checks/design/critique.ts'
import { counted } from '../../../model/counted.ts'
import { figure, html, type Html } from './escape.ts'
import { icon } from './icons.ts'
import { dimensions } from './remarks.ts'

/** The overall score against its threshold, and the five dimensions it is made of. */
export function scorePanel(scorecard: Scorecard | null, threshold: number): Html {
  if (scorecard === null)
    return html`<section class="score" aria-labelledby="score">
      <h2 id="score">Score</h2>
      <p class="verdict">
        ${icon('info')}This design has not been scored yet. The threshold is ${figure(threshold)}.
      </p>
    </section>`
  const passed = scorecard.overallScore >= threshold
  return html`<section class="score" aria-labelledby="score">
    <h2 id="score">Score</h2>
    <div class="overall">
      ${dial(scorecard.overallScore, threshold, passed)}
      <div>
        <p class="verdict ${passed ? 'good' : 'bad'}">
          ${icon(passed ? 'good' : 'error')}${passed ? 'Meets the threshold' : 'Below the threshold'}
        </p>
        <p class="muted">
          ${figure(scorecard.overallScore)} of 100; at least ${figure(threshold)} needed
        </p>
      </div>
    </div>
    <dl class="dimensions">${dimensions.map((each) => bar(scorecard, each))}</dl>
  </section>`
}

/** A ring that fills with the score; the tick is the threshold. */
function dial(score: number, threshold: number, passed: boolean): Html {
  const filled = share(score)
  return html`<svg class="dial" viewBox="0 0 120 120" role="img" aria-labelledby="dial-title">
    <title id="dial-title">
      Overall score ${figure(score)} of 100, threshold ${figure(threshold)}
    </title>
    <circle class="track" cx="60" cy="60" r="50" pathLength="100" />
    <circle
      class="${passed ? 'fill good' : 'fill bad'}"
      cx="60"
      cy="60"
      r="50"
      pathLength="100"
      stroke-dasharray="${filled} 100"
      transform="rotate(-90 60 60)"
    />
    <path class="tick" d="M60 1v18" transform="rotate(${figure(share(threshold) * 3.6)} 60 60)" />
    <text x="60" y="68" text-anchor="middle">${figure(score)}</text>
  </svg>`
}

function bar(scorecard: Scorecard, [dimension, name]: readonly [Dimension, string]): Html {
  const { score, weight, findings } = scorecard.dimensions[dimension]
  return html`<div>
    <dt>${name} <span class="muted">${figure(weight)} %</span></dt>
    <dd>
      <span class="rail"><span style="inline-size:${share(score)}%"></span></span
      ><span class="figure">${figure(score)}</span
      ><span class="muted"
        >${findings.length === 0 ? 'no findings' : counted(findings.length, 'finding')}</span
      >
    </dd>
  </div>`
}

/** A percentage that can be drawn, whatever number it was. */
const share = (value: number): number =>
  Number.isFinite(value) ? Math.round(Math.min(100, Math.max(0, value)) * 100) / 100 : 0
