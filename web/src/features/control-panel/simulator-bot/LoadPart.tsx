import { payloadMassRange } from '@cellwright/domain/robot';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../api/use-command.ts';
import { useRobot } from '../../../api/use-robot.ts';
import { decimalText } from '../../../ui/decimal-text.ts';
import { NumberInput } from '../../../ui/NumberInput.tsx';
import { Section } from '../../../ui/Page.tsx';
import { showNote } from '../../../ui/toasts.ts';
import styles from '../ControlPanel.module.css';

/** Sets the payload of the arm. */
export function LoadPart() {
  const { t } = useTranslation('simulatorBot');
  const { command, pending } = useCommand();
  const { isStale, mass } = useRobot((status) => ({ isStale: status.isStale, mass: status.state?.payload.mass ?? 0 }));
  const [typed, type] = useState<number | ''>();
  const wanted = typed ?? mass;
  const set = async (massKg: number) => {
    if (!(await command('setRobotPayload', { mass: massKg }))) return;
    type(undefined);
    showNote(t('massSet', { mass: decimalText(massKg) }));
  };
  return (
    <Section title={t('load')}>
      <div className={styles.stack}>
        <p className={styles.muted}>{t('loadHelp')}</p>
        <div className={styles.pairs}>
          <NumberInput
            size="md"
            label={t('mass')}
            hideControls
            min={payloadMassRange.minimum}
            max={payloadMassRange.maximum}
            value={wanted}
            onChange={type}
          />
        </div>
        <div className={styles.tools}>
          <Button
            size="md"
            variant="default"
            disabled={isStale || wanted === '' || wanted === mass}
            loading={pending !== undefined}
            onClick={() => wanted !== '' && void set(wanted)}
          >
            {t('setMass')}
          </Button>
        </div>
      </div>
    </Section>
  );
}
