import type { Pose } from '@cellwright/geometry';
import type { ReactNode } from 'react';

/** Draws its content in a frame. */
export function At({ pose, children }: { readonly pose: Pose; readonly children: ReactNode }) {
  return (
    <group position={[pose.x, pose.y, pose.z]} quaternion={[pose.i, pose.j, pose.k, pose.w]}>
      {children}
    </group>
  );
}
