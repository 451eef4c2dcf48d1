import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { stopByBothWays } from './stop-ways.ts';

const never = () => new Promise<never>(() => undefined);
const fail = (message: string) => async () => {
  throw new Error(message);
};

function bench(overSocket: () => Promise<unknown>, overHttp: () => Promise<unknown>) {
  const clock = new VirtualClock();
  const sent: string[] = [];
  const stopped = stopByBothWays(
    {
      overSocket() {
        sent.push(`socket at ${clock.now()}`);
        return overSocket();
      },
      overHttp() {
        sent.push(`http at ${clock.now()}`);
        return overHttp();
      },
    },
    clock,
  );
  return { clock, sent, stopped };
}

describe('a stop', () => {
  it('goes over the socket, and over nothing else when that confirms at once', async () => {
    const { clock, sent, stopped } = bench(async () => 'stopped', never);
    expect(await stopped).toBe('stopped');
    await clock.advance(1000);
    expect(sent).toEqual(['socket at 0']);
  });

  it('goes over HTTP, too, when the socket is silent for 250 ms', async () => {
    const { clock, sent, stopped } = bench(never, async () => 'stopped over HTTP');
    expect(await clock.runUntilSettled(stopped)).toBe('stopped over HTTP');
    expect(sent).toEqual(['socket at 0', 'http at 250']);
  });

  it('goes over HTTP at once when there is no socket', async () => {
    const { sent, stopped } = bench(fail('not connected'), async () => 'stopped over HTTP');
    expect(await stopped).toBe('stopped over HTTP');
    expect(sent).toEqual(['socket at 0', 'http at 0']);
  });

  it('says so when no way led to the robot', async () => {
    const { stopped } = bench(fail('not connected'), fail('No cell answers'));
    await expect(stopped).rejects.toThrow('No cell answers');
  });
});
