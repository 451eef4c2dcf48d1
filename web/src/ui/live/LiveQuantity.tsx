import { useLayoutEffect, useRef } from 'react';
import { movesNothing } from '../press/marks.ts';
import { quantityText } from '../quantity-text.ts';
import type { ChangeSource } from './change-source.ts';
import styles from './Live.module.css';

/**
 * Number that changes many times a second, rendered without React; it looks like `Quantity`. `read` must keep its
 * identity between renders.
 */
export function LiveQuantity({
  source,
  read,
  digits,
  unit,
}: {
  readonly source: ChangeSource;
  read(): number | undefined;
  readonly digits: number;
  readonly unit: string;
}) {
  const number = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    let shown: string | undefined;
    const show = () => {
      const text = quantityText(read(), digits);
      if (text === shown || !number.current) return;
      shown = text;
      write(number.current, text);
    };
    show();
    return source.subscribe(show);
  }, [source, read, digits]);
  // Width for a sign, four digits before the point and the decimals: a fixed width needs no new layout.
  const characters = digits + 6 + unit.length;
  return (
    <span className={`tabular ${styles.live}`} {...movesNothing} style={{ width: `${characters}ch` }}>
      <span ref={number} />
      <span className="unit">{unit}</span>
    </span>
  );
}

/** Reuses the text node: a new one would need style and layout. */
function write(into: HTMLElement, text: string): void {
  const { firstChild } = into;
  if (firstChild instanceof Text) firstChild.data = text;
  else into.textContent = text;
}
