import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import styles from './PaneDivider.module.css';

const keyStep = 24;

/** Width of a pane in this browser, px; undefined for the width that the layout gives it. */
export function usePaneWidth(name: string): readonly [number | undefined, (width: number | undefined) => void] {
  const key = `pane/${name}`;
  const [width, setWidth] = useState(() => readWidth(localStorage.getItem(key)));
  const keep = (next: number | undefined) => {
    setWidth(next);
    if (next === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, String(Math.round(next)));
  };
  return [width, keep];
}

/** Reads a stored width; undefined for anything but a whole number of pixels. */
export function readWidth(stored: string | null): number | undefined {
  return stored !== null && /^[1-9]\d{1,3}$/.test(stored) ? Number(stored) : undefined;
}

interface Props {
  /** Names the pane to its right, whose width it changes. */
  readonly label: string;
  /** Undefined for the width that the layout gives. */
  readonly width: number | undefined;
  readonly min: number;
  readonly max: number;
  onWidth(width: number | undefined): void;
}

/** The line at the left edge of a pane: dragging it, or the arrow keys on it, change the width; a double click resets it. */
export function PaneDivider({ label, width, min, max, onWidth }: Props) {
  const resize = (divider: HTMLElement, by: number) => {
    const now = divider.parentElement?.getBoundingClientRect().width ?? min;
    onWidth(Math.min(max, Math.max(min, now + by)));
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const divider = event.currentTarget;
    if (divider.hasPointerCapture(event.pointerId))
      resize(divider, divider.getBoundingClientRect().left - event.clientX);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'ArrowLeft') resize(event.currentTarget, keyStep);
    else if (event.key === 'ArrowRight') resize(event.currentTarget, -keyStep);
    else if (event.key === 'Home') onWidth(undefined);
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
      onDoubleClick={() => onWidth(undefined)}
      onKeyDown={onKeyDown}
    />
  );
}
