const axisColors = [
  ['x', '#e5484d', [1, 0, 0], [0, 0, -Math.PI / 2]],
  ['y', '#30a46c', [0, 1, 0], [0, 0, 0]],
  ['z', '#3b82f6', [0, 0, 1], [Math.PI / 2, 0, 0]],
] as const;

/** Thickness of an axis as a share of its length, and of one that is emphasised. */
const thickness = 0.058;
const emphasis = { length: 1.6, thickness: 0.11 };

interface Props {
  readonly opacity: number;
  /** Length of an axis, m. */
  readonly length?: number;
  /** Axis that the user moves or rotates about: 0 for x, 1 for y, 2 for z. */
  readonly emphasised?: number | undefined;
}

/** Axes of a frame: x red, y green, z blue. */
export function Axes({ opacity, length = 0.06, emphasised }: Props) {
  return axisColors.map(([name, axisColor, [x, y, z], rotation], index) => {
    const isEmphasised = index === emphasised;
    const drawn = isEmphasised ? length * emphasis.length : length;
    const radius = length * (isEmphasised ? emphasis.thickness : thickness);
    return (
      <mesh key={name} position={[(x * drawn) / 2, (y * drawn) / 2, (z * drawn) / 2]} rotation={[...rotation]}>
        <cylinderGeometry args={[radius, radius, drawn, 8]} />
        <meshBasicMaterial color={axisColor} transparent opacity={opacity} />
      </mesh>
    );
  });
}
