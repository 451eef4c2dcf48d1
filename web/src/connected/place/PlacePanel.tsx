import type { Position } from '@cellwright/domain/robot';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../i18n/scene.ts';
import '../../i18n/place.ts';
import { useLengthUnit } from '../../api/use-me.ts';
import { PositionNumbers } from '../../parts/positions/PositionNumbers.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { type Ghost, typeGhost } from './ghost.ts';
import styles from './Place.module.css';
import { PlaceFindings } from './PlaceFindings.tsx';
import type { GhostMove } from './use-ghost.ts';
import type { usePostureCheck } from './use-posture-check.ts';

interface Props {
  /** Undefined for the fixed target of a step. */
  readonly name: string | undefined;
  readonly move: GhostMove;
  readonly ghost: Ghost;
  readonly check: ReturnType<typeof usePostureCheck>;
  onSave(position: Position): void;
}

/** Handles, numbers and findings of a position that is moved with the ghost arm; saves or discards it. */
export default function PlacePanel({ name, move, ghost, check, onSave }: Props) {
  const { t } = useTranslation('place');
  const { postures, mode, axes, setMode, setAxes, setGhost, end } = move;
  const length = useLengthUnit();
  const [showsNumbers, setShowsNumbers] = useState(false);
  const isReached = ghost.position.jointAngles !== undefined;
  return (
    <section className={styles.panel} aria-label={t('title')} data-testid="place-panel">
      <b>{name ?? t('fixedTarget')}</b>
      <div className={styles.choices}>
        <Segments<GhostMove['mode']>
          label={t('mode')}
          choices={(['translate', 'rotate'] as const).map((value) => ({ value, label: t(`modes.${value}`) }))}
          value={mode}
          onChange={setMode}
        />
        <Segments<GhostMove['axes']>
          label={t('axes')}
          choices={(['base', 'pose'] as const).map((value) => ({ value, label: t(`axesOf.${value}`) }))}
          value={axes}
          onChange={setAxes}
        />
      </div>
      {showsNumbers && (
        <PositionNumbers
          position={ghost.position}
          length={length}
          postures={postures}
          isDisabled={false}
          onChange={(position) => setGhost((now) => typeGhost(now, position))}
        />
      )}
      <PlaceFindings ghost={ghost} check={check} limits={postures.limits} />
      <div className={styles.choices}>
        <Button size="md" disabled={!isReached} onClick={() => onSave(ghost.position)}>
          {t('save')}
        </Button>
        <Button size="md" variant="default" onClick={end}>
          {t('discard')}
        </Button>
        <Button
          size="md"
          variant={showsNumbers ? 'light' : 'default'}
          c={showsNumbers ? 'var(--text)' : undefined}
          aria-expanded={showsNumbers}
          onClick={() => setShowsNumbers(!showsNumbers)}
        >
          {t('numbers')}
        </Button>
      </div>
    </section>
  );
}
