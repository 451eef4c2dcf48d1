import type { ShownThing, Visualization } from '@cellwright/domain/space';
import { identityPose } from '@cellwright/geometry';
import { At } from './At.tsx';
import { PlaceMark } from './PlaceMark.tsx';
import type { ScenePalette } from './palette.ts';

interface Props {
  readonly shown: Visualization;
  readonly palette: ScenePalette;
}

const isHeld = (thing: ShownThing) => thing.kind === 'workpiece' && thing.visualizationType === 'tooltip';

/** Objects that steps show: boxes on pallets, positions, and objects that wait to be picked up. World frame. */
export function ShownThings({ shown, palette }: Props) {
  return Object.entries(shown).map(([key, thing]) => {
    if (isHeld(thing)) return null;
    if (thing.kind === 'position') {
      return <PlaceMark key={key} place={{ id: key, name: thing.label ?? '', pose: thing.pose }} palette={palette} />;
    }
    return (
      <At key={key} pose={thing.pose}>
        <ShownBox thing={thing} palette={palette} />
      </At>
    );
  });
}

/** Objects that the tool holds, in the frame of TCP poses. */
export function HeldThings({ shown, palette }: Props) {
  return Object.entries(shown).map(([key, thing]) =>
    thing.kind === 'workpiece' && isHeld(thing) ? (
      <At key={key} pose={thing.pose}>
        <ShownBox thing={thing} palette={palette} />
      </At>
    ) : null,
  );
}

function ShownBox(props: {
  readonly thing: Exclude<ShownThing, { kind: 'position' }>;
  readonly palette: ScenePalette;
}) {
  const { thing, palette } = props;
  const [x, y, z] = thing.size;
  const name = thing.label;
  return (
    <>
      <mesh castShadow={thing.opacity >= 1}>
        <boxGeometry args={[x, y, z]} />
        <meshStandardMaterial
          color={palette.shownBox}
          roughness={0.8}
          transparent={thing.opacity < 1}
          opacity={thing.opacity}
        />
      </mesh>
      {name !== null && <PlaceMark place={{ id: name, name, pose: { ...identityPose, z: z / 2 } }} palette={palette} />}
    </>
  );
}
