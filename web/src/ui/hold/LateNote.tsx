import { IconAlertTriangle } from '@tabler/icons-react';
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { iconSizes } from '../theme/theme.ts';
import styles from './LateNote.module.css';
import { placeBeside } from './place-beside.ts';

interface Props {
  readonly button: RefObject<HTMLElement | null>;
  /** Called at the next press anywhere: the note has been read. */
  onGone(): void;
}

/**
 * Shows at a hold button why the arm stopped during the hold. It takes no space and no presses: the layout under the
 * finger does not change.
 */
export function LateNote({ button, onGone }: Props) {
  const { t } = useTranslation();
  const place = usePlaceBeside(button);
  useNextPress(onGone);
  return createPortal(
    <p className={styles.note} style={place} role="status" data-testid="hold-late">
      <IconAlertTriangle size={iconSizes.sm} aria-hidden />
      {t('hold.late')}
    </p>,
    document.body,
  );
}

function usePlaceBeside(button: RefObject<HTMLElement | null>): CSSProperties | undefined {
  const [place, setPlace] = useState<CSSProperties>();
  useLayoutEffect(() => {
    const follow = () => {
      const { clientWidth: width, clientHeight: height } = document.documentElement;
      if (button.current) setPlace(placeBeside(button.current.getBoundingClientRect(), { width, height }));
    };
    follow();
    window.addEventListener('scroll', follow, { capture: true, passive: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  }, [button]);
  return place;
}

function useNextPress(act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const onPointer = () => latest.current();
    // A key that is held down repeats.
    const onKey = (event: KeyboardEvent) => !event.repeat && latest.current();
    window.addEventListener('pointerdown', onPointer, { capture: true });
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      window.removeEventListener('pointerdown', onPointer, { capture: true });
      window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, []);
}
