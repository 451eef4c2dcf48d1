import { useLayoutEffect, useRef } from 'react';
import { quantityText } from '../quantity-text.ts';
import type { ChangeSource } from './change-source.ts';
import styles from './Live.module.css';

/**
 * A number that changes many times a second, written past React; it looks as `Quantity` does. `read` keeps its
 * identity from render to render.
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
  // Room for a sign, four digits before the point and what follows: a width that holds is never laid out anew.
  const characters = digits + 6 + unit.length;
  return (
    <span className={`tabular ${styles.live}`} style={{ width: `${characters}ch` }}>
      <span ref={number} />
      <span className="unit">{unit}</span>
    </span>
  );
}

/** Into the text that is there: a new one would have to be styled and placed anew. */
function write(into: HTMLElement, text: string): void {
  const { firstChild } = into;
  if (firstChild instanceof Text) firstChild.data = text;
  else into.textContent = text;
}
