export type Labels = Readonly<Record<string, string>>;

const other = 'other';

/** Passes on the first `max` combinations of labels; every later one becomes 'other' throughout. */
export function createSeriesLimit(max: number): (labels: Labels) => Labels {
  const known = new Set<string>();
  return (labels) => {
    const key = Object.values(labels).join('\u0000');
    if (known.has(key)) return labels;
    if (known.size >= max) return Object.fromEntries(Object.keys(labels).map((name) => [name, other]));
    known.add(key);
    return labels;
  };
}
