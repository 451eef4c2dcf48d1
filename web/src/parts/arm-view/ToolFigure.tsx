import { restPoseFromTool0 } from '@cellwright/arm';
import { identityPose, type Pose } from '@cellwright/geometry';
import { At } from './At.tsx';
import { Axes } from './Axes.tsx';
import type { FingerWidths, ToolBox } from './arm-view-props.ts';
import { Paint } from './meshes.tsx';
import { type DrawnBody, drawBody } from './place-finger.ts';

interface Props {
  /** TCP in the flange frame, m. */
  readonly tcp?: Pose | undefined;
  /** Collision boxes of the tool, if known. */
  readonly boxes?: readonly ToolBox[] | undefined;
  readonly fingerWidths?: FingerWidths;
  /** Colour of the collision shapes, if they are shown. */
  readonly collision?: string | undefined;
  readonly color: string;
  readonly opacity: number;
  /** Axis of the tool that the user moves or rotates about. */
  readonly axis?: number | undefined;
}

/** Tool from the flange to its TCP, and the axes of the TCP: those of jogging and of stored positions. */
export function ToolFigure(props: Props) {
  const { tcp = identityPose, boxes, fingerWidths, collision, color, opacity, axis } = props;
  const finish = { opacity };
  return (
    <>
      <mesh position={[0, 0, 0.004]} rotation={[Math.PI / 2, 0, 0]}>
        <cylinderGeometry args={[0.032, 0.032, 0.016, 32]} />
        <Paint color={color} finish={finish} roughness={0.35} />
      </mesh>
      {boxes ? (
        boxes.flatMap((box) =>
          drawBody(box, fingerWidths).map((body) => (
            <ToolBody key={`${keyOf(box)} ${body.side}`} body={body} color={color} opacity={opacity} />
          )),
        )
      ) : (
        <GeneralGripper tcp={tcp} color={color} opacity={opacity} />
      )}
      {collision !== undefined && boxes?.map((box) => <CheckedBox key={keyOf(box)} box={box} color={collision} />)}
      <At pose={restPoseFromTool0(tcp)}>
        <Axes opacity={opacity} emphasised={axis} />
      </At>
    </>
  );
}

interface BodyProps extends Pick<Props, 'color' | 'opacity'> {
  readonly body: DrawnBody;
}

/** One body of the tool as it is. */
export function ToolBody({ body: { pose, size }, color, opacity }: BodyProps) {
  const { x, y, z, i, j, k, w } = pose;
  return (
    <mesh position={[x, y, z]} quaternion={[i, j, k, w]} castShadow={opacity >= 1}>
      <boxGeometry args={[...size]} />
      <Paint color={color} finish={{ opacity }} roughness={0.5} />
    </mesh>
  );
}

/** Box that the planner checks: that of a finger at its widest. */
export function CheckedBox({ box, color }: { readonly box: ToolBox; readonly color: string }) {
  const { x, y, z, i, j, k, w } = box.pose;
  return (
    <mesh position={[x, y, z]} quaternion={[i, j, k, w]}>
      <boxGeometry args={[...box.size]} />
      <meshBasicMaterial color={color} wireframe />
    </mesh>
  );
}

function keyOf({ pose: { x, y, z }, size }: ToolBox): string {
  return `${x} ${y} ${z} ${size}`;
}

/** Placeholder for a tool of which only the TCP is known. */
function GeneralGripper({ tcp: { x, y, z } = identityPose, color, opacity }: Pick<Props, 'tcp' | 'color' | 'opacity'>) {
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
