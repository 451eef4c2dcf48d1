import { inputParts, lineClient, outputParts, readPart } from '@cellwright/domain/robot';
import { idleSession } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { createInputImage } from './input-image.ts';

const line = {
  ...{ commandEcho: 5, heartbeatEcho: 0x1234, heartbeat: 0xffff },
  ...{ result: 'accepted' as const, now: new Date('2026-01-01T00:01:00Z') },
};

function readValues(image: Uint8Array) {
  return Object.fromEntries(inputParts.map((part) => [part.name, readPart(image, part)]));
}

describe('createInputImage', () => {
  it('fills 32 bytes with parts that do not overlap', () => {
    const lengths = { USINT: 1, UINT: 2, UDINT: 4 };
    let end = 0;
    for (const { offset, type } of inputParts) {
      expect(offset).toBe(end);
      end = offset + lengths[type];
    }
    expect([end, createInputImage(idleSession(), line).length]).toEqual([32, 32]);
    const [command, reserved, heartbeat] = outputParts;
    expect([command.offset, reserved.offset, heartbeat.offset]).toEqual([0, 1, 2]);
  });

  it('describes an idle robot, its ports and its speed', () => {
    const state = idleSession({
      io: { 'Input 1': 'high', 'Input 16': 'high', 'Output 2': 'high', 'Relay 1': 'high' },
      speedRestrictionPercentage: 0.5,
      stopEpoch: 0x1_0003,
    });
    expect(readValues(createInputImage(state, line))).toMatchObject({
      ...{ Status: 0b1000_0001, Control: 0b1_0001, CommandEcho: 5, CommandResult: 1 },
      ...{ Heartbeat: 0xffff, HeartbeatEcho: 0x1234, SpeedPermille: 500, SessionState: 1, RunStatus: 0 },
      ...{ DigitalInputs: 0x8001, DigitalOutputs: 2, StopCount: 3, ReservedInput: 0 },
    });
  });

  it('describes a paused run that the line controls', () => {
    const holder = {
      ...{ clientID: lineClient.id, name: lineClient.name, kind: 'program' as const },
      ...{ since: '2026-01-01T00:00:00Z', reason: 'started' as const, isLost: false },
    };
    const run = {
      ...{ id: 'run_1', status: 'paused' as const, startedAt: '2026-01-01T00:00:00Z', currentStepID: null },
      ...{ currentStepPath: null, cycleCount: 70_000, isStoppingAfterCycle: false, pauseReason: null },
      ...{ waitingFor: null, isInterrupted: false, cycleTimeSeconds: null, distanceMeters: 0 },
    };
    const state = idleSession({ kind: 'RoutineRunning', isPaused: true, run, control: { holder, losses: [] } });
    const values = readValues(createInputImage(state, line));
    expect(values).toMatchObject({ Status: 0b1000_0100, CycleCount: 70_000, RunSeconds: 60, RunStatus: 2 });
    expect((values.Control ?? 0) & 0b11).toBe(0b11);
  });

  it('has only the data of the line while the robot session is unknown', () => {
    const values = readValues(createInputImage(undefined, line));
    expect(values).toMatchObject({ Status: 0, Control: 0, SessionState: 0, CommandEcho: 5 });
  });
});
