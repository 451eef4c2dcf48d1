import { useThree } from '@react-three/fiber';
import { useEffect, useRef } from 'react';
import { Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

/** Views narrower than this, width over height, stand further away: the arm is as wide as it is high. */
const narrow = 0.95;

/** Lets a person turn, zoom and shift the view by mouse and by touch, without going below the floor. */
export function OrbitView(props: {
  readonly from: readonly [number, number, number];
  readonly target: readonly [number, number, number];
}) {
  const { camera, gl, size, invalidate, set } = useThree();
  const [x, y, z] = props.target;
  const [fromX, fromY, fromZ] = props.from;
  const isMoved = useRef(false);
  const aspect = size.width / size.height;
  useEffect(() => {
    // Where a person has put the view, it stays.
    if (isMoved.current) return;
    const center = new Vector3(x, y, z);
    const away = new Vector3(fromX, fromY, fromZ).sub(center).multiplyScalar(Math.max(1, narrow / aspect));
    camera.position.copy(center.add(away));
    camera.lookAt(x, y, z);
    invalidate();
  }, [camera, invalidate, aspect, fromX, fromY, fromZ, x, y, z]);
  useEffect(() => {
    const controls = new OrbitControls(camera, gl.domElement);
    controls.target.set(x, y, z);
    controls.minDistance = 0.6;
    controls.maxDistance = 6;
    controls.maxPolarAngle = Math.PI * 0.52;
    controls.enableDamping = false;
    const redraw = () => invalidate();
    const noteMove = () => {
      isMoved.current = true;
    };
    controls.addEventListener('change', redraw);
    controls.addEventListener('start', noteMove);
    controls.update();
    // Handles in the picture switch them off while they are dragged.
    set({ controls });
    return () => {
      controls.removeEventListener('change', redraw);
      controls.removeEventListener('start', noteMove);
      controls.dispose();
    };
  }, [camera, gl, invalidate, set, x, y, z]);
  return null;
}
