import { probeRegisters } from '@cellwright/calls';
import { maxProbeCount, type ProbeRequest, registerTables } from '@cellwright/domain/equipment';
import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { pollEvery } from '../../api/poll-every.ts';
import { useRobotKind } from '../../api/use-robot.ts';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { Section } from '../../ui/Page.tsx';
import styles from '../device-parts/DeviceParts.module.css';
import type { TrialProps } from '../device-parts/use-device-trial.ts';
import type { CapabilityUI } from '../device-ui.ts';
import { KeepRegister } from './probe/KeepRegister.tsx';
import { ProbeTable } from './probe/ProbeTable.tsx';
import { type Choice, readRange, type TypedRange } from './probe/probe-table.ts';

export const ui: CapabilityUI<'probe'> = { Trial: ProbeRegisters };

/** Refresh interval while registers are shown, ms. */
const refreshMS = 1000;

/** Shows any registers of a device, and adds one to its configuration. */
function ProbeRegisters({ device, description: { tables } }: TrialProps<'probe'>) {
  const { t } = useTranslation();
  const [isLooking, setLooking] = useState(false);
  const [typed, setTyped] = useState<TypedRange>({ table: 'holdingRegister', offset: 0, count: 8 });
  const [choice, choose] = useState<Choice>();
  const range = readRange(typed);
  const choices = registerTables.filter((table) => tables.includes(table));
  const change = (next: Partial<TypedRange>) => {
    setTyped({ ...typed, ...next });
    choose(undefined);
  };
  return (
    <Section title={t('box.probe.title')}>
      <p className={styles.muted}>{t(device.isEnabled ? 'box.probe.help' : 'box.probe.off')}</p>
      <div className={styles.fields}>
        <NativeSelect
          size="md"
          label={t('box.probe.table')}
          data={choices.map((value) => ({ value, label: t(`box.probe.tables.${value}`) }))}
          value={typed.table}
          onChange={(event) => change({ table: choices[event.currentTarget.selectedIndex] ?? 'holdingRegister' })}
        />
        <NumberInput
          size="md"
          label={t('box.probe.offset')}
          description={t('box.probe.offsetHelp')}
          inputWrapperOrder={wrapperOrder}
          hideControls
          value={typed.offset}
          onChange={(offset) => change({ offset })}
        />
        <NumberInput
          size="md"
          label={t('box.probe.count')}
          description={t('box.probe.countHelp', { maximum: maxProbeCount })}
          inputWrapperOrder={wrapperOrder}
          hideControls
          value={typed.count}
          onChange={(count) => change({ count })}
        />
      </div>
      {!range && <p className={styles.problem}>{t('box.probe.badRange', { maximum: maxProbeCount })}</p>}
      {isLooking && range && device.isEnabled && <Looking deviceID={device.id} range={range} onChoose={choose} />}
      {choice && (
        <KeepRegister
          key={JSON.stringify(choice)}
          deviceID={device.id}
          choice={choice}
          onDone={() => choose(undefined)}
        />
      )}
      <div className={styles.buttons}>
        <Button size="md" variant="default" disabled={!device.isEnabled} onClick={() => setLooking(!isLooking)}>
          {t(isLooking ? 'box.probe.stop' : 'box.probe.start')}
        </Button>
      </div>
    </Section>
  );
}

const wrapperOrder: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description'];

interface LookingProps {
  readonly deviceID: string;
  readonly range: ProbeRequest;
  onChoose(choice: Choice): void;
}

/** Shows the range and refreshes it, except while the page is hidden. */
function Looking({ deviceID, range, onChoose }: LookingProps) {
  const robotKind = useRobotKind();
  const { data, error } = useQuery({
    queryKey: ['probe', deviceID, robotKind, range],
    queryFn: ({ signal }) => cell.call(probeRegisters, { id: deviceID, robotKind, ...range }, { signal }),
    refetchInterval: pollEvery(refreshMS),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  return (
    <>
      {error && (
        <p className={styles.problem} role="status" data-testid="probe-problem">
          {error.message}
        </p>
      )}
      {data && <ProbeTable answer={data} isOld={error !== null} onChoose={onChoose} />}
    </>
  );
}
