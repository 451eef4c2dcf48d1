import {
  type Replay,
  type ReplayMoment,
  type ReplayRecord,
  replayMomentSchema,
  replayRecordSchema,
  replaySchema,
} from '@cellwright/domain';
import type { Http } from '../http.ts';

/** What was recorded of runs. @throws ProductError `not_found` where nothing was, or it is forgotten. */
export interface ReplayCalls {
  /** Its parts. */
  replay(runID: string, signal?: AbortSignal): Promise<Replay>;
  replayRecord(runID: string, index: number, signal?: AbortSignal): Promise<ReplayRecord>;
  /** The run at an instant, seconds since it began. For many instants, a player asks for each part once. */
  replayMoment(runID: string, seconds: number, signal?: AbortSignal): Promise<ReplayMoment>;
}

export function createReplayCalls(http: Http): ReplayCalls {
  const at = (runID: string) => `/api/v1/cell/runs/${encodeURIComponent(runID)}/replay`;
  return {
    replay: (runID, signal) => http.request('GET', at(runID), { schema: replaySchema, signal }),
    replayRecord: (runID, index, signal) =>
      http.request('GET', `${at(runID)}/parts/${index}`, { schema: replayRecordSchema, signal }),
    replayMoment: (runID, seconds, signal) =>
      http.request('GET', `${at(runID)}/moment`, { schema: replayMomentSchema, query: { seconds }, signal }),
  };
}
