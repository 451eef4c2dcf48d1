/** Starts the one cell shared by the arm tests of a run, and always ends it. */
import type { TestProject } from 'vitest/node';
import { makeDataPath, startCell } from './harness.ts';
import { rememberFreshState } from './reset-robot.ts';

/** Speed-up of the arms and devices of the shared cell over real time. */
export const armTimeScale = 5;

/** The shared cell, returned by `inject('armCell')`. */
export interface ArmCell {
  readonly url: string;
  readonly dataPath: string;
  readonly pid: number;
  /** Bearer token of the command line, with every permission. */
  readonly adminKey: string;
  /** Path below `url` of the page that creates the first user. */
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
