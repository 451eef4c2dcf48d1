import { quantityText } from './quantity-text.ts';

/** Number with its unit in muted text; the digits keep their positions while it changes. */
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
