import { inject } from 'vitest';
import * as z from 'zod';
import { askLazyStart } from './lazy-start.fixture.ts';

const pageCellSchema = z.object({
  url: z.string(),
  adminKey: z.string(),
  owner: z.object({ name: z.string(), username: z.string(), password: z.string(), pin: z.string() }),
  token: z.string(),
  /** Where its browser is connected to. */
  browser: z.string(),
});

/** Cell and browser that the page tests share. */
export type PageCell = z.infer<typeof pageCellSchema>;

declare module 'vitest' {
  interface ProvidedContext {
    /** Address that starts the cell of the page tests. */
    pageCell: string;
  }
}

export function findPageCell(): Promise<PageCell> {
  return askLazyStart(inject('pageCell'), pageCellSchema);
}
