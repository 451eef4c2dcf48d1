import '../../i18n/tour.ts';
import { Button } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { iconSizes } from '../../ui/theme/theme.ts';
import { tourStore } from './tour-progress.ts';
import { useMayTakeTour, useTour } from './use-tour.ts';

/** Button that starts the guided tour, or resumes the one that the user left. Hidden from users who cannot take it. */
export function StartTour() {
  const { t } = useTranslation('tour');
  const progress = useTour();
  if (!useMayTakeTour()) return null;
  const isLeft = progress !== undefined && !progress.isFinished;
  return (
    <Button
      size="md"
      variant="default"
      disabled={progress?.isOpen ?? false}
      leftSection={<IconMap2 size={iconSizes.sm} aria-hidden />}
      onClick={() => tourStore.open()}
    >
      {t(isLeft ? 'resume' : 'start')}
    </Button>
  );
}
