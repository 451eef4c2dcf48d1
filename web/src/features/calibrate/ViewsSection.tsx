import { Button } from '@mantine/core';
import { IconCamera, IconPlayerTrackNext } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMayOperate } from '../../api/cell.ts';
import { findHandMotionBlock } from '../../api/hand-motion/blocked.ts';
import { describeStandstill } from '../../api/hand-motion/describe-standstill.ts';
import { useRobot } from '../../api/use-robot.ts';
import { BrakesSwitch } from '../../connected/jog/BrakesSwitch.tsx';
import { Section } from '../../ui/Page.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Calibrate.module.css';
import { DriveButton } from './DriveButton.tsx';
import type { Calibration } from './use-calibration.ts';
import { type DrivenView, isEnded } from './view-drive.ts';

/** The first picture, and the drive to all others. */
export function ViewsSection({ calibration }: { readonly calibration: Calibration }) {
  const { t } = useTranslation('calibrate');
  const { t: say } = useTranslation();
  const mayOperate = useMayOperate();
  const block = useRobot(findHandMotionBlock);
  const { views, driven, busy, heldBy } = calibration;
  const hasBegun = views.length > 0;
  const isDone = driven.every(isEnded);
  const skipped = listSkipped(driven);
  const reason = describeStandstill(say, heldBy, block);
  return (
    <Section title={t('pictures')}>
      <p className={styles.help}>{t(hasBegun ? 'driveHelp' : 'startHelp')}</p>
      <div className={styles.actions}>
        <Button
          size="md"
          variant={hasBegun ? 'default' : 'filled'}
          leftSection={<IconCamera size={iconSizes.sm} aria-hidden />}
          loading={busy === 'start'}
          disabled={!mayOperate}
          onClick={() => (hasBegun ? calibration.reset() : void calibration.start())}
        >
          {t(hasBegun ? 'startAgain' : 'start')}
        </Button>
        {hasBegun && block?.why === 'brakesFirst' && <BrakesSwitch size="md" block={block} />}
        {hasBegun && !isDone && (
          <DriveButton testID="drive" drive={calibration}>
            <IconPlayerTrackNext size={iconSizes.sm} aria-hidden />
            {t('drive')}
          </DriveButton>
        )}
      </div>
      {hasBegun && reason !== undefined && <p role="status">{reason}</p>}
      {hasBegun && (
        <p data-testid="view-count">
          {t('viewCount', { count: views.length, total: driven.length + 1 - skipped.length })}
        </p>
      )}
      <ul className={styles.skipped}>
        {skipped.map(({ number, reason: why }) => (
          <li key={number}>{t('skipped', { number, reason: why })}</li>
        ))}
      </ul>
    </Section>
  );
}

/** Poses without a picture, numbered after the first one. */
function listSkipped(driven: readonly DrivenView[]) {
  return driven.flatMap(({ status, reason }, index) => (status === 'skipped' ? [{ number: index + 2, reason }] : []));
}
