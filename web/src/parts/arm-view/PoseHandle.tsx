import type { Pose } from '@cellwright/geometry';
import { useThree } from '@react-three/fiber';
import { useEffect, useRef } from 'react';
import { Object3D } from 'three';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import type { PoseHandleProps } from './arm-view-props.ts';

/** Larger than the default of three: it is used with gloved fingers. */
const size = 1.25;

/** Handles that move or rotate a pose along the axes of the base or its own. The view does not move while one is dragged. */
export function PoseHandle({ pose, mode, axes = 'base', onDrag, onDrop }: PoseHandleProps) {
  const { camera, gl, scene, invalidate, get } = useThree();
  const held = useRef<{ readonly object: Object3D; readonly controls: TransformControls }>(undefined);
  const report = useRef({ onDrag, onDrop });
  report.current = { onDrag, onDrop };
  useEffect(() => {
    const object = new Object3D();
    const controls = new TransformControls(camera, gl.domElement);
    controls.setSize(size);
    controls.attach(object);
    const helper = controls.getHelper();
    scene.add(object, helper);
    const isHeld = () => controls.dragging;
    controls.addEventListener('change', () => invalidate());
    // The cursor shows that the mouse is over a handle.
    controls.addEventListener('axis-changed', ({ value }) => {
      gl.domElement.style.cursor = value === null ? '' : 'grab';
    });
    controls.addEventListener('objectChange', () => isHeld() && report.current.onDrag(poseOf(object)));
    controls.addEventListener('dragging-changed', ({ value }) => {
      const view = get().controls;
      if (view && 'enabled' in view) view.enabled = value !== true;
    });
    controls.addEventListener('mouseUp', () => report.current.onDrop(poseOf(object)));
    held.current = { object, controls };
    return () => {
      controls.detach();
      scene.remove(object, helper);
      controls.dispose();
      gl.domElement.style.cursor = '';
      held.current = undefined;
      const view = get().controls;
      if (view && 'enabled' in view) view.enabled = true;
      invalidate();
    };
  }, [camera, gl, scene, invalidate, get]);
  useEffect(() => {
    held.current?.controls.setMode(mode);
    held.current?.controls.setSpace(axes === 'base' ? 'world' : 'local');
    invalidate();
  }, [mode, axes, invalidate]);
  useEffect(() => {
    if (!held.current || held.current.controls.dragging) return;
    const { object } = held.current;
    object.position.set(pose.x, pose.y, pose.z);
    object.quaternion.set(pose.i, pose.j, pose.k, pose.w).normalize();
    invalidate();
  }, [pose, invalidate]);
  return null;
}

function poseOf({ position: { x, y, z }, quaternion }: Object3D): Pose {
  return { x, y, z, i: quaternion.x, j: quaternion.y, k: quaternion.z, w: quaternion.w };
}
