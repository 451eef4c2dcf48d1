import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { showHint } from '../toasts.ts';
import styles from './HoldButton.module.css';
import { useHold } from './use-hold.ts';

export interface HoldButtonProps {
  readonly children: ReactNode;
  /** For those who do not see it, when `children` is no text. */
  readonly label?: string;
  readonly size?: 'md' | 'xl';
  readonly isDisabled?: boolean;
  /** The colour that what it does has in the standards; without it, that of the product while it is held. */
  readonly tone?: 'notice';
  /** Takes the room there is. */
  readonly isGrowing?: boolean;
  readonly testID?: string;
  onStart(): void;
  onEnd(): void;
}

/** Acts while it is held. A tap is answered with the hint to hold. */
export function HoldButton(props: HoldButtonProps) {
  const { children, label, size = 'xl', isDisabled = false, isGrowing = false, tone, testID, onStart, onEnd } = props;
  const { t } = useTranslation();
  const { isHeld, handlers } = useHold({
    isDisabled,
    onStart,
    onEnd({ isTap }) {
      onEnd();
      if (isTap) showHint(t('hold.hint'));
    },
  });
  return (
    <button
      type="button"
      className={styles.hold}
      data-held={isHeld}
      data-size={size}
      data-grow={isGrowing}
      data-tone={tone}
      data-testid={testID}
      aria-label={label}
      aria-disabled={isDisabled}
      aria-pressed={isHeld}
      {...handlers}
    >
      {children}
    </button>
  );
}
