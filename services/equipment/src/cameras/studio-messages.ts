import type { ArmView, PlanningScene } from '@cellwright/domain';
import type { PhotoShot } from '@cellwright/equipment/sims';

/** One picture, asked of the thread. */
export interface PictureRequest {
  readonly id: number;
  readonly shot: PhotoShot;
  readonly arm: ArmView;
  /** Absent if it is the one of the request before. */
  readonly scene?: PlanningScene | undefined;
}

export type PictureReply =
  | { readonly id: number; readonly jpeg: Uint8Array }
  | { readonly id: number; readonly error: string };
