import { useEffect, useMemo } from 'react';
import { CanvasTexture } from 'three';
import type { ScenePalette } from './palette.ts';

const pixels = 64;

/** Number beside a joint, always facing the camera. */
export function JointNumber(props: {
  readonly number: number;
  readonly isActive: boolean;
  readonly palette: ScenePalette;
}) {
  const { number, isActive, palette } = props;
  const fill = isActive ? palette.highlight : palette.cover;
  const texture = useMemo(() => new CanvasTexture(drawBadge(String(number), fill)), [number, fill]);
  useEffect(() => () => texture.dispose(), [texture]);
  return (
    <sprite scale={[0.075, 0.075, 1]} renderOrder={10}>
      <spriteMaterial map={texture} depthTest={false} transparent />
    </sprite>
  );
}

function drawBadge(text: string, fill: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = pixels;
  canvas.height = pixels;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  context.beginPath();
  context.arc(pixels / 2, pixels / 2, pixels / 2 - 3, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  context.lineWidth = 3;
  context.strokeStyle = '#ffffff';
  context.stroke();
  context.fillStyle = '#ffffff';
  context.font = '600 36px "Inter Variable", sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, pixels / 2, pixels / 2 + 2);
  return canvas;
}
