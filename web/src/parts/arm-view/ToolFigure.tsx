import { Axes } from './Axes.tsx';
import type { ToolBox } from './arm-view-props.ts';
import { Paint } from './meshes.tsx';

interface Props {
  readonly tcp?: { readonly x: number; readonly y: number; readonly z: number };
  /** Collision boxes of the tool, if known. */
  readonly boxes?: readonly ToolBox[] | undefined;
  readonly color: string;
  readonly opacity: number;
}

const noOffset = { x: 0, y: 0, z: 0 };

/** Tool from the flange to its TCP, and the axes of the TCP. */
export function ToolFigure({ tcp = noOffset, boxes, color, opacity }: Props) {
  const { x, y, z } = tcp;
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
      <group position={[x, y, z]}>
        <Axes opacity={opacity} />
      </group>
    </>
  );
}

function ToolBoxes({
  boxes,
  color,
  opacity,
}: Required<Pick<Props, 'color' | 'opacity'>> & { readonly boxes: readonly ToolBox[] }) {
  return boxes.map(({ pose: { x, y, z, i, j, k, w }, size }) => (
    <mesh key={`${x} ${y} ${z} ${size}`} position={[x, y, z]} quaternion={[i, j, k, w]}>
      <boxGeometry args={[...size]} />
      <Paint color={color} finish={{ opacity }} roughness={0.5} />
    </mesh>
  ));
}

/** Placeholder for a tool of which only the TCP is known. */
function GeneralGripper({ tcp: { x, y, z } = noOffset, color, opacity }: Omit<Props, 'boxes'>) {
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
