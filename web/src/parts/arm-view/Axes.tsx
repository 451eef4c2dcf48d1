const axisColors = [
  ['x', '#e5484d', [0.03, 0, 0], [0, 0, -Math.PI / 2]],
  ['y', '#30a46c', [0, 0.03, 0], [0, 0, 0]],
  ['z', '#3b82f6', [0, 0, 0.03], [Math.PI / 2, 0, 0]],
] as const;

/** Axes of a frame: x red, y green, z blue. */
export function Axes({ opacity }: { readonly opacity: number }) {
  return axisColors.map(([name, axisColor, position, rotation]) => (
    <mesh key={name} position={[...position]} rotation={[...rotation]}>
      <cylinderGeometry args={[0.0035, 0.0035, 0.06, 8]} />
      <meshBasicMaterial color={axisColor} transparent opacity={opacity} />
    </mesh>
  ));
}
