import type { ArmView } from '@cellwright/domain/robot';
import type { PlanningScene } from '@cellwright/domain/space';
import type { PhotoShot } from '@cellwright/equipment/sims';

/** A request to the thread for one picture. The response is a JPEG. */
export interface PictureRequest {
  readonly shot: PhotoShot;
  readonly arm: ArmView;
  /** Absent if it is the one of the request before. */
  readonly scene?: PlanningScene | undefined;
}
