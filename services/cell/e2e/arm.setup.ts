/** Starts the one cell that the arm tests of a run share, and ends it on every way out. */
import type { TestProject } from 'vitest/node';
import { makeDataPath, startCell } from './harness.ts';
import { rememberFreshState } from './reset-robot.ts';

/** How much faster than real time the arms and devices of the shared cell are. */
export const armTimeScale = 5;

/** The shared cell, as `inject('armCell')` returns it. */
export interface ArmCell {
  readonly url: string;
  readonly dataPath: string;
  readonly pid: number;
  /** Bearer token of the command line, with every permission. */
  readonly adminKey: string;
  /** The page that makes the first user, below `url`. */
  readonly setUpLink: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly armCell: ArmCell;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const data = makeDataPath();
  try {
    const cell = await startCell('compact', data.path, {
      CELL_TIME_SCALE: String(armTimeScale),
      EGRESS_LOOPBACK: 'true',
    });
    const teardown = async () => {
      await cell.stop();
      data.remove();
    };
    try {
      await rememberFreshState(cell);
      const setUpLink = (await cell.client.createSetUpLink()) ?? '';
      const { url, dataPath, pid, client } = cell;
      project.provide('armCell', { url, dataPath, pid, adminKey: client.adminKey, setUpLink });
    } catch (error) {
      await teardown();
      throw error;
    }
    return teardown;
  } catch (error) {
    data.remove();
    throw error;
  }
}
