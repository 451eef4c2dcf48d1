import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { dispatcherText, equipmentContracts, programName } from '@cellwright/equipment/contracts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/Page.tsx';
import styles from '../device-parts/DeviceParts.module.css';
import { Readiness } from '../device-parts/Readiness.tsx';
import type { DeviceUI } from '../device-ui.ts';

export const ui: DeviceUI = { Trial: MachineSetUp };

function MachineSetUp({ device }: { readonly device: EquipmentRecord }) {
  return (
    <>
      <Readiness device={device} />
      <DispatcherProgram device={device} />
    </>
  );
}

/** Offers the program that the control runs to take requests, for the variables of this machine. */
function DispatcherProgram({ device }: { readonly device: EquipmentRecord }) {
  const { t } = useTranslation();
  const config = equipmentContracts.CNCMachine.config.safeParse(device.config).data;
  if (config?.deviceInterface !== 'haasNGC') return null;
  const name = `${programName(config.cycle.dispatcherProgram)}.nc`;
  const href = `data:text/plain;charset=us-ascii,${encodeURIComponent(dispatcherText(config.cycle))}`;
  return (
    <Section title={t('box.dispatcher.title')}>
      <p className={styles.muted}>{t('box.dispatcher.help')}</p>
      <div className={styles.buttons}>
        <Button component="a" size="md" variant="default" href={href} download={name}>
          {t('box.dispatcher.download', { name })}
        </Button>
      </div>
    </Section>
  );
}
