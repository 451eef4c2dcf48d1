import type { EffectAnswer } from '@cellwright/domain/run';
import type { ResumeFrom } from '@cellwright/steps/engine';
import type { KeptProgress } from './stored-run.ts';

/** A request to continue a run: checked, and confirmed by a user. */
export interface ResumeOrder {
  readonly runID: string;
  readonly from: ResumeFrom;
  readonly progress: KeptProgress;
  readonly answers: readonly EffectAnswer[];
}
