import {
  IconAlertTriangle,
  IconCheck,
  IconCircle,
  IconInfoCircle,
  IconPlayerPauseFilled,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import styles from './StatusChip.module.css';
import { iconSizes } from './theme/theme.ts';

/** Tone of a state: neutral if normal, a colour only if attention is needed. */
export type Tone = 'neutral' | 'good' | 'caution' | 'danger' | 'notice';

const icons: Record<Tone, ComponentType<IconProps>> = {
  neutral: IconCircle,
  good: IconCheck,
  caution: IconPlayerPauseFilled,
  danger: IconAlertTriangle,
  notice: IconInfoCircle,
};

/** State as a word, with an icon and the colour of its tone. */
export function StatusChip(props: {
  readonly tone: Tone;
  readonly word: string;
  readonly Icon?: ComponentType<IconProps>;
}) {
  const { tone, word, Icon = icons[tone] } = props;
  return (
    <span className={styles.chip} data-tone={tone}>
      <Icon size={iconSizes.sm} aria-hidden />
      {word}
    </span>
  );
}
