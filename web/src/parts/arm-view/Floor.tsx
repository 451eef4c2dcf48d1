import type { ScenePalette } from './palette.ts';

/** Floor grid: 4 m wide, a line every 0.25 m. */
export function Floor({ height, palette }: { readonly height: number; readonly palette: ScenePalette }) {
  return (
    <gridHelper
      key={palette.grid}
      args={[4, 16, palette.gridMain, palette.grid]}
      position={[0, 0, height]}
      rotation={[Math.PI / 2, 0, 0]}
    />
  );
}
