import type { EquipmentRecord } from '@cellwright/domain';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/Page.tsx';
import styles from './DeviceParts.module.css';
import type { DeviceTrial } from './use-device-trial.ts';

interface TrialSectionProps {
  readonly device: EquipmentRecord;
  readonly trial: Pick<DeviceTrial<never>, 'isFree' | 'pending' | 'answer'>;
  /** What is told besides. */
  readonly children?: ReactNode;
  readonly actions: readonly TrialAction[];
  /** Which of them stands out; without it the last one. */
  readonly usual?: 'last' | 'none';
}

export interface TrialAction {
  readonly id: string;
  readonly label: string;
  readonly isReady: boolean;
  run(): Promise<void>;
}

/** Trying a device: what it is told, what came of it, and a button for each thing that it can do. */
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
