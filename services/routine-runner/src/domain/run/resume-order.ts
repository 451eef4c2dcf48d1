import type { EffectAnswer } from '@cellwright/domain';
import type { ResumeFrom } from '@cellwright/steps/engine';
import type { KeptProgress } from './stored-run.ts';

/** A run that another one goes on with: checked, and answered by a person. */
export interface ResumeOrder {
  readonly runID: string;
  readonly from: ResumeFrom;
  readonly progress: KeptProgress;
  readonly answers: readonly EffectAnswer[];
}
