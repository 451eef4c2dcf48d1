import { readyJoints } from '@cellwright/arm';
import { useTranslation } from 'react-i18next';
import '../../i18n/place.ts';
import { useUnreached } from '../../api/use-postures.ts';
import { findNearLimits, type Ghost } from './ghost.ts';
import styles from './Place.module.css';
import type { GhostMove } from './use-ghost.ts';
import type { usePostureCheck } from './use-posture-check.ts';

interface Props {
  readonly ghost: Ghost;
  readonly check: ReturnType<typeof usePostureCheck>;
  readonly limits: GhostMove['postures']['limits'];
}

/** Reach, limits of the joints, and contacts of the ghost. */
export function PlaceFindings({ ghost: { position, joints }, check, limits }: Props) {
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
