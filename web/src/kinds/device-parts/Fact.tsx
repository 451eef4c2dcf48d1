import type { ReactNode } from 'react';

interface FactProps {
  readonly term: string;
  readonly testID?: string;
  readonly children: ReactNode;
}

/** One measured value of a device, with its name. */
export function Fact({ term, testID, children }: FactProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd data-testid={testID}>{children}</dd>
    </div>
  );
}

/** Returns a value in another unit; undefined while it is unknown. */
export function times(value: number | undefined, by: number): number | undefined {
  return value === undefined ? undefined : value * by;
}
