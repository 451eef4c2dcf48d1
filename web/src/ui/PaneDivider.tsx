import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import styles from './PaneDivider.module.css';

const keyStep = 24;

/** Width of a pane in this browser, px; undefined for the width of the layout. */
export function usePaneWidth(name: string) {
  const key = `pane/${name}`;
  const [width, onWidth] = useState(() => readWidth(localStorage.getItem(key)));
  const onKeep = (kept: number | undefined) => {
    onWidth(kept);
    if (kept === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, String(Math.round(kept)));
  };
  return { width, onWidth, onKeep };
}

/** Reads a stored width; undefined for anything but a whole number of pixels. */
export function readWidth(stored: string | null): number | undefined {
  return stored !== null && /^[1-9]\d{1,3}$/.test(stored) ? Number(stored) : undefined;
}

interface Props {
  /** Names the pane on its right, whose width it changes. */
  readonly label: string;
  /** Width in px; undefined for the width of the layout. */
  readonly width: number | undefined;
  readonly min: number;
  readonly max: number;
  /** Called at every move of a drag. */
  onWidth(width: number | undefined): void;
  /** Called when a width is final. */
  onKeep(width: number | undefined): void;
}

/** Divider at the left edge of a pane: dragging or the arrow keys change the width, a double click resets it. */
export function PaneDivider({ label, width, min, max, onWidth, onKeep }: Props) {
  const widthBy = (divider: HTMLElement, by: number) => {
    const now = divider.parentElement?.getBoundingClientRect().width ?? min;
    return Math.min(max, Math.max(min, now + by));
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const divider = event.currentTarget;
    if (divider.hasPointerCapture(event.pointerId))
      onWidth(widthBy(divider, divider.getBoundingClientRect().left - event.clientX));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'ArrowLeft') onKeep(widthBy(event.currentTarget, keyStep));
    else if (event.key === 'ArrowRight') onKeep(widthBy(event.currentTarget, -keyStep));
    else if (event.key === 'Home') onKeep(undefined);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: hr takes no focus and no keys
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width ?? min}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={styles.divider}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onLostPointerCapture={() => width !== undefined && onKeep(width)}
      onDoubleClick={() => onKeep(undefined)}
      onKeyDown={onKeyDown}
    />
  );
}
