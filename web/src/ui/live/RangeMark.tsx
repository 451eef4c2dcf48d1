import { useLayoutEffect, useRef } from 'react';
import type { ChangeSource } from './change-source.ts';
import styles from './Live.module.css';

/** Closer than this share of its range to an end, the mark says so. */
const nearEnd = 0.03;

/** Where a value is in its range, moved past React. `read` gives a share, 0–1, and keeps its identity. */
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
      // Painted anew in its place: nothing is laid out, and no layer is moved.
      node.style.backgroundPositionX = place;
      const isNear = String(share < nearEnd || share > 1 - nearEnd);
      if (node.dataset.near !== isNear) node.dataset.near = isNear;
    };
    show();
    return source.subscribe(show);
  }, [source, read]);
  return (
    <span className={styles.range} aria-hidden>
      <span ref={mark} className={styles.mark} />
    </span>
  );
}
