import type { Pass } from '../evaluation.ts'
import type { TrackFacts } from '../facts.ts'
export const evaluateCodeQuality = async (_facts: TrackFacts): Promise<readonly Pass[]> => []
