import { allPorts, ioPortName, type SafetyRules } from '@cellwright/domain/robot';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ControllerCommand } from '../commands.ts';
import { refusalCodes, refuse } from '../refusals.ts';
import type { ControllerEvent, ControllerState } from '../robot-driver.ts';
import { controllerModes } from '../robot-driver.ts';
import { stopTable } from '../stop-table.ts';
import { decodeCommand, encodeCommand } from './command-codec.ts';
import { decodeMessage, MessageEncoder } from './message-codec.ts';
import { StateDecoder } from './state-codec.ts';

const sixNumbers = [0.1, -2, 3.5, 0, -0, 6] as const;
const point = {
  timeFromStart: 0.5,
  positions: [...sixNumbers],
  velocities: [...sixNumbers],
  accelerations: [...sixNumbers],
};
const tcp = { x: 0, y: 0, z: 0.15, i: 0, j: 0, k: 0, w: 1 };

const rules: SafetyRules = {
  version: 7,
  inputSafeguardRules: [
    { pair: 1, kind: 'slow' },
    { pair: 8, kind: 'reset' },
  ],
  outputSafeguardRules: [{ pair: 8, kind: 'isestop' }],
};

const nothing = {
  kind: 'executeTrajectory',
  trajectoryID: '',
  stepID: '',
  trajectory: { points: [] },
  startPathTime: 0,
  contactForce: 0,
  contactPoint: [],
} as const;

const commands: ControllerCommand[] = [
  { kind: 'hello', commander: 'runner', takesCommand: true },
  { kind: 'heartbeat' },
  {
    kind: 'executeTrajectory',
    trajectoryID: 't',
    stepID: 's',
    trajectory: { points: [point] },
    startPathTime: 0.25,
    contactForce: 40,
    contactPoint: [0.05, -0.02, 0.2],
  },
  { kind: 'jog', jogID: 'press', velocities: [...sixNumbers] },
  { kind: 'endJog', jogID: 'press' },
  { kind: 'pause' },
  { kind: 'resume' },
  { kind: 'stop', newEpoch: 9, engageBrakes: true, reason: 'asked' },
  { kind: 'setOverride', factor: 0.3 },
  { kind: 'setBrakes', engaged: true },
  { kind: 'setBrakes', engaged: false },
  {
    kind: 'setOutputs',
    outputs: [
      { name: 'Output 1', level: 'high', pulseSeconds: 0.5 },
      { name: 'Relay 2', level: 'low', pulseSeconds: 0 },
      { name: 'Output 2', level: 'high', pulseSeconds: 0.5, hold: 'begin' },
      { name: 'Output 3', level: 'high', pulseSeconds: 0.5, hold: 'renew' },
    ],
  },
  { kind: 'setPayload', massKg: -2 },
  { kind: 'setTool', tool: { name: '2FG7', tcp, massKg: 1.1, centreOfGravity: [0.01, -0.02, 0.08] } },
  { kind: 'forceInput', name: 'Input 1', level: 'released' },
  { kind: 'forceInput', name: 'Input 1', level: 'low' },
  { kind: 'forceInput', name: 'Input 1', level: 'high' },
  { kind: 'resetFault' },
  { kind: 'restart' },
  { kind: 'setGuidedMode', mode: 'off' },
  { kind: 'setGuidedMode', mode: 'normal' },
  { kind: 'setGuidedMode', mode: 'slow' },
  { kind: 'setLedRing', colors: new Uint8Array([255, 0, 7]) },
  {
    kind: 'setGuidedJoints',
    joints: [
      { isEnabled: true, maxSpeed: null },
      { isEnabled: false, maxSpeed: 0.5 },
    ],
  },
  { kind: 'setJointBrake', joint: 3, engaged: true },
  { kind: 'setForceLimits', maxTorques: [...sixNumbers], collisionThresholds: [] },
  { kind: 'injectFault', fault: 'torqueCollision', joint: 2, size: -80 },
  {
    kind: 'setContactSurfaces',
    surfaces: [
      { name: 'table', pose: tcp, shape: { kind: 'plane' }, stiffness: 2e4, damping: 0 },
      { name: 'button', pose: tcp, shape: { kind: 'box', size: [0.02, 0.02, 0.01] }, stiffness: 5000, damping: 50 },
    ],
  },
  { kind: 'setContactSurfaces', surfaces: [] },
  { kind: 'setSafetyRules', rules },
  { kind: 'getLog', after: -1, limit: 100 },
];

