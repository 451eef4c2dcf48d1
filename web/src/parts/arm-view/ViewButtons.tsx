import '../../i18n/picture.ts';
import { ActionIcon } from '@mantine/core';
import {
  IconFocusCentered,
  IconSquareLetterF,
  IconSquareLetterS,
  IconSquareLetterT,
  IconZoomInArea,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './ArmView.module.css';
import type { ViewName } from './OrbitView.tsx';

const views = [
  { name: 'start', Icon: IconFocusCentered },
  { name: 'top', Icon: IconSquareLetterT },
  { name: 'front', Icon: IconSquareLetterF },
  { name: 'side', Icon: IconSquareLetterS },
] as const;

interface Props {
  onAsk(name: ViewName): void;
  /** Zooms to the selection; undefined if nothing is selected. */
  readonly onZoom: (() => void) | undefined;
  readonly children: ReactNode;
}

/** Buttons for the initial, top, front and side view and for the selection, and others beside them. */
export function ViewButtons({ onAsk, onZoom, children }: Props) {
  const { t } = useTranslation('picture');
  return (
    <div className={styles.views} role="toolbar" aria-label={t('from.label')}>
      {views.map(({ name, Icon }) => (
        <ActionIcon
          key={name}
          size="md"
          variant="default"
          aria-label={t(`from.${name}`)}
          title={t(`from.${name}`)}
          onClick={() => onAsk(name)}
        >
          <Icon size={iconSizes.sm} aria-hidden />
        </ActionIcon>
      ))}
      {children}
      {onZoom && (
        <ActionIcon
          size="md"
          variant="default"
          aria-label={t('from.selection')}
          title={t('from.selection')}
          onClick={onZoom}
        >
          <IconZoomInArea size={iconSizes.sm} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
