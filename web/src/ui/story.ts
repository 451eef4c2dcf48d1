import type { ReactNode } from 'react';

/** A component in each of its states, as the gallery shows them. */
export interface Story {
  readonly component: string;
  readonly states: Readonly<Record<string, ReactNode>>;
}
