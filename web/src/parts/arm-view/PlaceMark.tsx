import { type Ref, useEffect, useMemo } from 'react';
import { CanvasTexture, type Sprite } from 'three';
import { Axes } from './Axes.tsx';
import type { ArmPlace } from './arm-view-props.ts';
import type { ScenePalette } from './palette.ts';

/** Pixels of a label's line; twice the usual size on screen, so that it stays sharp. */
const linePx = 44;
const paddingPx = 14;
/** Height of a label as a share of the view's height: it stays readable at any distance. */
const labelHeight = 0.018;

interface Props {
  readonly place: ArmPlace;
  readonly palette: ScenePalette;
  readonly labelRef?: Ref<Sprite>;
}

/** Place in the cell: its position, orientation and name, always facing the camera. */
export function PlaceMark({ place, palette, labelRef }: Props) {
  const { name, isChosen = false, isFailure = false, finding, pose } = place;
  const alarm = isFailure || finding === 'error' ? palette.failure : finding && palette.warning;
  const fill = alarm ?? (isChosen ? palette.ghost : palette.label);
  const label = useMemo(
    () => drawLabel(alarm ? `! ${name}` : name, fill, isChosen || alarm ? palette.background : palette.labelText),
    [name, fill, isChosen, alarm, palette],
  );
  const texture = useMemo(() => new CanvasTexture(label), [label]);
  useEffect(() => () => texture.dispose(), [texture]);
  const width = (labelHeight * label.width) / label.height;
  return (
    <group position={[pose.x, pose.y, pose.z]}>
      <group quaternion={[pose.i, pose.j, pose.k, pose.w]}>
        <Axes opacity={1} />
      </group>
      {alarm && (
        <mesh renderOrder={10}>
          <sphereGeometry args={[0.03, 24, 16]} />
          <meshBasicMaterial color={alarm} transparent opacity={0.55} depthTest={false} />
        </mesh>
      )}
      <sprite ref={labelRef} scale={[width, labelHeight, 1]} center={[0.5, -0.7]} renderOrder={isChosen ? 12 : 11}>
        <spriteMaterial map={texture} depthTest={false} sizeAttenuation={false} toneMapped={false} transparent />
      </sprite>
    </group>
  );
}

function drawLabel(name: string, fill: string, ink: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const font = `500 ${linePx - 16}px "Inter Variable", sans-serif`;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  context.font = font;
  const text = name.length > 24 ? `${name.slice(0, 23)}…` : name;
  canvas.width = Math.ceil(context.measureText(text).width) + 2 * paddingPx;
  canvas.height = linePx;
  context.beginPath();
  context.roundRect(0, 0, canvas.width, canvas.height, 10);
  context.fillStyle = fill;
  context.fill();
  // A canvas loses its font when it is resized.
  context.font = font;
  context.fillStyle = ink;
  context.textBaseline = 'middle';
  context.fillText(text, paddingPx, linePx / 2 + 1);
  return canvas;
}