describe('command codec', () => {
  test.each(commands.map((command) => [command.kind, command] as const))('decodes %s as it was sent', (_, command) => {
    const envelope = { sequence: 4_000_000_000, epoch: 12, command };
    expect(decodeCommand(encodeCommand(envelope))).toEqual({ ok: true, envelope });
  });

  test('never throws for any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => typeof decodeCommand(bytes).ok === 'boolean'));
    const valid = commands.map((command) => encodeCommand({ sequence: 1, epoch: 1, command }));
    const broken = fc.record({ bytes: fc.constantFrom(...valid), at: fc.nat(), value: fc.nat(255), cut: fc.nat() });
    fc.assert(
      fc.property(broken, ({ bytes, at, value, cut }) => {
        const copy = bytes.slice(0, 1 + (cut % bytes.length));
        copy[at % copy.length] = value;
        return typeof decodeCommand(copy).ok === 'boolean';
      }),
      { numRuns: 2000 },
    );
  });

  test('refuses an unknown safety rule and two rules of one pair', () => {
    const twice = {
      ...rules,
      inputSafeguardRules: [...rules.inputSafeguardRules, { pair: 1, kind: 'estop' } as const],
    };
    const outside = { ...rules, outputSafeguardRules: [{ pair: 9, kind: 'isestop' } as const] };
    for (const wrong of [twice, outside]) {
      const bytes = encodeCommand({ sequence: 3, epoch: 1, command: { kind: 'setSafetyRules', rules: wrong } });
      expect(decodeCommand(bytes)).toMatchObject({ ok: false, sequence: 3, problem: expect.stringContaining('rule') });
    }
  });

  test('refuses an id or name that is too long and cuts a long reason of a stop', () => {
    const long = 'x'.repeat(129);
    const tooLong: ControllerCommand[] = [
      { kind: 'hello', commander: long, takesCommand: true },
      { ...nothing, trajectoryID: long },
      { ...nothing, stepID: long },
      { kind: 'jog', jogID: long, velocities: [] },
      { kind: 'setTool', tool: { name: long, tcp, massKg: 0, centreOfGravity: [0, 0, 0] } },
      { kind: 'setOutputs', outputs: [{ name: long, level: 'low', pulseSeconds: 0 }] },
      { kind: 'forceInput', name: long, level: 'low' },
    ];
    for (const command of tooLong) {
      const decoded = decodeCommand(encodeCommand({ sequence: 3, epoch: 0, command }));
      expect(decoded).toMatchObject({ ok: false, sequence: 3 });
    }
    const stop = { kind: 'stop', newEpoch: 1, engageBrakes: false, reason: 'r'.repeat(5000) } as const;
    const decoded = decodeCommand(encodeCommand({ sequence: 3, epoch: 0, command: stop }));
    expect(decoded).toMatchObject({ ok: true, envelope: { command: { reason: `${'r'.repeat(200)}…` } } });
  });

  test('names a missing tool, trajectory or level', () => {
    // Fields 14, 5 and 15 of the envelope: a tool, a trajectory and a forced input, all empty.
    const problems = [0x72, 0x2a, 0x7a].map((tag) => decodeCommand(new Uint8Array([0x08, 1, tag, 0])));
    expect(problems.map((problem) => problem.ok)).toEqual([false, false, false]);
    expect(decodeCommand(new Uint8Array([0x08, 1]))).toMatchObject({ ok: false, sequence: 1 });
  });
});

function throughLine(bytes: Uint8Array, states = new StateDecoder()) {
  const decoded = decodeMessage(bytes, states);
  if (!decoded.ok) throw new Error(decoded.problem);
  return decoded.saying;
}

const encoder = new MessageEncoder();
const io = Object.fromEntries(
  allPorts.map((ref, index) => [ioPortName(ref), index % 3 === 0 ? 'high' : 'low'] as const),
);
const state: ControllerState = {
  time: 12.5,
  mode: 'standing',
  positions: [...sixNumbers],
  velocities: [0, 0, 0, 0, 0, 0],
  stopEpoch: 3,
  brakes: 'disengaged',
  overrideFactor: 0.5,
  trajectoryID: null,
  pathTime: 0,
  io,
  ioRevision: 1,
  isEStopped: false,
  isSafeguardOpen: true,
  safetyRules: rules,
  payloadMassKg: 1.5,
  toolName: 'tool',
  hasCommander: true,
  lastStop: null,
  latchedBy: 'inputsDisagree',
  externalTorques: [0, 0, 42, 0, 0, 0],
  toolWrench: [0, 0, 20, 0, 0, 0],
  unbrakedJoints: [4],
  ledColors: new Uint8Array([1, 2, 3]),
};

