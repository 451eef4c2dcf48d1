import { defaultArm, defaultStand } from '@cellwright/arm';
import { identityPose } from '@cellwright/geometry';
import { useComputedColorScheme } from '@mantine/core';
import { Canvas } from '@react-three/fiber';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../i18n/picture.ts';
import '../../i18n/recovery.ts';
import { ArmFigure } from './ArmFigure.tsx';
import { Axes } from './Axes.tsx';
import { shapeOf } from './arm-shape.ts';
import type { ArmPlace, ArmViewProps } from './arm-view-props.ts';
import { boundSelection } from './bound-selection.ts';
import { drawsFast } from './draws-fast.ts';
import { Floor } from './Floor.tsx';
import { LayerButton, type LayerName } from './LayerButton.tsx';
import { PictureFrame, useLostPicture } from './LostPicture.tsx';
import { MainLight } from './MainLight.tsx';
import { type AskedView, OrbitView } from './OrbitView.tsx';
import { PathLine } from './PathLine.tsx';
import { PlaceMarks } from './PlaceMarks.tsx';
import { PoseHandle } from './PoseHandle.tsx';
import { scenePalettes } from './palette.ts';
import type { PathColoring } from './path-colors.ts';
import { HeldThings, ShownThings } from './ShownThings.tsx';
import { SolidFigure } from './SolidFigure.tsx';
import { useCompiled } from './use-compiled.ts';
import { ViewButtons } from './ViewButtons.tsx';

/** Length of the axes of the base and of the world, m: they reach out of the drawn base. */
const frameLength = 0.25;

const none: [] = [];

/** Scene with z up, in metres. It is rendered only when something in it changes. */
export default function ArmCanvas(props: ArmViewProps & { readonly label: string }) {
  const {
    source,
    tcp,
    toolBoxes,
    fingerWidths,
    base = identityPose,
    model = defaultArm,
    highlight,
    axis,
    ghosts = [],
    places = [],
    paths = [],
  } = props;
  const { isStale = false, showsJointNumbers = false, showsCollision = false, label } = props;
  const { t } = useTranslation(['recovery', 'picture']);
  const { solids, shown = {}, handle, onChooseSolid } = props;
  const [asked, ask] = useState<AskedView>();
  // Shadows are shown once the graphics processor is known to draw them fast.
  const [hidden, setHidden] = useState<ReadonlySet<LayerName>>(new Set(['shadows']));
  const [coloring, setColoring] = useState<PathColoring>('speed');
  const shows = (layer: LayerName) => !hidden.has(layer);
  const { isLost, follow } = useLostPicture();
  const { isCompiled, prepare } = useCompiled();
  const shape = useMemo(() => shapeOf(model), [model]);
  const palette = scenePalettes[useComputedColorScheme('light')];
  const bounds = boundSelection(props);
  const isRaised = Math.hypot(base.x, base.y, base.z) > 0.001;
  const [standX, standY, standZ] = defaultStand.kind === 'box' ? defaultStand.size : [0, 0, 0];
  return (
    <PictureFrame isLost={isLost}>
      <Canvas
        frameloop={isCompiled ? 'demand' : 'never'}
        dpr={[1, 2]}
        camera={{ up: [0, 0, 1], fov: 38, near: 0.05, far: 30 }}
        aria-label={[label, ...listMarks(t, places)].join('. ')}
        role="img"
        shadows="percentage"
        onCreated={(picture) => {
          follow(picture);
          // Asked before the programs are compiled: the answer would wait for them.
          if (drawsFast(picture.gl.getContext(), navigator.hardwareConcurrency)) setHidden(new Set());
          prepare(picture);
        }}
      >
        <color attach="background" args={[palette.background]} />
        <hemisphereLight args={[palette.sky, palette.ground, 1.5]} />
        <MainLight hasShadows={shows('shadows')} />
        <directionalLight position={[-3, 2, 2]} intensity={0.6} />
        <OrbitView from={[1.75, -2.05, 1.15]} target={[0.24, 0, 0.3]} asked={asked} />
        <Floor height={-standZ} palette={palette} hasShadows={shows('shadows')} />
        <group position={[base.x, base.y, base.z]} quaternion={[base.i, base.j, base.k, base.w]}>
          <mesh position={[0, 0, -standZ / 2]} castShadow>
            <boxGeometry args={[standX, standY, standZ]} />
            <meshStandardMaterial color={palette.stand} roughness={0.8} />
          </mesh>
          <ArmFigure
            shape={shape}
            source={source}
            tcp={tcp}
            toolBoxes={toolBoxes}
            fingerWidths={fingerWidths}
            highlight={highlight}
            toolAxis={axis?.frame === 'tool' ? axis.index : undefined}
            palette={palette}
            opacity={isStale ? 0.35 : 1}
            showsJointNumbers={showsJointNumbers}
            showsCollision={showsCollision}
            held={<HeldThings shown={shown} palette={palette} />}
          />
          {ghosts.map(({ id, joints, touching }) => (
            <ArmFigure
              key={id}
              shape={shape}
              joints={joints}
              touching={touching}
              tcp={tcp}
              toolBoxes={toolBoxes}
              fingerWidths={fingerWidths}
              palette={palette}
              opacity={0.22}
              isGhost
            />
          ))}
          {shows('frames') && (
            <Axes opacity={1} length={frameLength} emphasised={axis?.frame === 'base' ? axis.index : undefined} />
          )}
          {shows('paths') &&
            paths.map((path) => <PathLine key={path.id} path={path} palette={palette} coloring={coloring} />)}
          {shows('positions') && <PlaceMarks places={places} palette={palette} />}
        </group>
        {shows('frames') && isRaised && <Axes opacity={1} length={frameLength} />}
        {(shows('objects') ? solids : none).map((solid) => (
          <SolidFigure
            key={solid.id}
            solid={solid}
            palette={palette}
            showsCollision={showsCollision}
            onChoose={onChooseSolid}
          />
        ))}
        {shows('objects') && <ShownThings shown={shown} palette={palette} />}
        {handle && <PoseHandle {...handle} />}
      </Canvas>
      <ViewButtons onAsk={(name) => ask({ name })} onZoom={bounds && (() => ask({ bounds }))}>
        <LayerButton
          hidden={hidden}
          onHide={setHidden}
          coloring={coloring}
          onColor={setColoring}
          paths={paths}
          palette={palette}
        />
      </ViewButtons>
    </PictureFrame>
  );
}

/** Describes the marked places, for readers who do not see the picture. */
function listMarks(t: TFunction<['recovery', 'picture']>, places: readonly ArmPlace[]): string[] {
  const failed = places.find(({ isFailure }) => isFailure);
  const found = places.flatMap(({ name, finding }) => (finding ? [name] : []));
  return [
    ...(failed ? [t('marked', { path: failed.name })] : []),
    ...(found.length > 0 ? [t('picture:findings', { paths: found.join(', ') })] : []),
  ];
}
