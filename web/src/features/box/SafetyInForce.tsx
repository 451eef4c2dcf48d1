import { useTranslation } from 'react-i18next';
import { useCommand } from '../../api/use-command.ts';
import { useRobot } from '../../api/use-robot.ts';
import { BrakesButton } from '../../parts/BrakesButton.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import styles from './Box.module.css';

const tones = { inForce: 'good', pending: 'notice', unknown: 'caution' } as const;

/** Shows whether the robot uses the stored safety settings, and what to do if not. */
export function SafetyInForce() {
  const { t } = useTranslation();
  const { command, pending } = useCommand();
  const { status, version, brakes, isStale } = useRobot(({ state, isStale }) => ({
    status: state?.safetyRules.status ?? 'unknown',
    version: state?.safetyRules.inForce?.version ?? '–',
    brakes: state?.brakes,
    isStale,
  }));
  const needsBrakes = status === 'pending' && brakes === 'disengaged';
  const help = status === 'pending' && !needsBrakes ? 'takingOver' : status;
  return (
    <div className={styles.safetyStatus} role="status" data-testid="safety-in-force">
      <StatusChip tone={tones[status]} word={t(`box.safetyStatus.${status}`)} />
      <p>{t(`box.safetyHelp.${help}`, { version })}</p>
      {needsBrakes && (
        <BrakesButton
          brakes={brakes}
          size="md"
          isWaiting={pending === 'setBrakes'}
          isDisabled={isStale}
          onSet={(state) => void command('setBrakes', { state })}
        />
      )}
    </div>
  );
}
