import { useLayoutEffect, useRef } from 'react';
import { movesNothing } from '../press/marks.ts';
import type { ChangeSource } from './change-source.ts';
import styles from './Live.module.css';

/** Share of the range at each end within which the mark changes. */
const nearEnd = 0.03;

/** Position of a value in its range, updated without React. `read` returns a share, 0–1, and must keep its identity. */
export function RangeMark({ source, read }: { readonly source: ChangeSource; read(): number | undefined }) {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    let shown: string | undefined;
    const show = () => {
      const share = read();
      const node = mark.current;
      if (!node) return;
      const isHidden = share === undefined;
      if (node.hidden !== isHidden) node.hidden = isHidden;
      if (share === undefined) return;
      const place = `${(Math.min(Math.max(share, 0), 1) * 100).toFixed(1)}%`;
      if (place === shown) return;
      shown = place;
      // Repaints in place, without layout or layer changes.
      node.style.backgroundPositionX = place;
      const isNear = String(share < nearEnd || share > 1 - nearEnd);
      if (node.dataset.near !== isNear) node.dataset.near = isNear;
    };
    show();
    return source.subscribe(show);
  }, [source, read]);
  return (
    <span className={styles.range} {...movesNothing} aria-hidden>
      <span ref={mark} className={styles.mark} />
    </span>
  );
}
