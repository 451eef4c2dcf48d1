import { IconAlertTriangle } from '@tabler/icons-react';
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { iconSizes } from '../theme/theme.ts';
import styles from './LateNote.module.css';
import { placeBeside } from './place-beside.ts';

interface Props {
  readonly button: RefObject<HTMLElement | null>;
  /** The next press is made, wherever: it has been read. */
  onGone(): void;
}

/**
 * Says at a hold button why the arm stands although it is held. It takes no room and no press: what lies under a finger
 * stays there.
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
    // A key that is still held says so again and again.
    const onKey = (event: KeyboardEvent) => !event.repeat && latest.current();
    window.addEventListener('pointerdown', onPointer, { capture: true });
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      window.removeEventListener('pointerdown', onPointer, { capture: true });
      window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, []);
}
