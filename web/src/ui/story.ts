import type { ReactNode } from 'react';

/** Component in each of its states, as shown in the gallery. */
export interface Story {
  readonly component: string;
  readonly states: Readonly<Record<string, ReactNode>>;
}
