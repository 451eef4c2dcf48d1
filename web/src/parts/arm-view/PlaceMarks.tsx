import { useFrame } from '@react-three/fiber';
import { useRef } from 'react';
import { type Camera, Matrix4, type Sprite, Vector3 } from 'three';
import type { ArmPlace } from './arm-view-props.ts';
import { PlaceMark } from './PlaceMark.tsx';
import type { ScenePalette } from './palette.ts';
import { type LabelBox, pickLabels } from './pick-labels.ts';

/**
 * Places in the cell, the most important first. A name that would cover a more important one is hidden until the view
 * is rotated or zoomed in; the axes of its place stay.
 */
export function PlaceMarks(props: { readonly places: readonly ArmPlace[]; readonly palette: ScenePalette }) {
  const { places, palette } = props;
  const labels = useRef(new Map<string, Sprite>());
  const seen = useRef<{ readonly places: readonly ArmPlace[]; readonly view: Matrix4; readonly height: number }>(
    undefined,
  );
  useFrame(({ camera, size }) => {
    const view = viewOf(camera);
    const last = seen.current;
    // Most frames are drawn because the arm moves: the places stay where they are on the screen.
    if (last?.places === places && last.height === size.height && last.view.equals(view)) return;
    seen.current = { places, view, height: size.height };
    const sprites = places.flatMap(({ id }) => labels.current.get(id) ?? []);
    const shown = pickLabels(sprites.map((sprite) => boxOf(sprite, view, size)));
    for (const [index, sprite] of sprites.entries()) sprite.visible = shown[index] === true;
  });
  return places.map((place) => (
    <PlaceMark
      key={place.id}
      place={place}
      palette={palette}
      labelRef={(sprite) => {
        if (sprite) labels.current.set(place.id, sprite);
        else labels.current.delete(place.id);
      }}
    />
  ));
}

/** Returns the projection from world to screen, −1 to 1 in width and height. */
function viewOf(camera: Camera): Matrix4 {
  camera.updateMatrixWorld();
  return new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
}

/**
 * A label has the same size at any distance: its scale is a share of the height that is visible at a distance of 1 m.
 */
function boxOf(sprite: Sprite, view: Matrix4, size: { readonly width: number; readonly height: number }): LabelBox {
  const { x, y } = sprite.getWorldPosition(new Vector3()).applyMatrix4(view);
  const pxPerUnit = (size.height / 2) * verticalScale(view);
  const width = sprite.scale.x * pxPerUnit;
  const height = sprite.scale.y * pxPerUnit;
  return {
    x: ((x + 1) / 2) * size.width - sprite.center.x * width,
    y: ((1 - y) / 2) * size.height - (1 - sprite.center.y) * height,
    width,
    height,
  };
}

/** Returns 1 / tan of half the field of view: the length of the row that yields the height on the screen. */
function verticalScale({ elements }: Matrix4): number {
  return Math.hypot(elements[1] ?? 0, elements[5] ?? 0, elements[9] ?? 0);
}
