import type { ArmModel } from '@cellwright/arm';
import type { PlanningScene } from '@cellwright/domain';
import type { MovePlan } from '../domain/move/request.ts';
import type { PlanningJob } from '../domain/task.ts';

/** What travels to a planning thread, and back. A scene travels when the thread has another one. */
export type ToThread = { readonly scene: PlanningScene | undefined } | { readonly job: PlanningJob };

export type PlanReply = { readonly ready: true } | { readonly plan: MovePlan } | { readonly error: string };

/** What a thread starts with: its arm, and a shared cell that is set to 1 when the plan it works on is no longer wanted. */
export interface ThreadData {
  readonly arm: ArmModel;
  readonly cancelled: SharedArrayBuffer;
}
