import { type EffectAnswer, type Resumption, resumeMessages, resumptionSchema } from '@cellwright/domain';
import type { Http } from '../http.ts';

/** How a robot's last run is gone on with after a crash, a failure or a stop. */
export interface ResumeCalls {
  /** @throws ProductError `not_found` where another run came since, or nothing is kept. */
  resumption(runID: string, signal?: AbortSignal): Promise<Resumption>;
  /** Starts a new run. @throws ProductError `cannot_play_routine` with what is missing, or in the way. */
  resume(
    runID: string,
    order: { readonly answers: readonly EffectAnswer[]; readonly fromStepID?: string | undefined },
  ): Promise<{ runID: string }>;
  /** Forgets what is kept to go on with it. */
  giveUp(runID: string): Promise<void>;
}

export function createResumeCalls(http: Http): ResumeCalls {
  const at = (runID: string, what: string) => `/api/v1/cell/runs/${encodeURIComponent(runID)}/${what}`;
  return {
    resumption: (runID, signal) => http.request('GET', at(runID, 'resumption'), { schema: resumptionSchema, signal }),
    resume: (runID, order) =>
      http.request('POST', at(runID, 'resume'), { schema: resumeMessages.resumeRun.result, body: order }),
    async giveUp(runID) {
      await http.request('DELETE', at(runID, 'resumption'), { schema: resumeMessages.giveUpRun.result });
    },
  };
}
