import { type ThreeEvent, useThree } from '@react-three/fiber';
import { useEffect, useMemo } from 'react';
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  DoubleSide,
  SphereGeometry,
  Vector3,
} from 'three';
import { ConvexGeometry } from 'three/examples/jsm/geometries/ConvexGeometry.js';
import type { ArmSolid, SolidShape } from './arm-view-props.ts';
import type { ScenePalette } from './palette.ts';

interface Props {
  readonly solid: ArmSolid;
  readonly palette: ScenePalette;
  readonly showsCollision: boolean;
  onChoose?(id: string): void;
}

/** Obstacle around the arm. Its drawn shape is the one that is checked for collision. */
export function SolidFigure({ solid, palette, showsCollision, onChoose }: Props) {
  const { id, shape, pose, color = palette.solid, isChosen = false, isLoose = false } = solid;
  const geometry = useMemo(() => geometryOf(shape), [shape]);
  const invalidate = useThree((three) => three.invalidate);
  useEffect(() => {
    invalidate();
    return () => geometry.dispose();
  }, [geometry, invalidate]);
  const choose = (event: ThreeEvent<MouseEvent>) => {
    // Dragging the view chooses nothing.
    if (event.delta > 4) return;
    event.stopPropagation();
    onChoose?.(id);
  };
  return (
    <group position={[pose.x, pose.y, pose.z]} quaternion={[pose.i, pose.j, pose.k, pose.w]}>
      <mesh geometry={geometry} castShadow {...(onChoose && { onClick: choose })}>
        <meshStandardMaterial
          color={isChosen ? palette.solidChosen : color}
          roughness={0.7}
          metalness={0.05}
          side={DoubleSide}
        />
      </mesh>
      {showsCollision && !isLoose && (
        <mesh geometry={geometry}>
          <meshBasicMaterial color={palette.collision} wireframe />
        </mesh>
      )}
    </group>
  );
}

/** Cylinders and capsules lie along z here, along y in three. */
function geometryOf(shape: SolidShape): BufferGeometry {
  switch (shape.kind) {
    case 'box':
      return new BoxGeometry(...shape.size);
    case 'sphere':
      return new SphereGeometry(shape.radius, 32, 20);
    case 'cylinder':
      return new CylinderGeometry(shape.radius, shape.radius, shape.length, 40).rotateX(Math.PI / 2);
    case 'capsule':
      return new CapsuleGeometry(shape.radius, shape.length, 8, 32).rotateX(Math.PI / 2);
    case 'convex':
      return new ConvexGeometry(pointsOf(shape.vertices));
    case 'mesh': {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(Float32Array.from(shape.corners), 3));
      geometry.scale(shape.scale, shape.scale, shape.scale);
      geometry.computeVertexNormals();
      return geometry;
    }
  }
}

function pointsOf(vertices: readonly number[]): Vector3[] {
  const points: Vector3[] = [];
  for (let at = 0; at + 2 < vertices.length; at += 3) points.push(new Vector3().fromArray(vertices, at));
  return points;
}
