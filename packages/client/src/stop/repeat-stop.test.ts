import { ProductError } from '@cellwright/domain/basics';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { repeatStop } from './repeat-stop.ts';

const never = () => new Promise<never>(() => undefined);
const fail = (message: string) => async () => {
  throw new Error(message);
};

function bench(overSocket: () => Promise<unknown>, overHttp: () => Promise<unknown>) {
  const clock = new VirtualClock();
  const sent: string[] = [];
  const note = (way: string, send: () => Promise<unknown>) => () => {
    sent.push(`${way} at ${clock.now()}`);
    return send();
  };
  const ways = [{ send: note('socket', overSocket) }, { send: note('http', overHttp), afterMS: 250 }];
  return { clock, sent, stopped: repeatStop(ways, clock) };
}

describe('repeatStop', () => {
  it('sends over the socket only when that confirms immediately', async () => {
    const { clock, sent, stopped } = bench(async () => 'stopped', never);
    expect(await stopped).toBe('stopped');
    await clock.advance(1000);
    expect(sent).toEqual(['socket at 0']);
  });

  it('also sends over HTTP when the socket is silent for 250 ms', async () => {
    const { clock, sent, stopped } = bench(never, async () => 'stopped over HTTP');
    expect(await clock.runUntilSettled(stopped)).toBe('stopped over HTTP');
    expect(sent).toEqual(['socket at 0', 'http at 250']);
  });

  it('sends over HTTP immediately when there is no socket', async () => {
    const { sent, stopped } = bench(fail('not connected'), async () => 'stopped over HTTP');
    expect(await stopped).toBe('stopped over HTTP');
    expect(sent).toEqual(['socket at 0', 'http at 0']);
  });

  it('rejects immediately when no channel reaches the robot', async () => {
    const { stopped } = bench(fail('not connected'), fail('No cell answers'));
    await expect(stopped).rejects.toThrow('No cell answers');
  });

  it('repeats over both channels every 500 ms until one confirms', async () => {
    let answers = 0;
    const { clock, sent, stopped } = bench(never, () => (++answers === 3 ? Promise.resolve('stopped') : never()));
    expect(await clock.runUntilSettled(stopped)).toBe('stopped');
    await clock.advance(5000);
    expect(sent).toEqual([
      'socket at 0',
      'http at 250',
      'socket at 500',
      'http at 750',
      'socket at 1000',
      'http at 1250',
    ]);
  });

  it('repeats after all channels have failed, so that a restored connection stops the robot', async () => {
    let isConnected = false;
    let confirmed = 0;
    const overSocket = async () => {
      if (!isConnected) throw new Error('not connected');
      confirmed++;
    };
    const { clock, stopped } = bench(overSocket, fail('No cell answers'));
    await expect(stopped).rejects.toThrow('No cell answers');
    await clock.advance(2000);
    isConnected = true;
    await clock.advance(5000);
    expect(confirmed).toBe(1);
  });

  it('does not repeat over a channel that does not know the sender', async () => {
    const unknown = async () => {
      throw new ProductError('authorization_required', 'Sign in first');
    };
    const { clock, sent, stopped } = bench(unknown, unknown);
    await expect(stopped).rejects.toThrow('Sign in first');
    await clock.advance(20_000);
    expect(sent).toEqual(['socket at 0', 'http at 0']);
  });

  it('gives up after 10 s', async () => {
    const { clock, sent, stopped } = bench(never, never);
    const outcome = stopped.catch((error: Error) => error.message);
    await clock.advance(10_000);
    expect(await outcome).toBe('The robot did not confirm the stop. Use the emergency stop');
    const { length } = sent;
    await clock.advance(10_000);
    expect(sent).toHaveLength(length);
  });
});
