import { findPressedEmergencyStop } from '@cellwright/domain/robot';
import { findResumePlace } from '@cellwright/domain/run';
import { Button, VisuallyHidden } from '@mantine/core';
import { useId, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceName } from '../../api/use-device-name.ts';
import { useLiveState } from '../../api/use-live-state.ts';
import { useRobot, useRobotKind, useRunner } from '../../api/use-robot.ts';
import '../../i18n/recovery.ts';
import type { ArmPlace } from '../../parts/arm-view/arm-view-props.ts';
import { FailedDevice } from '../../parts/FailedDevice.tsx';
import { describeReason } from '../../parts/recovery/describe-reason.ts';
import { failureTitle } from '../../parts/recovery/failure-title.ts';
import { findSplitChannels, listRecoverySteps, type RecoveryStepID } from '../../parts/recovery/recovery-steps.ts';
import { listTrappedJoints } from '../../parts/way-out.ts';
import { FramePart } from '../../ui/FramePart.tsx';
import { lazyScreen } from '../../ui/lazy-screen.ts';
import { forgetFailure, type KeptFailure, keepFailure } from './kept-failure.ts';
import styles from './RecoveryGuide.module.css';

// The recovery steps load first.
const FailurePlace = lazyScreen(() => import('./FailurePlace.tsx'));

/** Shows a failure with its likely cause and the recovery steps, which tick themselves off; nothing without one. */
export default function RecoveryGuide({ onPlaces }: { onPlaces(places: readonly ArmPlace[]): void }) {
  const robotKind = useRobotKind();
  const runner = useRunner();
  const kept = useRobot(({ state }) => keepFailure(robotKind, state, runner.frame?.q));
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  if (!kept) return null;
  const close = () => {
    forgetFailure(robotKind);
    redraw();
  };
  return (
    <>
      <Guide kept={kept} onClose={close} />
      <FramePart>
        <FailurePlace kept={kept} onPlaces={onPlaces} />
      </FramePart>
    </>
  );
}

function Guide({ kept, onClose }: { readonly kept: KeptFailure; onClose(): void }) {
  const { t } = useTranslation('recovery');
  const headingID = useId();
  const { failure } = kept;
  const device = useDeviceName(failure.equipmentID);
  const steps = useSteps(kept);
  const textOf = useStepTexts(device);
  const now = steps.find(({ isDone }) => !isDone)?.id;
  return (
    <section className={styles.guide} aria-labelledby={headingID} data-testid="recovery-guide" data-step={now}>
      <div role="alert">
        <h2 id={headingID}>{failureTitle(t, failure, device)}</h2>
        <p>{t(`cause.${failure.kind}`)}</p>
      </div>
      <p className={styles.reason}>
        {failure.stepPath !== undefined && `${t('where', { path: failure.stepPath })}: `}
        {describeReason(failure)}
      </p>
      <FailedDevice failure={failure} name={device} />
      <ol className={styles.steps}>
        {steps.map(({ id, isDone }) => (
          <li
            key={id}
            data-step={id}
            data-state={isDone ? 'done' : id === now ? 'now' : 'later'}
            {...(id === now && { 'aria-current': 'step', 'data-testid': 'recovery-step' })}
          >
            <span>
              {textOf(id)}
              {isDone && <VisuallyHidden> ({t('done')})</VisuallyHidden>}
            </span>
          </li>
        ))}
      </ol>
      {now === 'goOn' && (
        <Button size="md" variant="default" onClick={onClose}>
          {t('close')}
        </Button>
      )}
    </section>
  );
}

/** Returns the current steps of a failure; those that were shown once stay. */
function useSteps({ failure, shown }: KeptFailure) {
  const state = useRobot((status) => status.state);
  const device = useLiveState({ id: failure.equipmentID ?? '', isEnabled: failure.equipmentID !== undefined });
  if (!state) return [];
  const isDeviceWell = device.data ? device.data.connected && device.data.status !== 'error' : undefined;
  const steps = listRecoverySteps({ failure, state, isDeviceWell, shown });
  for (const { id } of steps) shown.add(id);
  return steps;
}

/** Returns the text of each step for the present state. */
function useStepTexts(device: string | undefined): (id: RecoveryStepID) => string {
  const { t } = useTranslation('recovery');
  const { button, split, joints, hasRoutine, hasPlace } = useRobot(({ state }) => ({
    button: state && findPressedEmergencyStop(state.io),
    split: state && findSplitChannels(state.io),
    joints: listTrappedJoints(state),
    hasRoutine: (state?.routine ?? null) !== null,
    hasPlace: findResumePlace(state?.resumePlaces, state?.routine?.id) !== undefined,
  }));
  return (id) => {
    if (id === 'releaseButton') return t('step.releaseButton', { button: button ?? 'E-Stop' });
    if (id === 'matchChannels') return t('step.matchChannels', { button: split ?? 'E-Stop' });
    if (id === 'fixDevice') return t('step.fixDevice', { device: device ?? '' });
    if (id === 'goOn') return t(hasPlace ? 'step.goOn' : hasRoutine ? 'step.start' : 'step.choose');
    return t(`step.${id}`, { joints });
  };
}
