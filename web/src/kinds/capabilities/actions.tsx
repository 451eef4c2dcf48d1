import type { SensorReading } from '@cellwright/equipment/capabilities';
import { actionsLiveStateSchema } from '@cellwright/equipment/capabilities';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { actionText, sensorText } from '../../i18n/device-parts.ts';
import { decimalText } from '../../ui/decimal-text.ts';
import { Quantity } from '../../ui/Quantity.tsx';
import { valueText } from '../../ui/value-text.ts';
import { Fact } from '../device-parts/Fact.tsx';
import { TrialSection } from '../device-parts/TrialSection.tsx';
import { type TrialProps, useDeviceTrial } from '../device-parts/use-device-trial.ts';
import type { CapabilityUI, FactsProps } from '../device-ui.ts';

export const ui: CapabilityUI<'actions'> = { Facts: SensorFacts, Trial: TryActions };

/** A button for each action of a custom device. */
function TryActions({ device, description: { actions } }: TrialProps<'actions'>) {
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

function SensorFacts({ kind, state }: FactsProps) {
  const { t } = useTranslation();
  const live = actionsLiveStateSchema.safeParse(state).data;
  return live?.sensors.map(({ id, name, value, valueName, unit, problem }) => (
    <Fact key={id} term={sensorText(kind, name)} testID={`sensor-${id}`}>
      {typeof value === 'number' && unit !== undefined ? (
        <Quantity value={value} digits={unit === 'N' ? 1 : 3} unit={unit} />
      ) : (
        (problem ?? valueName ?? describeReading(t, value))
      )}
    </Fact>
  ));
}

function describeReading(t: TFunction, value: SensorReading['value']): string {
  return value === 'high' || value === 'low' ? t(`box.${value}`) : valueText(t, value);
}
