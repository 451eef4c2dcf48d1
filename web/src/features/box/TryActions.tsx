import type { SensorReading } from '@cellwright/equipment/capabilities';
import { useTranslation } from 'react-i18next';
import { actionText, sensorText } from '../../i18n/device-parts.ts';
import { decimalText } from '../../ui/decimal-text.ts';
import { TrialSection } from './TrialSection.tsx';
import { type TrialProps, useDeviceTrial } from './use-device-trial.ts';

/** A button for each action of a custom device. */
export function TryActions({ device, description: { actions } }: TrialProps<'actions'>) {
  const { t } = useTranslation();
  const trial = useDeviceTrial(device, 'actions', ({ sensors }) => {
    const told = ({ value, valueName, unit }: SensorReading) =>
      typeof value === 'number' ? `${decimalText(value)} ${unit ?? ''}`.trim() : (valueName ?? value ?? '–');
    const measured = sensors
      .map((sensor) => `${sensorText(device.config.kind, sensor.name)}: ${told(sensor)}`)
      .join(', ');
    return measured === '' ? t('box.actionDone') : t('box.actionOutcome', { measured });
  });
  if (actions.length === 0) return null;
  return (
    <TrialSection
      device={device}
      trial={trial}
      usual="none"
      actions={actions.map(({ id, ...action }) => ({
        id,
        label: actionText({ id, ...action }),
        isReady: true,
        run: () => trial.send(id, { action: id }),
      }))}
    />
  );
}
