import '../../i18n/control.ts';
import { Button } from '@mantine/core';
import { IconUserExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { findLoss } from '../../api/control.ts';
import { useCommand } from '../../api/use-command.ts';
import { useRobot } from '../../api/use-robot.ts';
import { formatTimeOfDay } from '../../ui/format-time.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Control.module.css';

/** Names the client that took control from this one, until a user here acknowledges it. */
export default function ControlLossNotice() {
  const { t, i18n } = useTranslation();
  const { command, pending } = useCommand();
  const loss = useRobot(findLoss);
  if (!loss) return null;
  const time = formatTimeOfDay(loss.at, i18n.language);
  return (
    <div className={styles.loss} role="alert" data-testid="control-loss">
      <IconUserExclamation size={iconSizes.md} aria-hidden />
      <span className={styles.lossText}>
        <strong>{t(`control.lost_${loss.reason}`, { name: loss.byName, time })}</strong> {t('control.lostHelp')}
      </span>
      <Button
        size="md"
        loading={pending === 'acknowledgeControlLoss'}
        onClick={() => void command('acknowledgeControlLoss', { lossID: loss.id })}
      >
        {t('control.read')}
      </Button>
    </div>
  );
}
