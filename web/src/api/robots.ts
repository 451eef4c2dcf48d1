import { connectRunner, type RunnerClient } from '@cellwright/client';
import { type RobotKind, robotKindSchema } from '@cellwright/domain/robot';
import { session } from './session.ts';

/** Which robot the screens show and command, and the connection to it. */
const storageKey = 'cellwright.robotKind';
const quietRetryMS = 3000;

let kind: RobotKind = readStored();
let runner: RunnerClient | undefined;
let startsSimulatedByTap = false;
const listeners = new Set<() => void>();

function readStored(): RobotKind {
  const stored = robotKindSchema.safeParse(sessionStorage.getItem(storageKey));
  return stored.success ? stored.data : 'simulated';
}

function open(): RunnerClient {
  const client = connectRunner({
    url: window.location.origin,
    robotKind: kind,
    token: () => session.token,
    quietRetryMS,
  });
  client.subscribe(() => {
    const { error } = client.status;
    if (error?.code === 'authorization_required' && runner === client) session.end(error.message);
  });
  return client;
}

export const robots = {
  get kind(): RobotKind {
    return kind;
  },
  /** Connection to the chosen robot; it opens on first use. */
  get runner(): RunnerClient {
    runner ??= open();
    return runner;
  },
  /** True if a tap of a finger starts the robot of this page. The live robot always needs a hold. */
  get startsByTap(): boolean {
    return startsSimulatedByTap && kind === 'simulated';
  },
  /** Applies the setting of the cell. */
  allowTapStart(isOn: boolean): void {
    startsSimulatedByTap = isOn;
  },
  choose(next: RobotKind): void {
    if (next === kind) return;
    kind = next;
    sessionStorage.setItem(storageKey, next);
    robots.disconnect();
    for (const listener of [...listeners]) listener();
  },
  disconnect(): void {
    const old = runner;
    runner = undefined;
    old?.close();
  },
  /** Calls the listener when another robot is chosen. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

session.subscribe(() => {
  if (!session.isSignedIn) robots.disconnect();
});
