import { once } from 'node:events';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import { expect, it } from 'vitest';
import { createCellClient, openSession } from '../src/cli/cell-client.ts';
import { openDataFolder, readAnnouncement, readOrMakeAdminKey } from '../src/data/data-folder.ts';
import { makeDataPath, runCli, spawnCell } from './harness.ts';

/** Number of consecutive starts; CELL_STARTS sets more. */
const starts = Number(process.env.CELL_STARTS ?? propertyRuns(1, 2));

/**
 * Polls as fast as possible, from before the gateway listens. Resolves with the URL when it is ready for the first
 * time.
 */
async function waitForReady(dataPath: string, signal: AbortSignal): Promise<string> {
  for (;;) {
    signal.throwIfAborted();
    const port = readAnnouncement(dataPath)?.processes.find(({ name }) => name === 'gateway')?.port;
    const url = `http://localhost:${port}`;
    const answer = port === undefined ? undefined : await fetch(`${url}/health/ready`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return url;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function useEverythingAtOnce(dataPath: string, url: string) {
  const adminKey = readOrMakeAdminKey(openDataFolder(dataPath));
  const client = createCellClient({ url, adminKey });
  const openRunnerSocket = async () => {
    const session = await openSession(client, 'simulated');
    session.close();
    return session.state.robotKind;
  };
  const makeFirstUser = async () => {
    const link = await client.createSetUpLink();
    const body = { token: link?.split('#')[1], username: 'ada', name: 'Ada', password: 'correct horse battery staple' };
    const headers = { 'content-type': 'application/json' };
    const setUp = `${url}/api/v1/cell/setup`;
    return (await fetch(setUp, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  const makeToken = async () => {
    const { stdout, stderr } = await runCli('token', ['--name', 'me'], dataPath);
    const headers = { authorization: `Bearer ${stdout.trim()}` };
    return [stderr, (await fetch(`${url}/api/v1/cell/equipment`, { headers })).status];
  };
  const [token, user, robotKind] = await Promise.all([makeToken(), makeFirstUser(), openRunnerSocket()]);
  return { token, user, robotKind };
}

it.each(Array.from({ length: starts }, (_, index) => index + 1))(
  'a cell that becomes ready serves its command line, set-up link and runner sockets (start %i)',
  async () => {
    const data = makeDataPath();
    const cell = spawnCell('compact', { CELLWRIGHT_DATA: data.path, PORT: '0' });
    const ended = new AbortController();
    const exited = once(cell, 'exit').then(() => ended.abort(new Error('the cell ended')));
    try {
      const url = await waitForReady(data.path, ended.signal);
      expect(await useEverythingAtOnce(data.path, url)).toEqual({
        token: ['', 200],
        user: 200,
        robotKind: 'simulated',
      });
    } finally {
      cell.kill('SIGINT');
      await exited;
      data.remove();
    }
  },
  120_000,
);
