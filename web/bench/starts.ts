import { fileURLToPath } from 'node:url';
import { makeTestDataFolder, startProduct } from '@cellwright/testkit';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Measures how long `npm start` takes until the cell runs, ms: with a new data folder, and with the same one again.
 * Needs a build.
 */
export async function measureStarts(): Promise<{ cold: number; warm: number }> {
  const data = makeTestDataFolder({ prefix: 'cellwright-start-' });
  try {
    return { cold: await startOnce(data.path), warm: await startOnce(data.path) };
  } finally {
    data.remove();
  }
}

async function startOnce(dataPath: string): Promise<number> {
  const { tookMS, stop } = await startProduct(root, dataPath);
  await stop();
  return tookMS;
}