describe('state codec', () => {
  test.each(controllerModes)('decodes a state in mode %s as it was sent', (mode) => {
    const sent: ControllerState = { ...state, mode, trajectoryID: 't', lastStop: 'pause' };
    expect(throughLine(encoder.encodeState(sent, true))).toEqual({ kind: 'state', state: sent, inCommand: true });
  });

  test('shares safety rules until they change and reads unknown rules as none', () => {
    const states = new StateDecoder();
    const read = (safetyRules: SafetyRules | null) => {
      const saying = throughLine(encoder.encodeState({ ...state, safetyRules }, false), states);
      return saying?.kind === 'state' ? saying.state.safetyRules : undefined;
    };
    const first = read(rules);
    expect(read({ ...rules })).toBe(first);
    const others: SafetyRules[] = [
      { ...rules, version: 8 },
      { ...rules, inputSafeguardRules: [] },
      {
        ...rules,
        inputSafeguardRules: [
          { pair: 1, kind: 'slow' },
          { pair: 8, kind: 'estop' },
        ],
      },
      { ...rules, outputSafeguardRules: [{ pair: 7, kind: 'isestop' }] },
    ];
    for (const other of others) expect(read(other)).toEqual(other);
    expect(read({ ...rules, outputSafeguardRules: [{ pair: 9, kind: 'isestop' }] })).toBeNull();
    expect(read(null)).toBeNull();
  });

  test('shares levels until the ports change', () => {
    const states = new StateDecoder();
    const read = (sent: ControllerState) => {
      const saying = throughLine(encoder.encodeState(sent, false), states);
      return saying?.kind === 'state' ? saying.state.io : undefined;
    };
    const first = read(state);
    expect(read({ ...state, time: 13 })).toBe(first);
    const changed = { ...io, 'Output 1': 'high' } as const;
    expect(read({ ...state, io: changed, ioRevision: 2 })).toEqual(changed);
  });
});

describe('event codec', () => {
  const events: ControllerEvent[] = [
    { time: 1, kind: 'trajectoryCompleted', trajectoryID: 't' },
    { time: 1, kind: 'trajectoryStopped', trajectoryID: 't', cause: 'stop', pathTime: 0.5 },
    ...(Object.keys(stopTable) as (keyof typeof stopTable)[]).flatMap((cause): ControllerEvent[] => [
      { time: 1, kind: 'stopStarted', cause },
      { time: 1, kind: 'standstill', cause },
      { time: 1, kind: 'jogEnded', jogID: 'j', cause },
      { time: 1, kind: 'guidedModeEnded', cause },
    ]),
    { time: 1, kind: 'paused', trajectoryID: 't', cause: 'safeguard', pathTime: 2 },
    { time: 1, kind: 'resumed', trajectoryID: 't' },
    { time: 1, kind: 'commanderLost', detail: 'silent' },
    { time: 1, kind: 'eStopped', port: 'E-Stop 1' },
    { time: 1, kind: 'safeguardOpened', port: 'Safeguard 1' },
    { time: 1, kind: 'safetyCleared' },
    { time: 1, kind: 'fault', cause: 'controlFault', detail: 'broken' },
    { time: 1, kind: 'jogEnded', jogID: 'j', cause: 'released' },
    { time: 1, kind: 'guidedModeEnded', cause: 'released' },
  ];

  test.each(events.map((event) => [event.kind, event] as const))('decodes %s as it was sent', (_, event) => {
    expect(throughLine(encoder.encodeEvent(event))).toEqual({ kind: 'event', event });
  });
});

describe('reply and log page codec', () => {
  test('decodes every refusal with its code and limit', () => {
    const limit = { joint: 3, quantity: 'jerk', time: 0.5, value: 9, limit: 8 } as const;
    for (const kind of Object.keys(refusalCodes) as (keyof typeof refusalCodes)[]) {
      const result = refuse(kind, 'why', limit);
      expect(throughLine(encoder.encodeReply(7, result))).toEqual({
        kind: 'reply',
        sequence: 7,
        result,
        identity: undefined,
      });
    }
  });

  test('decodes the identity of the controller', () => {
    const identity = { kind: 'twin', isTwin: true, armName: 'arm', instanceID: 'i' } as const;
    expect(throughLine(encoder.encodeReply(1, { ok: true }, identity))).toEqual({
      kind: 'reply',
      sequence: 1,
      result: { ok: true },
      identity,
    });
  });

  test('decodes log entries', () => {
    const entry = { index: 5, time: 1.5, kind: 'output', detail: 'x', positions: [...sixNumbers], velocities: [1] };
    const page = { sequence: 2, entries: [entry], newest: 5 };
    expect(throughLine(encoder.encodeLog(page))).toEqual({ kind: 'log', ...page });
  });

  test('never throws for any bytes', () => {
    const states = new StateDecoder();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => typeof decodeMessage(bytes, states).ok === 'boolean'),
    );
  });
});
