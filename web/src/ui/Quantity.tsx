import { quantityText } from './quantity-text.ts';

/** A number that a person reads, with its unit in muted text; digits keep their places while it changes. */
export function Quantity({
  value,
  digits,
  unit,
}: {
  readonly value: number | undefined;
  readonly digits: number;
  readonly unit: string;
}) {
  return (
    <span className="tabular">
      {quantityText(value, digits)}
      <span className="unit">{unit}</span>
    </span>
  );
}
