import { Axes } from './Axes.tsx';
import { Paint } from './meshes.tsx';

interface Props {
  readonly tcp?: { readonly x: number; readonly y: number; readonly z: number };
  readonly color: string;
  readonly opacity: number;
}

/** What is on the flange: a body out to the tool's centre point, and the point's axes. */
export function ToolFigure({ tcp = { x: 0, y: 0, z: 0 }, color, opacity }: Props) {
  const { x, y, z } = tcp;
  const finish = { opacity };
  const bodyLength = Math.max(z - 0.02, 0);
  return (
    <>
      <mesh position={[0, 0, 0.004]} rotation={[Math.PI / 2, 0, 0]}>
        <cylinderGeometry args={[0.032, 0.032, 0.016, 32]} />
        <Paint color={color} finish={finish} roughness={0.35} />
      </mesh>
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
      <group position={[x, y, z]}>
        <Axes opacity={opacity} />
      </group>
    </>
  );
}
