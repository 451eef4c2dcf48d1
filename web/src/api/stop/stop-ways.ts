import { clientClock, type StopWay } from '@cellwright/client';
import { ProductError } from '@cellwright/domain/basics';
import { type RobotKind, robotKindSchema, stopWaysSchema } from '@cellwright/domain/robot';
import * as z from 'zod';
import { robots } from '../robots.ts';
import { http, session } from '../session.ts';
import { StopPress } from './stop-press.ts';

/** Time without confirmation after which the next channel is used as well, ms. */
const nextWayAfterMS = 250;
const deadlineMS = 3000;
/** Renewal interval, while a user is signed in, of the cookie that allows a stop after sign-out, ms. */
const renewEveryMS = 3_600_000;
const waysKey = 'cellwright.stopWays';
const pressedKey = 'cellwright.stopPressed';

const keptSchema = z.object({ port: z.number().nullable(), until: z.number() });
const stoppedSchema = z.object({ stopEpoch: z.number() });

/** Returns the channels that the cell sent last, which this browser keeps for the sign-in page. */
function readKept(): z.infer<typeof keptSchema> | undefined {
  const text = localStorage.getItem(waysKey);
  if (text === null) return undefined;
  try {
    return keptSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** True if the cell accepts a stop from this browser while no user is signed in. */
export function canStopSignedOut(): boolean {
  return (readKept()?.until ?? 0) > Date.now();
}

/** Fetches the channels while a user is signed in. */
export function followStopWays(): void {
  let renewal: ReturnType<typeof setInterval> | undefined;
  const ask = async () => {
    const answer = await http.request('GET', '/api/v1/cell/robots/stop-ways', { schema: stopWaysSchema });
    const port = window.location.protocol === 'https:' ? answer.httpsPort : answer.port;
    localStorage.setItem(waysKey, JSON.stringify({ port, until: Date.now() + answer.validForMS }));
  };
  // Without an answer the previous channels are used.
  const askQuietly = () => void ask().catch(() => undefined);
  const follow = () => {
    clearInterval(renewal);
    if (!session.isSignedIn) return;
    askQuietly();
    renewal = setInterval(askQuietly, renewEveryMS);
  };
  session.subscribe(follow);
  follow();
}

function pathOf(robot: RobotKind): string {
  return `/api/v1/cell/robots/${robot}/stop`;
}

function waysOf(robot: RobotKind): StopWay[] {
  const overHttp = () => http.request('POST', pathOf(robot), { schema: stoppedSchema, deadlineMS });
  const isConnected = session.isSignedIn && robot === robots.kind;
  const ways: StopWay[] = isConnected ? [{ send: () => robots.runner.send('stop', {}) }] : [];
  ways.push(isConnected ? { send: overHttp, afterMS: nextWayAfterMS } : { send: overHttp });
  const port = readKept()?.port ?? undefined;
  // While the cell does not answer whether there is a session, the stop process may still know its cookie.
  if (port !== undefined && (session.isSignedIn || !session.isKnown))
    ways.push({ send: () => stopByListener(port, robot), afterMS: nextWayAfterMS });
  return ways;
}

/** Sends the stop to the dedicated stop process, on its own port of the same host. */
async function stopByListener(port: number, robot: RobotKind): Promise<void> {
  const { protocol, hostname } = window.location;
  const { token } = session;
  const response = await fetch(`${protocol}//${hostname}:${port}${pathOf(robot)}`, {
    method: 'POST',
    credentials: 'include',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(deadlineMS),
  });
  if (response.status === 401) throw new ProductError('authorization_required', 'Sign in first');
  if (!response.ok) throw new ProductError('unavailable', `The stop listener answered ${response.status}`);
}

/** Software stop of this browser. */
export const stopPress = new StopPress({
  robots: robotKindSchema.options,
  waysOf,
  clock: clientClock,
  remember: (pressedAt) => {
    if (pressedAt === null) sessionStorage.removeItem(pressedKey);
    else sessionStorage.setItem(pressedKey, String(Date.now() - (clientClock.now() - pressedAt)));
  },
});

/** Continues a stop that was not confirmed before the page was reloaded. */
export function resumeStop(): void {
  const pressedAt = Number(sessionStorage.getItem(pressedKey) ?? Number.NaN);
  if (Number.isFinite(pressedAt)) stopPress.press(clientClock.now() - (Date.now() - pressedAt));
}
