import { Button, Skeleton } from '@mantine/core';
import { IconPlug, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell, useMayAuthor } from '../../api/cell.ts';
import { useAuthorNote } from '../../api/use-author-note.ts';
import { AuthorNote, Permitted } from '../../parts/Permitted.tsx';
import { tourMark } from '../../parts/tour-mark.ts';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import { AddDevice } from './AddDevice.tsx';
import styles from './Box.module.css';
import { DeviceDetail } from './DeviceDetail.tsx';
import { DeviceRow } from './DeviceRow.tsx';

/** Devices: the list on the left, the chosen one on the right. */
export function EquipmentPart() {
  const { t } = useTranslation();
  const mayAuthor = useMayAuthor();
  const granters = useAuthorNote();
  const { device } = useSearch({ from: '/box' });
  const [chosenID, choose] = useState(device);
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['equipment'],
    queryFn: ({ signal }) => cell.equipment.find({ limit: 200 }, signal),
  });
  if (error) return <ErrorState title={t('box.listFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={240} />;
  // The first device is chosen once: after the chosen device is deleted, none is chosen.
  if (chosenID === undefined && data.items[0]) choose(data.items[0].id);
  const chosen = data.items.find(({ id }) => id === chosenID);
  return (
    <>
      <AuthorNote granters={granters} />
      <div className={styles.columns}>
        <div className={styles.list}>
          {data.items.length === 0 && <EmptyState Icon={IconPlug} title={t('box.none')} text={t('box.noneHelp')} />}
          {data.items.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              isChosen={!isAdding && device.id === chosen?.id}
              onChoose={() => {
                choose(device.id);
                setAdding(false);
              }}
            />
          ))}
          <Permitted isAllowed={mayAuthor}>
            <Button
              {...tourMark('addDevice')}
              size="md"
              variant={data.items.length === 0 ? 'filled' : 'default'}
              leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              {t('box.add')}
            </Button>
          </Permitted>
        </div>
        <div className={styles.detail}>
          {isAdding ? (
            <AddDevice
              devices={data.items}
              onAdded={(id) => {
                choose(id);
                setAdding(false);
              }}
              onCancel={() => setAdding(false)}
            />
          ) : chosen ? (
            <DeviceDetail key={chosen.id} device={chosen} />
          ) : (
            <p className={styles.muted}>{t('box.choose')}</p>
          )}
        </div>
      </div>
    </>
  );
}
