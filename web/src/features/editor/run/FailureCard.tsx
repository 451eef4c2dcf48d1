import { findPressedEmergencyStop } from '@cellwright/domain/robot';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import '../../../i18n/recovery.ts';
import { useDeviceName } from '../../../api/use-device-name.ts';
import { useRobot } from '../../../api/use-robot.ts';
import { translateMessage } from '../../../i18n/cell-words.ts';
import { FailedDevice } from '../../../parts/FailedDevice.tsx';
import { describeReason } from '../../../parts/recovery/describe-reason.ts';
import { failureTitle } from '../../../parts/recovery/failure-title.ts';
import { findEntry } from '../../../parts/step-index.ts';
import { findWayOut, listTrappedJoints } from '../../../parts/way-out.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';

/** Shows what failed, where, and the recovery action. Its button is in the strip. */
export function FailureCard({ onShow }: { onShow(): void }) {
  const { t, i18n } = useTranslation();
  const { t: say } = useTranslation('recovery');
  const { session, selection } = useEditor();
  const { failure, wayOut, joints, isEStopped, isSafeguardOpen, pauseReason } = useRobot(({ state }) => ({
    failure: state?.failure,
    wayOut: findWayOut(state),
    joints: listTrappedJoints(state),
    isEStopped: (state?.safety.isEStopped && findPressedEmergencyStop(state.io) !== undefined) ?? false,
    isSafeguardOpen: state?.safety.isSafeguardOpen ?? false,
    pauseReason: state?.isPaused ? state.run?.pauseReason : undefined,
  }));
  const device = useDeviceName(failure?.equipmentID);
  const first = isEStopped ? t('home.nextEStop') : isSafeguardOpen ? t('home.nextSafeguard') : undefined;
  if (!failure && first === undefined && !pauseReason) return null;
  const isByHand = wayOut === 'guide' || wayOut === 'moveAway';
  const stepID = failure?.stepID;
  const isHere = stepID !== undefined && findEntry(session.routine, stepID) !== undefined;
  return (
    <div className={styles.failure} role="alert" data-testid="failure-card">
      <IconAlertTriangle size={iconSizes.md} aria-hidden />
      <div className={styles.failureText}>
        <strong>
          {failure && failureTitle(i18n.getFixedT(null, 'recovery'), failure, device)}
          {!failure && (pauseReason ? translateMessage(pauseReason) : first)}
        </strong>
        {failure && <span>{describeReason(failure)}</span>}
        <span>{wayOut ? (first ?? say(`wayOut.${wayOut}`, { joints })) : ''}</span>
      </div>
      <FailedDevice failure={failure} name={device} />
      {isHere && (
        <Button
          size="md"
          variant="default"
          onClick={() => {
            selection.reveal(stepID);
            onShow();
          }}
        >
          {t('editor.showStep', { path: failure?.stepPath ?? '' })}
        </Button>
      )}
      {failure && (
        <Button size="md" variant={isByHand ? 'filled' : 'default'} component={Link} to="/move">
          {isByHand ? say('wayOut.move') : t('home.move')}
        </Button>
      )}
    </div>
  );
}
