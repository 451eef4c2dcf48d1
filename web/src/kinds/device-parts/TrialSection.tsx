import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/Page.tsx';
import styles from './DeviceParts.module.css';
import type { DeviceTrial } from './use-device-trial.ts';

interface TrialSectionProps {
  readonly device: EquipmentRecord;
  readonly trial: Pick<DeviceTrial<never>, 'isFree' | 'pending' | 'answer'>;
  /** Inputs for the commands. */
  readonly children?: ReactNode;
  readonly actions: readonly TrialAction[];
  /** Primary button; the last one by default. */
  readonly usual?: 'last' | 'none';
}

export interface TrialAction {
  readonly id: string;
  readonly label: string;
  readonly isReady: boolean;
  run(): Promise<void>;
}

/** A section that tries a device: inputs, the last outcome, and a button per command. */
export function TrialSection({ device, trial, children, actions, usual = 'last' }: TrialSectionProps) {
  const { t } = useTranslation();
  const { isFree, pending, answer } = trial;
  return (
    <Section title={t('box.try')}>
      {!device.isEnabled && <p className={styles.muted}>{t('box.tryOff')}</p>}
      {children}
      <p className={answer && !answer.isGood ? styles.problem : styles.muted} role="status" data-testid="try-answer">
        {answer?.text}
      </p>
      <div className={styles.buttons}>
        {actions.map(({ id, label, isReady, run }, index) => (
          <Button
            key={id}
            size="md"
            variant={usual === 'last' && index === actions.length - 1 ? 'filled' : 'default'}
            loading={pending === id}
            disabled={!isReady || !isFree}
            onClick={() => void run()}
          >
            {label}
          </Button>
        ))}
      </div>
    </Section>
  );
}
