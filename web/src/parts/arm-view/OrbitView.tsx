import { useThree } from '@react-three/fiber';
import { useEffect, useRef } from 'react';
import { Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Bounds } from './bound-selection.ts';

/** Below this aspect ratio (width / height) the camera moves back: the arm is as wide as it is high. */
const narrow = 0.95;

/** View directions in the base frame, z up; 'start' is the initial view. */
export const viewDirections = {
  start: undefined,
  top: [0, -0.001, 1],
  front: [1, 0, 0],
  side: [0, -1, 0],
} as const;
export type ViewName = keyof typeof viewDirections;

/** Requested view, or a sphere to fill the picture with from where the camera is; a new object for each request. */
export type AskedView = { readonly name: ViewName } | { readonly bounds: Bounds };

/** Smallest radius that fills the picture, m: around a point, its surroundings stay visible. */
const smallestRadius = 0.15;
/** Distance of the camera from the middle of a sphere that fills the picture, in radii. */
const distancePerRadius = 4;

/** Lets a user rotate, zoom and pan the view by mouse and touch, without going below the floor. */
export function OrbitView(props: {
  readonly from: readonly [number, number, number];
  readonly target: readonly [number, number, number];
  readonly asked: AskedView | undefined;
}) {
  const { camera, gl, size, invalidate, set } = useThree();
  const [x, y, z] = props.target;
  const [fromX, fromY, fromZ] = props.from;
  const isMoved = useRef(false);
  const controls = useRef<OrbitControls>(undefined);
  const aspect = size.width / size.height;
  useEffect(() => {
    // A view that the user has moved stays.
    if (isMoved.current) return;
    const center = new Vector3(x, y, z);
    const away = new Vector3(fromX, fromY, fromZ).sub(center).multiplyScalar(Math.max(1, narrow / aspect));
    camera.position.copy(center.add(away));
    camera.lookAt(x, y, z);
    invalidate();
  }, [camera, invalidate, aspect, fromX, fromY, fromZ, x, y, z]);
  const { asked } = props;
  useEffect(() => {
    if (!asked) return;
    if ('bounds' in asked) {
      const { center, radius } = asked.bounds;
      const orbit = controls.current;
      if (!orbit) return;
      const away = camera.position.clone().sub(orbit.target);
      const distance = distancePerRadius * Math.max(smallestRadius, radius) * Math.max(1, narrow / aspect);
      isMoved.current = true;
      orbit.target.set(...center);
      camera.position.copy(orbit.target).add(away.setLength(distance));
      orbit.update();
      invalidate();
      return;
    }
    const center = new Vector3(x, y, z);
    const begun = new Vector3(fromX, fromY, fromZ).sub(center).multiplyScalar(Math.max(1, narrow / aspect));
    const direction = viewDirections[asked.name];
    const away = direction ? new Vector3(...direction).setLength(begun.length()) : begun;
    isMoved.current = direction !== undefined;
    camera.position.copy(center.add(away));
    controls.current?.target.set(x, y, z);
    controls.current?.update();
    invalidate();
  }, [asked, camera, invalidate, aspect, fromX, fromY, fromZ, x, y, z]);
  useEffect(() => {
    const orbit = new OrbitControls(camera, gl.domElement);
    controls.current = orbit;
    orbit.target.set(x, y, z);
    orbit.minDistance = 0.6;
    orbit.maxDistance = 6;
    orbit.maxPolarAngle = Math.PI * 0.52;
    orbit.enableDamping = false;
    orbit.zoomToCursor = true;
    const redraw = () => invalidate();
    const onMove = () => {
      isMoved.current = true;
    };
    orbit.addEventListener('change', redraw);
    orbit.addEventListener('start', onMove);
    orbit.update();
    // Handles in the picture disable the controls while they are dragged.
    set({ controls: orbit });
    return () => {
      orbit.removeEventListener('change', redraw);
      orbit.removeEventListener('start', onMove);
      orbit.dispose();
    };
  }, [camera, gl, invalidate, set, x, y, z]);
  return null;
}
