import type { ControlHolder } from '@cellwright/domain/robot';
import type { RobotSessionState } from '@cellwright/domain/run';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Caller } from '../core/caller.ts';
import { moveSteps, routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';
import { connectionGraceMS } from './control-arbiter.ts';

const routine = routineOf([
  step('step_1', 'Loop', {}),
  ...moveSteps('step_1.1', [[1, -0.5, 1, 0, 0.5, 0]]),
  step('step_1.2', 'Wait', { milliseconds: 200 }),
  ...moveSteps('step_1.3', [[1.5, -0.5, 1, 0, 0.5, 0]]),
]);

const clients = ['tablet', 'other tablet', 'desk'] as const;
type Client = (typeof clients)[number];

const messages = {
  play: ['playRoutine', { isConfirmed: true }],
  resume: ['resumeRoutine', {}],
  stepOver: ['stepOver', { isConfirmed: true }],
  pause: ['pauseRoutine', {}],
  takeOver: ['takeOverControl', {}],
  acquire: ['acquireControl', {}],
  heartbeat: ['controlHeartbeat', {}],
  release: ['releaseControl', {}],
  stop: ['stop', {}],
} as const;
type Message = keyof typeof messages;

const isStart = (message: Message) => message === 'play' || message === 'resume' || message === 'stepOver';

const happening = fc.record({
  client: fc.constantFrom(...clients),
  does: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom<Message>('play', 'resume', 'stepOver', 'pause', 'takeOver') },
    { weight: 4, arbitrary: fc.constantFrom<Message>('acquire', 'heartbeat') },
    { weight: 1, arbitrary: fc.constantFrom<Message>('release', 'stop') },
    { weight: 4, arbitrary: fc.constantFrom('lose' as const, 'reconnect' as const) },
  ),
  // Without a wait the next one comes in the same turn, before any timer.
  waitMS: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 300 }), fc.constantFrom(2500, connectionGraceMS + 1)),
});

/** Watches every change of the state for what must hold at any time. */
function watchControl(cell: ReturnType<typeof startCell>, waiting: readonly { client: Client; message: Message }[]) {
  const violations: string[] = [];
  const { store } = cell.session.core;
  const check = (isTrue: boolean, text: string) => isTrue || violations.push(`${text} at ${cell.clock.now()} ms`);
  const isWaiting = (client: string, accepts: (message: Message) => boolean) =>
    waiting.some((sent) => sent.client === client && accepts(sent.message));

  const checkHandOver = (from: ControlHolder, to: ControlHolder, { control }: RobotSessionState) => {
    const isAsked = isWaiting(to.clientID, (message) => message === 'takeOver' || message === 'pause');
    check(isAsked, `${to.clientID} has the control of ${from.clientID} without asking for it`);
    const isTold = control?.losses.some((loss) => loss.clientID === from.clientID && loss.byName === to.name);
    check(isTold === true, `${from.clientID} is not told that ${to.clientID} has control`);
  };
  const observe = (before: RobotSessionState, now: RobotSessionState) => {
    const [from, to] = [before.control?.holder, now.control?.holder];
    check(!now.lease || now.lease.holderID.startsWith(`${to?.clientID} `), 'the lease is not that of the holder');
    if (from && to && from.clientID !== to.clientID) checkHandOver(from, to, now);
    const isResumed = before.isPaused && !now.isPaused && now.run?.status === 'running';
    if (isResumed && to) check(isWaiting(to.clientID, isStart), `resumed by another client than ${to.clientID}`);
    const isActive = now.run?.status === 'running' || now.run?.status === 'paused';
    if (from && !to && isActive && now.kind === 'RoutineRunning') {
      const isGivenBack = isWaiting(from.clientID, (message) => message === 'release');
      check(isGivenBack, `${from.clientID} lost control of its run to nobody`);
    }
  };

  const update = store.update.bind(store);
  store.update = (recipe) => {
    const before = store.state;
    update(recipe);
    observe(before, store.state);
  };
  return violations;
}

async function play(happenings: readonly { client: Client; does: Message | 'lose' | 'reconnect'; waitMS: number }[]) {
  const cell = startCell({ routine });
  await cell.clock.advance(100);
  await cell.ask('setBrakes', { state: 'disengaged' });
  await cell.ask('loadRoutine', { routineID: 'routine_1' });
  await cell.ask('releaseControl');
  const waiting: { client: Client; message: Message }[] = [];
  const violations = watchControl(cell, waiting);
  const connections = new Map<Client, number>();
  const callerOf = (client: Client): Caller => ({
    sessionID: `${client} ${connections.get(client) ?? 0}`,
    clientID: client,
    name: client,
    permissions: ['connectToRobot'],
    door: 'socket',
  });
  const send = (client: Client, message: Message) => {
    const sent = { client, message };
    waiting.push(sent);
    const [kind, payload] = messages[message];
    void cell.send(kind, payload, callerOf(client)).finally(() => waiting.splice(waiting.indexOf(sent), 1));
  };
  for (const { client, does, waitMS } of happenings) {
    if (does === 'lose') cell.dispatcher.endClient(callerOf(client).sessionID);
    else if (does === 'reconnect') {
      connections.set(client, (connections.get(client) ?? 0) + 1);
      send(client, 'heartbeat');
    } else send(client, does);
    if (waitMS > 0) await cell.clock.advance(waitMS);
  }
  send('desk', 'stop');
  await cell.clock.advance(6000);
  const { holder } = cell.state().control ?? {};
  if (holder) violations.push(`${holder.clientID} still has control after the run`);
  if (violations.length > 0) throw new Error(violations.join('\n'));
}

describe('Control that three clients fight for', () => {
  it('has at most one holder, resumes nothing for another client, and reports every loss', async () => {
    await fc.assert(fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 25 }), play), {
      numRuns: propertyRuns(15, 60),
    });
  });
});
