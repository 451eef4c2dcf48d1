export type Labels = Readonly<Record<string, string>>;

const other = 'other';

/**
 * Creates a function that passes on the first `max` combinations of labels; all labels of later ones become 'other'.
 */
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
