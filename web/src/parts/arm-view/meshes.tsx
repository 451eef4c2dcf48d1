import { useMemo } from 'react';
import { Quaternion, Vector3 } from 'three';
import type { Housing, LinkShape } from './arm-shape.ts';

/** Colours of an arm. */
export interface Finish {
  readonly shell: string;
  readonly cover: string;
  readonly highlight: string;
  readonly opacity: number;
}

const up = new Vector3(0, 1, 0);

/** Capsule between two points. */
export function HousingMesh(props: {
  readonly housing: Housing;
  readonly finish: Finish;
  /** Colour of the collision shape, which is slightly larger, drawn over it as a wireframe. */
  readonly collision?: string | undefined;
}) {
  const { housing, finish, collision } = props;
  const { position, turn, length } = useMemo(() => layAlong(housing.from, housing.to), [housing]);
  return (
    <group position={position} quaternion={turn}>
      <mesh castShadow={finish.opacity >= 1}>
        <capsuleGeometry args={[housing.radius * 0.93, length, 12, 32]} />
        <Paint color={finish.shell} finish={finish} roughness={0.42} />
      </mesh>
      {collision !== undefined && (
        <mesh>
          <capsuleGeometry args={[housing.radius, length, 4, 12]} />
          <meshBasicMaterial color={collision} wireframe />
        </mesh>
      )}
    </group>
  );
}

/** Dark cover at a joint, along its axis, with a ring that lights up while the joint is chosen. */
export function JointCover(props: {
  readonly link: LinkShape;
  readonly finish: Finish;
  readonly isHighlighted: boolean;
}) {
  const { link, finish, isHighlighted } = props;
  const place = useMemo(() => placeCover(link), [link]);
  const color = isHighlighted ? finish.highlight : finish.cover;
  return (
    <mesh position={place.position} quaternion={place.turn} castShadow={finish.opacity >= 1}>
      <cylinderGeometry args={[link.coverRadius, link.coverRadius, link.coverRadius * coverLength, 40]} />
      <Paint color={color} finish={finish} roughness={0.6} glow={isHighlighted ? finish.highlight : undefined} />
    </mesh>
  );
}

/** Plate that the arm is bolted down with. */
export function BasePlate({ radius, finish }: { readonly radius: number; readonly finish: Finish }) {
  return (
    <group rotation={[Math.PI / 2, 0, 0]}>
      <mesh position={[0, 0.009, 0]}>
        <cylinderGeometry args={[radius * 1.18, radius * 1.18, 0.018, 48]} />
        <Paint color={finish.cover} finish={finish} roughness={0.6} />
      </mesh>
      <mesh position={[0, 0.04, 0]}>
        <cylinderGeometry args={[radius * 0.93, radius * 1.06, 0.05, 48]} />
        <Paint color={finish.shell} finish={finish} roughness={0.42} />
      </mesh>
    </group>
  );
}

/** Length of a cover and its distance from the joint, in radii. */
const coverLength = 0.62;
const coverOffset = 0.86;

/** Places the cover along the joint's axis, towards the link before it, where the housings meet. */
function placeCover({ axis = [0, 0, 1], origin, coverRadius }: LinkShape) {
  const along = new Vector3(...axis);
  const side = -Math.sign(along.dot(new Vector3(...origin.xyz)));
  return {
    position: along.clone().multiplyScalar(side * coverRadius * coverOffset),
    turn: new Quaternion().setFromUnitVectors(up, along),
  };
}

export function Paint(props: {
  readonly color: string;
  readonly finish: Pick<Finish, 'opacity'>;
  readonly roughness: number;
  readonly glow?: string;
}) {
  const isSolid = props.finish.opacity >= 1;
  return (
    <meshStandardMaterial
      key={isSolid ? 'solid' : 'through'}
      color={props.color}
      roughness={props.roughness}
      metalness={0.08}
      emissive={props.glow ?? '#000000'}
      emissiveIntensity={0.45}
      transparent={!isSolid}
      opacity={props.finish.opacity}
      depthWrite={isSolid}
      // The arm hides a ghost that coincides with it.
      polygonOffset={!isSolid}
      polygonOffsetFactor={1}
      polygonOffsetUnits={4}
    />
  );
}

/** Returns the placement of a shape along y so that it lies between two points. */
function layAlong(from: readonly [number, number, number], to: readonly [number, number, number]) {
  const start = new Vector3(...from);
  const along = new Vector3(...to).sub(start);
  const length = along.length();
  const turn = new Quaternion();
  if (length > 0) turn.setFromUnitVectors(up, along.clone().normalize());
  return { position: start.addScaledVector(along, 0.5), turn, length };
}
