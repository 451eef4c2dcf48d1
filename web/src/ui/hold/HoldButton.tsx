import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showHint } from '../toasts.ts';
import styles from './HoldButton.module.css';
import { LateNote } from './LateNote.tsx';
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
  /** Whoever ends what is held, since they heard too late that it still is, calls `onLate`: the button says so. */
  onStart(onLate: () => void): void;
  onEnd(): void;
}

/** Acts while it is held. A tap is answered with the hint to hold; what ended under the finger, with why. */
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
