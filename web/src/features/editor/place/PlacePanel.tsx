import { readyJoints } from '@cellwright/arm';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../i18n/scene.ts';
import '../../../i18n/place.ts';
import { useLengthUnit } from '../../../api/use-me.ts';
import { useUnreached } from '../../../api/use-postures.ts';
import { PositionNumbers } from '../../../parts/positions/PositionNumbers.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { showError, showUndo } from '../../../ui/toasts.ts';
import { useEditor } from '../editor-context.ts';
import { findNearLimits, type Ghost, typeGhost } from './ghost.ts';
import styles from './Place.module.css';
import type { Placing } from './use-placing.ts';
import type { usePostureCheck } from './use-posture-check.ts';

interface Props {
  readonly placing: Placing;
  readonly ghost: Ghost;
  readonly check: ReturnType<typeof usePostureCheck>;
}

/** Handles, numbers and findings of a position that is moved with the ghost arm; saves or discards it. */
export default function PlacePanel({ placing, ghost, check }: Props) {
  const { t } = useTranslation('place');
  const { session } = useEditor();
  const { placeable, postures, mode, axes, setMode, setAxes, setGhost, end } = placing;
  const length = useLengthUnit();
  const [showsNumbers, setShowsNumbers] = useState(false);
  const isReached = ghost.position.jointAngles !== undefined;
  const save = () => {
    try {
      session.apply((now) => placeable?.place(now, ghost.position) ?? now);
      session.separate();
      showUndo(t('saved'), t('undo'), session.undo);
      end();
    } catch (error) {
      showError(error);
    }
  };
  return (
    <section className={styles.panel} aria-label={t('title')} data-testid="place-panel">
      <b>{placeable?.name ?? t('fixedTarget')}</b>
      <div className={styles.choices}>
        <Segments<Placing['mode']>
          label={t('mode')}
          choices={(['translate', 'rotate'] as const).map((value) => ({ value, label: t(`modes.${value}`) }))}
          value={mode}
          onChange={setMode}
        />
        <Segments<Placing['axes']>
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
      <Findings ghost={ghost} check={check} limits={postures.limits} />
      <div className={styles.choices}>
        <Button size="md" disabled={!isReached} onClick={save}>
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

type FindingsProps = Pick<Props, 'ghost' | 'check'> & { readonly limits: Placing['postures']['limits'] };

/** Reach, limits of the joints, and contacts of the ghost. */
function Findings({ ghost: { position, joints }, check, limits }: FindingsProps) {
  const { t } = useTranslation('place');
  const explain = useUnreached();
  if (position.jointAngles === undefined) {
    const reason = position.pose ? explain(position.pose, joints ?? readyJoints, position) : 'unreachable';
    return (
      <p className={styles.error} role="status" data-testid="place-findings">
        {t(reason)}
      </p>
    );
  }
  const near = findNearLimits(position.jointAngles, limits);
  const collisions = check.data?.collisions ?? [];
  return (
    <div role="status" data-testid="place-findings">
      {collisions.map((contact) => (
        <p key={contact} className={styles.error}>
          {t('touches', { contact })}
        </p>
      ))}
      {near.map(({ joint, degrees }) => (
        <p key={joint} className={styles.warning}>
          {t('nearLimit', { joint, degrees })}
        </p>
      ))}
      {check.error && <p className={styles.warning}>{t('unchecked', { reason: check.error.message })}</p>}
      {check.data && collisions.length === 0 && near.length === 0 && <p className={styles.fine}>{t('fine')}</p>}
    </div>
  );
}
