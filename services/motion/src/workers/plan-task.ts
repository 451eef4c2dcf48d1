import type { ArmModel } from '@cellwright/arm';
import type { PlanningScene } from '@cellwright/domain/space';
import type { MovePlan } from '../domain/move/request.ts';
import type { PlanningJob } from '../domain/task.ts';

/** Messages to and from a planning thread. A scene is sent only when it changed. */
export type ToThread = { readonly scene: PlanningScene | undefined } | { readonly job: PlanningJob };

export type PlanReply = { readonly ready: true } | { readonly plan: MovePlan } | { readonly error: string };

/** Initial data of a thread: its arm, and a shared cell that is set to 1 when its current plan is cancelled. */
export interface ThreadData {
  readonly arm: ArmModel;
  readonly cancelled: SharedArrayBuffer;
}
