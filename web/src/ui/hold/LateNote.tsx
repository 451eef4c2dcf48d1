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
 * Shows at a hold button why the arm stopped during the hold. It takes no space and no presses, and covers no other
 * control if there is space: the layout under the finger does not change.
 */
export function LateNote({ button, onGone }: Props) {
  const { t } = useTranslation();
  const note = useRef<HTMLParagraphElement>(null);
  const place = usePlaceBeside(button, note);
  useNextPress(onGone);
  return createPortal(
    <p ref={note} className={styles.note} style={place} role="status" data-testid="hold-late">
      <IconAlertTriangle size={iconSizes.sm} aria-hidden />
      {t('hold.late')}
    </p>,
    document.body,
  );
}

function usePlaceBeside(button: RefObject<HTMLElement | null>, note: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState<CSSProperties>();
  useLayoutEffect(() => {
    const follow = () => {
      if (button.current && note.current) setPlace(findPlace(button.current, note.current));
    };
    follow();
    window.addEventListener('scroll', follow, { capture: true, passive: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  }, [button, note]);
  return place;
}

function findPlace(button: HTMLElement, note: HTMLElement): CSSProperties {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const controls = [...document.querySelectorAll<HTMLElement>('button, a[href], input, select')]
    .filter((control) => control !== button && control.checkVisibility())
    .map((control) => control.getBoundingClientRect());
  const heightAt = (wanted: number) => {
    note.style.width = `${wanted}px`;
    return note.getBoundingClientRect().height;
  };
  const place = placeBeside(button.getBoundingClientRect(), { page: { width, height }, controls, heightAt });
  // The measurements changed it, which React does not know.
  note.style.width = `${place.width}px`;
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
