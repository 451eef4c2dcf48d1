// @vitest-environment happy-dom
import { simulatedFaultSchema } from '@cellwright/domain/robot';
import { runnerMessages } from '@cellwright/domain/runner-socket';
import { idleSession } from '@cellwright/testkit';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { readText, renderIn, wrapIn } from '../../../i18n/in-language.fixture.tsx';
import { SimulatorBot } from '../SimulatorBotScreen.tsx';
import { describePair } from './describe-pair.ts';
import { faultRequest, isJointFault, listedFaults } from './fault-request.ts';

const robot = vi.hoisted(() => ({
  status: {},
  kind: 'simulated',
  mayOperate: true,
  command: vi.fn(async () => true),
}));
// Other files of this worker use the same modules without the mock.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('../../../api/use-robot.ts', () => ({
  useRobot: (select: (status: object) => unknown) => select(robot.status),
  useRobotKind: () => robot.kind,
  usePacedJoints: () => ({ joints: [0, 1, 0, 0, 0, 0], subscribe: () => () => undefined }),
}));
vi.mock('../../../api/use-command.ts', () => ({ useCommand: () => ({ command: robot.command, pending: undefined }) }));
vi.mock('../../../api/arm-model.ts', () => ({ useArmModel: () => undefined }));
vi.mock('../../../api/cell.ts', () => ({ useMayOperate: () => robot.mayOperate }));
vi.mock('../../../ui/toasts.ts', () => ({ showNote: () => undefined }));

const io = Object.fromEntries(
  ['E-Stop', 'Safeguard', 'CB E-Stop', 'Tablet E-Stop'].flatMap((name) => [
    [`${name} 1`, 'high' as const],
    [`${name} 2`, 'high' as const],
  ]),
);
const session = idleSession({ io, payload: { mass: 2.5 } });

afterEach(() => {
  Object.assign(robot, { status: {}, kind: 'simulated', mayOperate: true });
  robot.command.mockClear();
  document.body.replaceChildren();
});

async function show(state: object | undefined, language: 'en' | 'de' = 'en'): Promise<string> {
  robot.status = { state, isStale: false };
  return await renderIn(language, <SimulatorBot />);
}

/** Mounts the screen and presses buttons. */
async function press(...labels: readonly string[]): Promise<void> {
  robot.status = { state: session, isStale: false };
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const shown = await wrapIn('en', <SimulatorBot />);
  act(() => root.render(shown));
  for (const label of labels) {
    const button = [...document.querySelectorAll('button')].find(
      (each) => (each.getAttribute('aria-label') ?? each.textContent) === label,
    );
    if (!button) throw new Error(`There is no button ${label}`);
    await act(async () => button.click());
  }
  act(() => root.unmount());
}

describe('SimulatorBot', () => {
  it('shows the state, the joints and the load of the simulated robot', async () => {
    const contact = { jointsBeyondLimits: [1], pressedJoints: [4] };
    const failure = { kind: 'JointLimitFailure', reason: 'joint 1 is at 3.2 rad', recoveryKind: 'GuidedMode' };
    const text = readText(await show({ ...session, kind: 'Failure', contact, failure, unbrakedJoints: [2] }));
    expect(text).toContain('A joint is beyond its limit');
    expect(text).toMatch(/J1 .*Beyond its limit/);
    expect(text).toMatch(/J2 [^J]*Released/);
    expect(text).toMatch(/J4 [^J]*External load/);
    expect(text).toContain('Payload 2.50 kg');
  });

  it('uses German texts for a German user', async () => {
    const text = readText(await show(session, 'de'));
    expect(text).toContain('Äußeres Drehmoment');
    expect(text).toContain('Nur Kanal 1 öffnen');
  });

  it('simulates no faults on a real robot, but on a twin', async () => {
    robot.kind = 'live';
    expect(await show({ ...session, isTwin: false })).not.toContain('<button');
    expect(readText(await show({ ...session, isTwin: true }))).toContain('Cause fault');
    expect(readText(await show(undefined))).toBe('The state of the robot is not known yet');
  });

  it('disables everything that changes the robot for a read-only user', async () => {
    robot.mayOperate = false;
    const html = await show(session);
    const fieldset = html.indexOf('<fieldset');
    expect(html.slice(fieldset)).toMatch(/^<fieldset[^>]*disabled=""/);
    expect(html.slice(0, fieldset)).not.toContain('<button');
  });

  it('opens both channels of a button, only one, and closes both', async () => {
    await press('Open, E-Stop', 'Open channel 1 only, Safeguard', 'Close, Tablet E-Stop');
    expect(robot.command.mock.calls).toEqual([
      ['forceInput', { name: 'E-Stop 1', level: 'low' }],
      ['forceInput', { name: 'E-Stop 2', level: 'low' }],
      ['forceInput', { name: 'Safeguard 1', level: 'low' }],
      ['forceInput', { name: 'Safeguard 2', level: null }],
      ['forceInput', { name: 'Tablet E-Stop 1', level: null }],
      ['forceInput', { name: 'Tablet E-Stop 2', level: null }],
    ]);
  });

  it('sends the second channel only after the first was accepted', async () => {
    robot.command.mockResolvedValueOnce(false);
    await press('Open, E-Stop');
    expect(robot.command.mock.calls).toHaveLength(1);
  });

  it('causes the chosen fault', async () => {
    await press('Cause fault');
    expect(robot.command.mock.calls).toEqual([['injectFault', { fault: 'collision', joint: 0, size: 100 }]]);
  });
});

describe('faultRequest', () => {
  it('lists every simulated fault once', () => {
    expect(listedFaults.toSorted()).toEqual(simulatedFaultSchema.options.toSorted());
  });

  it.each(listedFaults)('returns a message that the robot accepts for %s', (fault) => {
    const request = faultRequest(fault, 5, -2);
    expect(runnerMessages.injectFault.payload.parse(request)).toEqual(request);
    expect(request.joint).toBe(isJointFault(fault) ? 5 : 0);
  });

  it('converts degrees to radians, and sends the default for an empty size', () => {
    expect(faultRequest('jointLimit', 1, 90).size).toBeCloseTo(Math.PI / 2);
    expect(faultRequest('jointLimit', 1, '').size).toBeCloseTo((3 * Math.PI) / 180);
    expect(faultRequest('torqueCollision', 1, '').size).toBe(100);
    expect(faultRequest('powerBoard', 1, 40).size).toBe(0);
  });
});

describe('describePair', () => {
  const pair = ['E-Stop 1', 'E-Stop 2'] as const;
  it.each([
    ['high', 'high', 'bothClosed'],
    ['low', 'low', 'bothOpen'],
    ['low', 'high', 'differ'],
    ['high', 'low', 'differ'],
  ] as const)('describes %s and %s', (one, other, word) => {
    expect(describePair(pair, { 'E-Stop 1': one, 'E-Stop 2': other }).word).toBe(word);
  });

  it('returns notKnown without both levels', () => {
    expect(describePair(pair, undefined).word).toBe('notKnown');
    expect(describePair(pair, { 'E-Stop 1': 'high' }).word).toBe('notKnown');
  });
});
