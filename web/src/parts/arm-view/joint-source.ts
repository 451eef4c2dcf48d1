import type { ChangeSource } from '../../ui/live/change-source.ts';

/** Where a picture of the arm takes its joint angles from, rad, without a render of React for each. */
export interface JointSource extends ChangeSource {
  readonly joints: readonly number[] | undefined;
}
