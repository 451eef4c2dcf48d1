import { jointNames, type SimulatedFault } from '@cellwright/domain/robot';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../api/use-command.ts';
import { useRobot } from '../../../api/use-robot.ts';
import { NumberInput } from '../../../ui/NumberInput.tsx';
import { Section } from '../../../ui/Page.tsx';
import { showNote } from '../../../ui/toasts.ts';
import styles from '../ControlPanel.module.css';
import { type FaultSize, faultRequest, isJointFault, listedFaults, sizeOf } from './fault-request.ts';

/** Causes a fault that only hardware has. */
export function FaultsPart() {
  const { t } = useTranslation('simulatorBot');
  const { command, pending } = useCommand();
  const isStale = useRobot((status) => status.isStale);
  const [fault, setFault] = useState<SimulatedFault>('collision');
  const [joint, setJoint] = useState(0);
  const [size, setSize] = useState<number | ''>('');
  const measured = sizeOf(fault);
  const cause = async () => {
    const isDone = await command('injectFault', faultRequest(fault, joint, size));
    if (isDone) showNote(t('caused', { fault: t(`faultNames.${fault}`) }));
  };
  const choose = (value: string) => {
    setFault(listedFaults.find((each) => each === value) ?? fault);
    setSize('');
  };
  return (
    <Section title={t('faults')}>
      <div className={styles.stack}>
        <p className={styles.muted}>{t('faultsHelp')}</p>
        <div className={styles.pairs}>
          <NativeSelect
            size="md"
            label={t('fault')}
            value={fault}
            data={listedFaults.map((value) => ({ value, label: t(`faultNames.${value}`) }))}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
          {isJointFault(fault) && (
            <NativeSelect
              size="md"
              label={t('joint')}
              value={String(joint)}
              data={jointNames.map((_, index) => ({ value: String(index), label: `J${index}` }))}
              onChange={({ currentTarget }) => setJoint(Number(currentTarget.value))}
            />
          )}
          {measured && <SizeInput measured={measured} value={size} onChange={setSize} />}
        </div>
        <p className={styles.muted}>{t(`faultTexts.${fault}`)}</p>
        <div className={styles.tools}>
          <Button size="md" disabled={isStale} loading={pending !== undefined} onClick={() => void cause()}>
            {t('cause')}
          </Button>
        </div>
      </div>
    </Section>
  );
}

interface SizeProps {
  readonly measured: FaultSize;
  readonly value: number | '';
  onChange(value: number | ''): void;
}

function SizeInput({ measured: { quantity, usual, maximum }, value, onChange }: SizeProps) {
  const { t } = useTranslation('simulatorBot');
  return (
    <NumberInput
      size="md"
      label={t(quantity)}
      description={t('sizeHelp', { value: usual })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      hideControls
      min={-maximum}
      max={maximum}
      value={value}
      onChange={onChange}
    />
  );
}
