import { Button } from '@mantine/core';
import { IconArrowsMove } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../i18n/place.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from './Place.module.css';
import type { Placing } from './use-placing.ts';
import type { usePostureCheck } from './use-posture-check.ts';

const PlacePanel = lazy(() => import('./PlacePanel.tsx'));

interface Props {
  readonly placing: Placing;
  readonly check: ReturnType<typeof usePostureCheck>;
}

/** Button that starts moving the selected position in the picture, then the panel of the move. */
export function PlaceTools({ placing, check }: Props) {
  const { t } = useTranslation('place');
  const { placeable, ghost, begin } = placing;
  if (!placeable) return null;
  if (ghost) {
    return (
      <Suspense>
        <PlacePanel placing={placing} ghost={ghost} check={check} />
      </Suspense>
    );
  }
  return (
    <Button
      size="md"
      variant="default"
      className={styles.begin}
      leftSection={<IconArrowsMove size={iconSizes.sm} aria-hidden />}
      onClick={begin}
    >
      {t('begin')}
    </Button>
  );
}
