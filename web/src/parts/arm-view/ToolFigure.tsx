import { restPoseFromTool0 } from '@cellwright/arm';
import { identityPose, type Pose } from '@cellwright/geometry';
import { At } from './At.tsx';
import { Axes } from './Axes.tsx';
import type { ToolBox } from './arm-view-props.ts';
import { Paint } from './meshes.tsx';

interface Props {
  /** TCP in the flange frame, m. */
  readonly tcp?: Pose | undefined;
  /** Collision boxes of the tool, if known. */
  readonly boxes?: readonly ToolBox[] | undefined;
  readonly color: string;
  readonly opacity: number;
  /** Axis of the tool that the user moves or rotates about. */
  readonly axis?: number | undefined;
}

/** Tool from the flange to its TCP, and the axes of the TCP: those of jogging and of stored positions. */
export function ToolFigure({ tcp = identityPose, boxes, color, opacity, axis }: Props) {
  const finish = { opacity };
  return (
    <>
      <mesh position={[0, 0, 0.004]} rotation={[Math.PI / 2, 0, 0]}>
        <cylinderGeometry args={[0.032, 0.032, 0.016, 32]} />
        <Paint color={color} finish={finish} roughness={0.35} />
      </mesh>
      {boxes ? (
        <ToolBoxes boxes={boxes} color={color} opacity={opacity} />
      ) : (
        <GeneralGripper tcp={tcp} color={color} opacity={opacity} />
      )}
      <At pose={restPoseFromTool0(tcp)}>
        <Axes opacity={opacity} emphasised={axis} />
      </At>
    </>
  );
}

function ToolBoxes({
  boxes,
  color,
  opacity,
}: Pick<Props, 'color' | 'opacity'> & { readonly boxes: readonly ToolBox[] }) {
  return boxes.map(({ pose: { x, y, z, i, j, k, w }, size }) => (
    <mesh key={`${x} ${y} ${z} ${size}`} position={[x, y, z]} quaternion={[i, j, k, w]} castShadow={opacity >= 1}>
      <boxGeometry args={[...size]} />
      <Paint color={color} finish={{ opacity }} roughness={0.5} />
    </mesh>
  ));
}

/** Placeholder for a tool of which only the TCP is known. */
function GeneralGripper({ tcp: { x, y, z } = identityPose, color, opacity }: Omit<Props, 'boxes' | 'axis'>) {
  const finish = { opacity };
  const bodyLength = Math.max(z - 0.02, 0);
  return (
    <>
      {bodyLength > 0.03 && (
        <mesh position={[x / 2, y / 2, bodyLength * 0.35]}>
          <boxGeometry args={[0.075, 0.05, bodyLength * 0.7]} />
          <Paint color={color} finish={finish} roughness={0.5} />
        </mesh>
      )}
      {bodyLength > 0.03 &&
        [-0.022, 0.022].map((side) => (
          <mesh key={side} position={[x + side, y, bodyLength * 0.84]}>
            <boxGeometry args={[0.012, 0.022, bodyLength * 0.32]} />
            <Paint color={color} finish={finish} roughness={0.5} />
          </mesh>
        ))}
    </>
  );
}
