import { Switch } from '@mantine/core';
import { IconHandMove } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../api/use-command.ts';
import { useRunner } from '../../api/use-robot.ts';
import { HoldButton } from '../../ui/hold/HoldButton.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Jog.module.css';

/** Guided mode ends 1 s after the last heartbeat. */
const validateEveryMS = 300;

/** Enables guided mode while held: the arm can be pushed by hand. */
export function GuidedButton({ isDisabled }: { readonly isDisabled: boolean }) {
  const { t } = useTranslation();
  const runner = useRunner();
  const { command } = useCommand();
  const [isSlow, setSlow] = useState(true);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  useEffect(() => () => clearInterval(timer.current), []);
  const start = () => {
    void command('startAntigravity', { isSlow });
    timer.current = setInterval(
      // A refusal means that guided mode has ended, which the robot's state shows.
      () => void runner.send('validateGuidedMode', {}).catch(() => clearInterval(timer.current)),
      validateEveryMS,
    );
  };
  const end = () => {
    clearInterval(timer.current);
    // If the message is lost, the robot ends it for lack of heartbeats.
    void runner.send('stopAntigravity', {}).catch(() => undefined);
  };
  return (
    <div className={styles.pair}>
      <HoldButton isGrowing tone="notice" isDisabled={isDisabled} onStart={start} onEnd={end} testID="guided">
        <IconHandMove size={iconSizes.md} aria-hidden />
        {t('move.guided')}
      </HoldButton>
      <Switch
        size="md"
        label={t('move.guidedSlow')}
        checked={isSlow}
        onChange={(event) => setSlow(event.currentTarget.checked)}
      />
    </div>
  );
}
