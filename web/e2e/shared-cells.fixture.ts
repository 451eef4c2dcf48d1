import { inject } from 'vitest';
import * as z from 'zod';
import type { ArmCell } from '../../services/cell/e2e/arm.setup.ts';
import { askLazyStart } from './lazy-start.fixture.ts';

const pageCellSchema = z.object({
  url: z.string(),
  adminKey: z.string(),
  owner: z.object({ name: z.string(), username: z.string(), password: z.string(), pin: z.string() }),
  token: z.string(),
  /** Address of its browser. */
  browser: z.string(),
});

/** Cell and browser that the page tests share. */
export type PageCell = z.infer<typeof pageCellSchema>;

declare module 'vitest' {
  interface ProvidedContext {
    /** Address that starts the cell and the browser of the page tests. */
    readonly pageCell: string;
    /** Address that starts the browser of the arm tests. */
    readonly armBrowser: string;
  }
}

export function findPageCell(): Promise<PageCell> {
  return askLazyStart(inject('pageCell'), pageCellSchema);
}

/** Returns the address of the browser of the arm tests. */
export function findArmBrowser(): Promise<string> {
  return askLazyStart(inject('armBrowser'), z.string());
}

/** Returns the data folder of the cell that the arm tests share. */
export function findArmCellPath(): ArmCell['dataPath'] {
  return inject('armCell').dataPath;
}
