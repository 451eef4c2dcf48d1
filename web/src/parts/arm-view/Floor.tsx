import type { ScenePalette } from './palette.ts';

interface Props {
  readonly height: number;
  readonly palette: ScenePalette;
  /** Draws the shadows that fall on it. */
  readonly hasShadows: boolean;
}

/** Floor grid: 4 m wide, a line every 0.25 m. */
export function Floor({ height, palette, hasShadows }: Props) {
  return (
    <>
      <gridHelper
        key={palette.grid}
        args={[4, 16, palette.gridMain, palette.grid]}
        position={[0, 0, height]}
        rotation={[Math.PI / 2, 0, 0]}
      />
      {hasShadows && (
        <mesh position={[0, 0, height - 0.001]} receiveShadow>
          <planeGeometry args={[4, 4]} />
          <shadowMaterial color={palette.shadow} opacity={0.28} />
        </mesh>
      )}
    </>
  );
}
