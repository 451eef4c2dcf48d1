import type { Diagnostics, ProcessReport } from '@cellwright/domain/cell';
import { describe, expect, it } from 'vitest';
import { findProblems, listChecks } from './find-problems.ts';
import { goodDiagnostics, serviceNamed } from './good-diagnostics.fixture.ts';

const kindsOf = (change: Partial<Diagnostics>) =>
  findProblems({ ...goodDiagnostics, ...change }).map(({ kind, name, text }) => [kind, name, text]);
const failing: ProcessReport['dependencies'] = [
  { name: 'identity database', ok: false, critical: true, durationMs: 2000, error: 'no answer' },
];

describe('listChecks', () => {
  it('lists a check once for all services of a process', () => {
    const services = [
      serviceNamed('library'),
      serviceNamed('identity'),
      serviceNamed('routine-runner', { process: 'b:2' }),
    ];
    expect(listChecks({ services }).map(({ name, services: names }) => [name, names])).toEqual([
      ['event bus', ['library', 'identity']],
      ['event bus', ['routine-runner']],
    ]);
  });
});

describe('findProblems', () => {
  it('finds none in a cell that works', () => {
    expect(findProblems(goodDiagnostics)).toEqual([]);
  });

  it('names services that do not answer or are not ready', () => {
    const offline = { ...serviceNamed('library'), isOnline: false, problem: 'no connection', report: null };
    const starting = serviceNamed('identity', { ready: false, reason: 'the service is starting' });
    expect(kindsOf({ services: [offline, starting] })).toEqual([
      ['offline', 'library', 'no connection'],
      ['notReady', 'identity', 'the service is starting'],
    ]);
  });

  it('names a failed check once, although services share it and are not ready for it', () => {
    const change = { ready: false, dependencies: failing };
    expect(kindsOf({ services: [serviceNamed('library', change), serviceNamed('identity', change)] })).toEqual([
      ['check', 'identity database', 'no answer'],
    ]);
  });

  it('names clocks that differ by more than the round trip explains', () => {
    const off = { ...serviceNamed('library'), clockOffsetMS: -1500, roundTripMS: 100 };
    const slow = { ...serviceNamed('identity'), clockOffsetMS: 1500, roundTripMS: 2000 };
    expect(kindsOf({ services: [off, slow] })).toEqual([['clock', 'library', null]]);
    const machine = { ...goodDiagnostics.machine, isClockEarly: true };
    expect(kindsOf({ machine })).toEqual([['clockEarly', 'cell', null]]);
  });

  it('names a disk that is nearly full, failures, devices with errors and failed connections', () => {
    const device = { id: 'e1', name: 'Gripper', kind: 'OnRobot2FG7', isEnabled: true, robotKind: 'live' } as const;
    expect(
      kindsOf({
        machine: { ...goodDiagnostics.machine, disk: { freeBytes: 4, totalBytes: 100 } },
        robots: [
          {
            ...{ robotKind: 'live', kind: 'Failure', isControllerConnected: true, isTwin: false },
            failure: { kind: 'EStopTriggered', reason: 'Emergency stop' },
          },
        ],
        devices: [
          { ...device, state: { connected: false, status: 'error', error: 'No answer' }, problem: null },
          { ...device, id: 'e2', isEnabled: false, state: null, problem: null },
        ],
        network: [{ name: 'Motion planner', address: 'x:1', ok: false, durationMs: 2000, error: 'No connection' }],
      }),
    ).toEqual([
      ['disk', 'cell', null],
      ['failure', 'live', 'Emergency stop'],
      ['device', 'Gripper', 'No answer'],
      ['check', 'Motion planner', 'No connection'],
    ]);
  });
});
