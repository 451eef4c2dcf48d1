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
  // −0.0 would flicker beside 0.0.
  const text = value === undefined ? '–' : (Number(value.toFixed(digits)) + 0).toFixed(digits);
  return (
    <span className="tabular">
      {text.replace('-', '−')}
      <span className="unit">{unit}</span>
    </span>
  );
}
