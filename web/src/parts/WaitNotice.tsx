import type { RobotSessionState } from '@cellwright/domain/run';
import { IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { iconSizes } from '../ui/theme/theme.ts';
import styles from './WaitNotice.module.css';

/** Shows what a run waits for before it continues by itself. */
export function WaitNotice({ waitingFor }: Pick<NonNullable<RobotSessionState['run']>, 'waitingFor'>) {
  const { t } = useTranslation();
  if (waitingFor === null) return null;
  return (
    <div className={styles.notice} role="status" data-testid="wait-notice">
      <IconHourglass size={iconSizes.md} aria-hidden />
      <span>{t(`runWaits.${waitingFor}`)}</span>
    </div>
  );
}
