import type { MovePlan, MoveRequest } from '../domain/move/request.ts';

/** What travels to a planning thread, and back. */
export interface PlanTask {
  readonly id: number;
  readonly request: MoveRequest;
}

export type PlanReply =
  | { readonly ready: true }
  | { readonly id: number; readonly plan: MovePlan }
  | { readonly id: number; readonly error: string };
