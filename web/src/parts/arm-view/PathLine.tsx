import { useEffect, useMemo } from 'react';
import { BufferGeometry, Line, LineBasicMaterial, Vector3 } from 'three';
import type { ArmPath } from './arm-view-props.ts';
import type { ScenePalette } from './palette.ts';

/** Path of the tool to one target. */
export function PathLine({ path, palette }: { readonly path: ArmPath; readonly palette: ScenePalette }) {
  const { points, isChosen = false } = path;
  const line = useMemo(() => {
    const geometry = new BufferGeometry().setFromPoints(points.map(([x, y, z]) => new Vector3(x, y, z)));
    const color = isChosen ? palette.highlight : palette.ghost;
    const material = new LineBasicMaterial({ color, transparent: true, opacity: isChosen ? 1 : 0.55 });
    return new Line(geometry, material);
  }, [points, isChosen, palette]);
  useEffect(
    () => () => {
      line.geometry.dispose();
      line.material.dispose();
    },
    [line],
  );
  return <primitive object={line} renderOrder={isChosen ? 10 : 9} />;
}
