import { lagFactor } from '@cellwright/testkit';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { io, type Socket } from 'socket.io-client';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import * as z from 'zod';
import { type CellAccess, within } from './faults/fault-cell.fixture.ts';

const patience = 120_000;
/** Maximum time until sockets close, on a machine without other load. */
const goneWithinMS = 5000;
const answerWithinMS = 30_000;
/** One user must be able to invite others before one can be disabled. */
const everything = { connectToRobot: true, account: true };
const password = 'correct horse battery';
const invitedSchema = z.object({ link: z.string(), user: z.object({ id: z.string() }) });

/** A signed-in user with a runner socket and a connection to the real-time service, opened with the same cookie. */
interface Person {
  readonly id: string;
  readonly cookie: string;
  readonly runner: WebSocket;
  readonly realTime: Socket;
  /** Resolves when both are closed. */
  readonly gone: Promise<unknown>;
}

async function signIn(
  faults: CellAccess,
  username: string,
  permissions = { connectToRobot: true, account: false },
): Promise<Person> {
  const wanted = JSON.stringify({ name: username, username, permissions });
  const invited = invitedSchema.parse(JSON.parse((await faults.call('POST', '/users/invite', wanted)).text));
  const { url } = faults.cell;
  const response = await fetch(`${url}/api/v1/cell/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ token: invited.link.split('#')[1], password }),
  });
  expect(response.status).toBe(200);
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  const headers = { cookie, origin: url };
  const runner = new WebSocket(`${url.replace('http', 'ws')}/api/v1/routine-runner/simulated`, { headers });
  const runnerGone = new Promise((resolve) => runner.once('close', resolve));
  const options = { path: '/api/socket.io', extraHeaders: headers, transports: ['websocket'], reconnection: false };
  const realTime = io(url, options);
  const realTimeGone = new Promise((resolve) => realTime.once('disconnect', resolve));
  await within(answerWithinMS, 'the runner socket speaks', new Promise((resolve) => runner.once('message', resolve)));
  const hello = realTime.timeout(answerWithinMS).emitWithAck('find', 'robots', {});
  expect(await hello).toBeNull();
  return { id: invited.user.id, cookie, runner, realTime, gone: Promise.all([runnerGone, realTimeGone]) };
}

/** Expects both connections of a user to work: the robot's state arrives, and calls are answered. */
async function expectServed({ runner, realTime }: Person): Promise<void> {
  expect(runner.readyState).toBe(WebSocket.OPEN);
  const answered = new Promise<unknown>((resolve) => {
    runner.on('message', (data) => {
      const message: unknown = JSON.parse(String(data));
      if (z.object({ id: z.literal('still-here'), ok: z.literal(true) }).safeParse(message).success) resolve(true);
    });
  });
  runner.send(JSON.stringify({ id: 'still-here', kind: 'getStateSnapshot', payload: {} }));
  await within(answerWithinMS, 'the runner socket answers', answered);
  expect(await realTime.timeout(answerWithinMS).emitWithAck('find', 'robots', {})).toBeNull();
}

/** Tests that a session's end closes its sockets. */
export function describeSignedOut(accessCell: () => CellAccess): void {
  describe('users with open sockets', () => {
    it(
      'lose them within 5 s when one signs out and the other is disabled, while a bystander keeps them',
      async () => {
        const faults = accessCell();
        const leaver = await signIn(faults, 'lea');
        const disabled = await signIn(faults, 'dan');
        const bystander = await signIn(faults, 'ben', everything);
        await expectServed(bystander);
        const signOut = { method: 'POST', headers: { cookie: leaver.cookie, origin: faults.cell.url } };
        expect((await fetch(`${faults.cell.url}/api/v1/cell/logout`, signOut)).status).toBe(200);
        await within(goneWithinMS * lagFactor(), 'the sockets of the one that signed out close', leaver.gone);
        await expectServed(disabled);
        const answer = await faults.call('PATCH', `/users/${disabled.id}`, '{"disabledBy":"x"}');
        expect(answer.status, answer.text).toBe(200);
        await within(goneWithinMS * lagFactor(), 'the sockets of the disabled one close', disabled.gone);
        await expectServed(bystander);
        bystander.runner.close();
        bystander.realTime.close();
      },
      patience,
    );

    inExhaustiveRuns(() => {
      it(
        'cannot reconnect with their old cookie',
        async () => {
          const faults = accessCell();
          const person = await signIn(faults, 'eve');
          expect((await faults.call('PATCH', `/users/${person.id}`, '{"disabledBy":"x"}')).status).toBe(200);
          await within(goneWithinMS * lagFactor(), 'the sockets close', person.gone);
          const headers = { cookie: person.cookie, origin: faults.cell.url };
          const again = new WebSocket(`${faults.cell.url.replace('http', 'ws')}/api/v1/routine-runner/simulated`, {
            headers,
          });
          const code = new Promise((resolve) => again.once('close', resolve));
          expect(await within(answerWithinMS, 'the socket closes', code)).toBe(4401);
        },
        patience,
      );
    });
  });
}
