import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showHint } from '../toasts.ts';
import styles from './HoldButton.module.css';
import { LateNote } from './LateNote.tsx';
import { useHold } from './use-hold.ts';

export interface HoldButtonProps {
  readonly children: ReactNode;
  /** Accessible label, if `children` is not text. */
  readonly label?: string;
  readonly size?: 'md' | 'xl';
  readonly isDisabled?: boolean;
  /** Colour that standards assign to the action; by default the product colour while it is held. */
  readonly tone?: 'notice';
  /** Fills the available width. */
  readonly isGrowing?: boolean;
  readonly testID?: string;
  /** Called on press. Call `onLate` when the motion was ended because a heartbeat was late: the button shows it. */
  onStart(onLate: () => void): void;
  onEnd(): void;
}

/** Hold-to-run button. A tap shows the hint to hold; a motion that ended during the hold shows why. */
export function HoldButton(props: HoldButtonProps) {
  const { children, label, size = 'xl', isDisabled = false, isGrowing = false, tone, testID, onStart, onEnd } = props;
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [isLate, setLate] = useState(false);
  const { isHeld, handlers } = useHold({
    isDisabled,
    onStart() {
      setLate(false);
      onStart(() => setLate(true));
    },
    onEnd({ isTap }) {
      onEnd();
      if (isTap) showHint(t('hold.hint'));
    },
  });
  const acts = isHeld && !isLate;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.hold}
        data-held={acts}
        data-size={size}
        data-grow={isGrowing}
        data-tone={tone}
        data-testid={testID}
        aria-label={label}
        aria-disabled={isDisabled}
        aria-pressed={acts}
        {...handlers}
      >
        {children}
      </button>
      {isLate && !isDisabled && <LateNote button={button} onGone={() => setLate(false)} />}
    </>
  );
}
