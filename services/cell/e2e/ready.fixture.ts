import { createCellClient, openSession } from '../src/cli/cell-client.ts';
import { openDataFolder, readAnnouncement, readOrMakeAdminKey } from '../src/data/data-folder.ts';
import { runCli } from './harness.ts';

/** Answers of a cell at the moment it became ready. */
export interface FirstUse {
  readonly token: unknown;
  readonly user: number;
  readonly robotKind: string;
}

/** First use of a cell whose command line, set-up link and sockets work. */
export const workingFirstUse: FirstUse = { token: ['', 200], user: 200, robotKind: 'simulated' };

/** Uses the command line, the set-up link and a runner socket of a starting cell at the moment it becomes ready. */
export async function useOnceReady(dataPath: string, signal: AbortSignal): Promise<FirstUse> {
  return useEverythingAtOnce(dataPath, await waitForReady(dataPath, signal));
}

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

async function useEverythingAtOnce(dataPath: string, url: string): Promise<FirstUse> {
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
