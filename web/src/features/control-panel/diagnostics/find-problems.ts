import type { DependencyCheck, DeviceDiagnosis, Diagnostics } from '@cellwright/domain/cell';

/** Offset of a clock above which times of services no longer fit together, ms. */
const maxClockOffsetMS = 1000;
/** Part of a disk that should be free. */
const minFreePart = 0.05;

/** Problem that diagnostics show: the affected part, and its text if there is one. */
export interface DiagnosedProblem {
  readonly id: string;
  readonly name: string;
  readonly kind: 'offline' | 'notReady' | 'check' | 'clock' | 'clockEarly' | 'disk' | 'failure' | 'device';
  readonly text: string | null;
}

/** Check of a dependency, and the services of the process that made it. */
export interface SharedCheck extends DependencyCheck {
  readonly id: string;
  readonly services: readonly string[];
}

/** Returns the checks of all services. Services of one process share theirs. */
export function listChecks({ services }: Pick<Diagnostics, 'services'>): SharedCheck[] {
  const checks = new Map<string, SharedCheck>();
  for (const { name, report } of services) {
    for (const dependency of report?.dependencies ?? []) {
      const id = `${report?.process} ${dependency.name}`;
      const former = checks.get(id);
      checks.set(id, { id, ...(former ?? dependency), services: [...(former?.services ?? []), name] });
    }
  }
  return [...checks.values()];
}

/** Returns the error of a device, or the reason why its state is unknown; null if there is none. */
export function findDeviceError({ state, problem }: Pick<DeviceDiagnosis, 'state' | 'problem'>): string | null {
  return problem ?? state?.error ?? null;
}

/** Returns everything in the diagnostics that needs attention. */
export function findProblems(diagnostics: Diagnostics): DiagnosedProblem[] {
  const { machine, services, robots, devices, network } = diagnostics;
  const { disk } = machine;
  const add = (kind: DiagnosedProblem['kind'], name: string, text: string | null, id = name): DiagnosedProblem => {
    return { id: `${kind} ${id}`, name, kind, text };
  };
  return [
    ...services.filter(({ isOnline }) => !isOnline).map(({ name, problem }) => add('offline', name, problem)),
    ...services
      .filter(({ report }) => report && !report.ready && report.dependencies.every(({ ok }) => ok))
      .map(({ name, report }) => add('notReady', name, report?.reason ?? null)),
    ...listChecks(diagnostics)
      .filter(({ ok }) => !ok)
      .map(({ id, name, error }) => add('check', name, error ?? null, id)),
    ...services
      .filter(({ clockOffsetMS, roundTripMS }) => isOff(clockOffsetMS ?? 0, roundTripMS ?? 0))
      .map(({ name }) => add('clock', name, null)),
    ...(machine.isClockEarly ? [add('clockEarly', machine.hostname, null)] : []),
    ...(disk && disk.freeBytes < minFreePart * disk.totalBytes ? [add('disk', machine.hostname, null)] : []),
    ...robots.flatMap(({ robotKind, failure }) => (failure ? [add('failure', robotKind, failure.reason)] : [])),
    ...devices
      .filter((device) => device.isEnabled && (device.problem !== null || device.state?.status === 'error'))
      .map((device) => add('device', device.name, findDeviceError(device), `${device.id} ${device.robotKind}`)),
    ...network.filter(({ ok }) => !ok).map(({ name, error }) => add('check', name, error ?? null)),
  ];
}

/** The offset is known within half the round trip. */
function isOff(offsetMS: number, roundTripMS: number): boolean {
  return Math.abs(offsetMS) - roundTripMS / 2 > maxClockOffsetMS;
}
