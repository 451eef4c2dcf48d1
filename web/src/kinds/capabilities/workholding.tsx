import { workholdingLiveStateSchema } from '@cellwright/equipment/capabilities';
import { useTranslation } from 'react-i18next';
import { Fact } from '../device-parts/Fact.tsx';
import { TrialSection } from '../device-parts/TrialSection.tsx';
import { type TrialProps, useDeviceTrial } from '../device-parts/use-device-trial.ts';
import type { CapabilityUI, FactsProps } from '../device-ui.ts';

export const ui: CapabilityUI<'workholding'> = { Facts: WorkholdingFacts, Trial: TryWorkholding };

/** Clamps and unclamps each chuck and vise of a machine. */
function TryWorkholding({ device, description: { workholdings } }: TrialProps<'workholding'>) {
  const { t } = useTranslation();
  const trial = useDeviceTrial(device, 'workholding', ({ name, sensed }) =>
    t('box.holdingOutcome', { name, position: t(`box.holdingPositions.${sensed}`) }),
  );
  if (workholdings.length === 0) return null;
  const actions = workholdings.flatMap(({ id, name }) => {
    const button = (action: 'clamp' | 'unclamp', label: string) => ({
      ...{ id: `${action} ${id}`, label, isReady: true },
      run: () => trial.send(`${action} ${id}`, { workholding: id, action }),
    });
    return [button('unclamp', t('box.unclampNamed', { name })), button('clamp', t('box.clampNamed', { name }))];
  });
  return <TrialSection device={device} trial={trial} usual="none" actions={actions} />;
}

function WorkholdingFacts({ state }: FactsProps) {
  const { t } = useTranslation();
  const live = workholdingLiveStateSchema.safeParse(state).data;
  return live?.workholdings.map(({ id, name, sensed }) => (
    <Fact key={id} term={name} testID={`workholding-${id}`}>
      {t(`box.holdingPositions.${sensed}`)}
    </Fact>
  ));
}
