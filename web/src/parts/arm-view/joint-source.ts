import type { ChangeSource } from '../../ui/live/change-source.ts';

/** Source of the joint angles of a drawn arm, rad, that needs no React renders. */
export interface JointSource extends ChangeSource {
  readonly joints: readonly number[] | undefined;
}
