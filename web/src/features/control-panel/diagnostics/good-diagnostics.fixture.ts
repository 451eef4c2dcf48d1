import type { Diagnostics, ProcessReport, ServiceDiagnosis } from '@cellwright/domain/cell';

const report: Omit<ProcessReport, 'logs'> = {
  ...{ process: 'a:1', build: '1.2.3', nodeVersion: 'v22.0.0', uptimeSeconds: 3725, ready: true },
  ...{ wallTime: '2026-01-01T10:00:00.000Z', memoryBytes: 120_000_000, cpuSeconds: 12 },
  dependencies: [{ name: 'event bus', ok: true, critical: true, durationMs: 1 }],
  eventLoopLag: { p50MS: 0.1, p99MS: 3, maxMS: 12 },
};

export function serviceNamed(name: string, change: Partial<typeof report> = {}): ServiceDiagnosis {
  return {
    ...{ name, isOnline: true, problem: null, roundTripMS: 4, clockOffsetMS: 1 },
    report: { ...report, ...change },
  };
}

/** Diagnostics of a cell that works. */
export const goodDiagnostics: Diagnostics = {
  takenAt: '2026-01-01T10:00:00.000Z',
  build: '1.2.3',
  machine: {
    ...{ hostname: 'cell', system: 'Linux 6.1 x64', cpuCount: 2, loadAverage: [0.5, 0.25, 0.125] },
    memory: { freeBytes: 2_000_000_000, totalBytes: 8_000_000_000 },
    disk: { freeBytes: 50_000_000_000, totalBytes: 100_000_000_000 },
    ...{ uptimeSeconds: 90_000, wallTime: '2026-01-01T10:00:00.000Z', timeZone: 'UTC', isClockEarly: false },
    addresses: [{ name: 'eth0', address: '10.0.0.5' }],
  },
  services: [serviceNamed('gateway', { process: 'a:2' }), serviceNamed('library')],
  robots: [
    { robotKind: 'live', kind: 'Idle', isControllerConnected: true, isTwin: true, failure: null },
    { robotKind: 'simulated', kind: 'Idle', isControllerConnected: true, isTwin: false, failure: null },
  ],
  devices: [
    {
      ...{
        id: 'equipment_1',
        name: 'Gripper',
        kind: 'OnRobot2FG7',
        isEnabled: true,
        robotKind: 'simulated',
        problem: null,
      },
      state: { connected: true, status: 'idle' },
    },
  ],
  devicesProblem: null,
  network: [{ name: 'Motion planner', address: '127.0.0.1:4000', ok: true, durationMs: 1 }],
};
