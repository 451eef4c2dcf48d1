import { doorLiveStateSchema } from '@cellwright/equipment/capabilities';
import { useTranslation } from 'react-i18next';
import { Fact } from '../device-parts/Fact.tsx';
import { TrialSection } from '../device-parts/TrialSection.tsx';
import { type TrialProps, useDeviceTrial } from '../device-parts/use-device-trial.ts';
import type { CapabilityUI, FactsProps } from '../device-ui.ts';

export const ui: CapabilityUI<'door'> = { Facts: DoorFacts, Trial: TryDoor };

/** Opens and closes the door of a machine. */
function TryDoor({ device, description: { actions } }: TrialProps<'door'>) {
  const { t } = useTranslation();
  const trial = useDeviceTrial(device, 'door', ({ sensed }) =>
    t('box.doorOutcome', { position: t(`box.doorPositions.${sensed}`) }),
  );
  if (actions.length === 0) return null;
  const action = (id: 'open' | 'close', label: string) => ({
    ...{ id, label, isReady: true },
    run: () => trial.send(id, { action: id }),
  });
  return (
    <TrialSection
      device={device}
      trial={trial}
      usual="none"
      actions={[action('open', t('box.openDoor')), action('close', t('box.closeDoor'))]}
    />
  );
}

function DoorFacts({ state }: FactsProps) {
  const { t } = useTranslation();
  const door = doorLiveStateSchema.safeParse(state).data?.door;
  if (!door) return null;
  const { commanded, sensed } = door;
  const position = t(`box.doorPositions.${sensed}`);
  return (
    <Fact term={t('box.door')} testID="machine-door">
      {commanded === undefined || commanded === sensed
        ? position
        : t('box.commandedAndSensed', { sensed: position, commanded: t(`box.doorPositions.${commanded}`) })}
    </Fact>
  );
}
