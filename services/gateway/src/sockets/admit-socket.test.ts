import { EventEmitter } from 'node:events';
import { ProductError } from '@cellwright/domain/basics';
import { assemblyModeError } from '@cellwright/domain/robot';
import { silentLogger } from '@cellwright/service-kit';
import { flushPromises, VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { admitSocket } from './admit-socket.ts';

/** Open socket without a connection. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  private readonly onClose: (code: number | undefined, reason: string) => void;

  constructor(onClose: (code: number | undefined, reason: string) => void) {
    super();
    this.onClose = onClose;
  }

  close(code?: number, reason?: string | Buffer): void {
    this.onClose(code, String(reason));
    this.readyState = 3;
  }
}

/** Opens a socket to a cell that recognises clients until `refuse` is called. */
function open(caller: { readonly cookieSecret: string | undefined }, refusal?: ProductError) {
  const clock = new VirtualClock();
  const closes: { readonly code: number | undefined; readonly reason: string }[] = [];
  const socket = new FakeSocket((code, reason) => closes.push({ code, reason }));
  let refused = refusal;
  const authenticator = {
    introduce: () => undefined,
    recognise: () => {
      if (refused) throw refused;
      return { subjectID: 'u1', name: 'Ada', permissions: [] };
    },
    requireFresh: () => undefined,
    onChange: () => () => undefined,
  };
  const handler = { onAdmitted: () => undefined, onMessage: () => undefined, onGone: () => undefined };
  const deps = { authenticator, clock, log: silentLogger };
  admitSocket(deps, socket, { address: '', isLoopback: true, isPage: true, ...caller }, handler);
  return {
    clock,
    socket,
    closed: () => closes[0],
    refuse: (error: ProductError) => {
      refused = error;
    },
  };
}
const forbidden = { code: 4403, reason: expect.stringContaining("Set its operation mode to 'live'") };

describe('A socket to a robot in assembly mode', () => {
  it('closes immediately for a session in its cookie, without ending the session', async () => {
    const { closed } = open({ cookieSecret: 'cws_1' }, assemblyModeError());
    await flushPromises();
    expect(closed()).toEqual(forbidden);
  });

  it('closes for a token', async () => {
    const { socket, closed } = open({ cookieSecret: undefined }, assemblyModeError());
    socket.emit('message', Buffer.from(JSON.stringify({ kind: 'authenticate', token: 'cw_1' })), false);
    await flushPromises();
    expect(closed()).toEqual(forbidden);
  });

  it('closes within a second when the mode is set', async () => {
    const { closed, clock, refuse } = open({ cookieSecret: 'cws_1' });
    await flushPromises();
    await clock.advance(1000);
    expect(closed()).toBeUndefined();
    refuse(assemblyModeError());
    await clock.advance(1000);
    expect(closed()).toEqual(forbidden);
  });
});

describe('A socket with the cookie of a session that has ended', () => {
  it('may still send a token', async () => {
    const { closed, clock } = open(
      { cookieSecret: 'cws_old' },
      new ProductError('authorization_required', 'Invalid token'),
    );
    await flushPromises();
    expect(closed()).toBeUndefined();
    await clock.advance(2000);
    expect(closed()).toMatchObject({ code: 4401 });
  });
});
