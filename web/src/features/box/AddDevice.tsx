import { freeName } from '@cellwright/domain/basics';
import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { type AnyEquipmentKind, contractOf } from '@cellwright/equipment/contracts';
import { readFields } from '@cellwright/fields';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { deviceText } from '../../i18n/contract-text.ts';
import type { ConfigDraft } from '../../kinds/device-parts/device-config.ts';
import { tourMark } from '../../parts/tour-mark.ts';
import { Section } from '../../ui/Page.tsx';
import { showError } from '../../ui/toasts.ts';
import styles from './Catalogue.module.css';
import { ConfigForm } from './ConfigForm.tsx';
import { DeviceCatalogue } from './DeviceCatalogue.tsx';
import { deviceDrafts, newDeviceKey } from './device-drafts.ts';
import { hasSimulator } from './device-place.ts';

/** Adds a device: its kind from the catalogue, then the configuration of that kind. */
export function AddDevice(props: {
  readonly devices: readonly EquipmentRecord[];
  onAdded(id: string): void;
  onCancel(): void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [kind, setKind] = useState<AnyEquipmentKind>();
  const chooseKind = (next: AnyEquipmentKind | undefined) => {
    if (kind) deviceDrafts.drop(newDeviceKey(kind));
    setKind(next);
  };
  const { mutate, isPending } = useMutation({
    mutationFn: (config: { kind: string; name: string }) => cell.equipment.create({ config }),
    onSuccess: async ({ id }, { kind: created }) => {
      deviceDrafts.drop(newDeviceKey(created));
      await queries.invalidateQueries({ queryKey: ['equipment'] });
      props.onAdded(id);
    },
    onError: showError,
  });
  return (
    <Section title={t('box.add')}>
      {kind ? (
        <div {...tourMark('newDevice')}>
          <div className={styles.chosen}>
            <span>
              <strong>{deviceText(kind, 'label', contractOf(kind).label)}</strong> {contractOf(kind).catalogue.maker}
            </span>
            <Button size="md" variant="default" onClick={() => chooseKind(undefined)}>
              {t('box.otherKind')}
            </Button>
          </div>
          {hasSimulator(kind) && <p className={styles.simulator}>{t('box.simulatorHelp')}</p>}
          <ConfigForm
            key={kind}
            kind={kind}
            draftKey={newDeviceKey(kind)}
            initial={startDraft(kind, props.devices)}
            submitLabel={t('box.create')}
            isWaiting={isPending}
            testsConnection={hasSimulator(kind)}
            onSubmit={mutate}
            onCancel={props.onCancel}
          />
        </div>
      ) : (
        <>
          <DeviceCatalogue onChoose={chooseKind} />
          <Button size="md" variant="default" onClick={props.onCancel}>
            {t('box.cancel')}
          </Button>
        </>
      )}
    </Section>
  );
}

/** Returns a draft with the default name in the language of the page, with a number if a device has it already. */
function startDraft(kind: AnyEquipmentKind, devices: readonly EquipmentRecord[]): ConfigDraft {
  const fallback = readFields(contractOf(kind).config).find(({ name }) => name === 'name')?.defaultValue;
  const taken = new Set(devices.map(({ config }) => config.name));
  return typeof fallback === 'string' ? { name: freeName(deviceText(kind, 'firstName', fallback), taken) } : {};
}
