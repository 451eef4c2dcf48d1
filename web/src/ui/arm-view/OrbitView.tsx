import { useThree } from '@react-three/fiber';
import { useEffect } from 'react';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

/** Lets a person turn, zoom and shift the view by mouse and by touch, without going below the floor. */
export function OrbitView({ target }: { readonly target: readonly [number, number, number] }) {
  const { camera, gl, invalidate } = useThree();
  const [x, y, z] = target;
  useEffect(() => {
    const controls = new OrbitControls(camera, gl.domElement);
    controls.target.set(x, y, z);
    controls.minDistance = 0.6;
    controls.maxDistance = 6;
    controls.maxPolarAngle = Math.PI * 0.52;
    controls.enableDamping = false;
    const redraw = () => invalidate();
    controls.addEventListener('change', redraw);
    controls.update();
    return () => {
      controls.removeEventListener('change', redraw);
      controls.dispose();
    };
  }, [camera, gl, invalidate, x, y, z]);
  return null;
}
