import { useEffect, useMemo } from 'react';
import { Line2 } from 'three/examples/jsm/lines/Line2.js';
import { LineGeometry } from 'three/examples/jsm/lines/LineGeometry.js';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import type { ArmPath } from './arm-view-props.ts';
import type { ScenePalette } from './palette.ts';
import { colorOfClearance, colorOfSpeed, type PathColoring } from './path-colors.ts';

/** Width of a path in pixels: it stays visible at any distance. */
const widthPX = 3;
const chosenWidthPX = 6;

interface Props {
  readonly path: ArmPath;
  readonly palette: ScenePalette;
  readonly coloring: PathColoring;
}

/** Path of the tool to one target, coloured by its speed or its clearance. */
export function PathLine({ path, palette, coloring }: Props) {
  const { points, isChosen = false, speed, clearance } = path;
  const color = coloring === 'speed' ? colorOfSpeed(speed, palette) : colorOfClearance(clearance, palette);
  const line = useMemo(() => {
    const geometry = new LineGeometry();
    geometry.setPositions(points.flatMap((point) => [...point]));
    const material = new LineMaterial({
      color: isChosen ? palette.highlight : color,
      linewidth: isChosen ? chosenWidthPX : widthPX,
      transparent: true,
      opacity: isChosen ? 1 : 0.75,
    });
    return new Line2(geometry, material);
  }, [points, isChosen, color, palette]);
  useEffect(
    () => () => {
      line.geometry.dispose();
      line.material.dispose();
    },
    [line],
  );
  return <primitive object={line} renderOrder={isChosen ? 10 : 9} />;
}
