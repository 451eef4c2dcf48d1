import {
  IconAlertTriangle,
  IconCheck,
  IconCircle,
  IconInfoCircle,
  IconPlayerPauseFilled,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Tone } from './describe-runner.ts';
import styles from './StatusChip.module.css';
import { iconSizes } from './theme/theme.ts';

const icons: Record<Tone, ComponentType<IconProps>> = {
  neutral: IconCircle,
  good: IconCheck,
  caution: IconPlayerPauseFilled,
  danger: IconAlertTriangle,
  notice: IconInfoCircle,
};

/** A state in a word, with a sign and a colour of its own. */
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
