import { machineLiveStateSchema, maxProgramNumber } from '@cellwright/equipment/capabilities';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount, isWithin } from '../device-parts/Amount.tsx';
import { Fact } from '../device-parts/Fact.tsx';
import { TrialSection } from '../device-parts/TrialSection.tsx';
import { type TrialProps, useDeviceTrial } from '../device-parts/use-device-trial.ts';
import type { CapabilityUI, FactsProps } from '../device-ui.ts';

export const ui: CapabilityUI<'machine'> = { Facts: MachineFacts, Trial: TryMachine };

const programs = { minimum: 1, maximum: maxProgramNumber };

/** Starts a program of the machine by hand. */
function TryMachine({ device }: TrialProps<'machine'>) {
  const { t } = useTranslation();
  const [program, setProgram] = useState<number | string>('');
  const trial = useDeviceTrial(device, 'machine', ({ status, request }) =>
    t('box.machineOutcome', {
      status: t(`box.machineStatuses.${status}`),
      request: t(`box.programRequests.${request}`),
    }),
  );
  const prepare = () => trial.send('prepare', { action: 'prepare' });
  const start = () => trial.send('start', { action: 'start', program: Number(program) });
  return (
    <TrialSection
      device={device}
      trial={trial}
      usual="none"
      actions={[
        { id: 'prepare', label: t('box.prepareMachine'), isReady: true, run: prepare },
        { id: 'start', label: t('box.startProgram'), isReady: isWithin(program, programs), run: start },
      ]}
    >
      <Amount label={t('box.programNumber')} unit="" range={programs} value={program} onChange={setProgram} />
    </TrialSection>
  );
}

function MachineFacts({ state }: FactsProps) {
  const { t } = useTranslation();
  const live = machineLiveStateSchema.safeParse(state).data;
  if (!live) return null;
  const { status, request, program, partCount, lastCycle, detail } = live.machine;
  return (
    <>
      <Fact term={t('box.machineStatus')} testID="machine-status">
        {status === 'fault' && detail !== undefined ? detail : t(`box.machineStatuses.${status}`)}
      </Fact>
      <Fact term={t('box.programRequest')} testID="machine-request">
        {t(`box.programRequests.${request}`)}
      </Fact>
      {program !== undefined && <Fact term={t('box.machineProgram')}>{program}</Fact>}
      {partCount !== undefined && <Fact term={t('box.partCount')}>{partCount}</Fact>}
      {lastCycle !== undefined && <Fact term={t('box.lastCycle')}>{lastCycle}</Fact>}
    </>
  );
}
