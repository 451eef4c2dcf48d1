import type { ArmView, PlanningScene } from '@cellwright/domain';
import type { PhotoShot } from '@cellwright/equipment/sims';

/** One picture, asked of the thread. Its answer is a JPEG. */
export interface PictureRequest {
  readonly shot: PhotoShot;
  readonly arm: ArmView;
  /** Absent if it is the one of the request before. */
  readonly scene?: PlanningScene | undefined;
}
