import type { RobotSessionState } from '@cellwright/domain';

/** good: as it must be; missing: keeps the routine from being played; unknown: it is being asked. */
export type CheckResult = 'good' | 'missing' | 'unknown';

export type CheckName = 'connected' | 'eStop' | 'safeguard' | 'failure' | 'brakes' | 'routine' | 'problems' | 'devices';

export interface Check {
  readonly name: CheckName;
  readonly result: CheckResult;
  /** How many, where the check counts. */
  readonly count?: number;
  /** The version of the routine that was judged, where the check judges one. */
  readonly version?: number;
  /** Names of the devices that do not answer, where the check asks them. */
  readonly devices?: readonly string[];
}

export interface CheckedCell {
  readonly state: RobotSessionState | undefined;
  readonly isStale: boolean;
  /** Problems that keep the loaded version of the routine from being played; undefined while they are asked for. */
  readonly problemCount: number | undefined;
  /** Names of devices that are switched on and do not answer; undefined while they are asked. */
  readonly silentDevices: readonly string[] | undefined;
}

/** What has to be true before the loaded routine is played, in the order in which an operator puts it right. */
export function checkCell({ state, isStale, problemCount, silentDevices }: CheckedCell): Check[] {
  const routine = state?.routine;
  const is = (name: CheckName, holds: boolean | undefined): Check => ({
    name,
    result: holds === undefined || isStale || !state ? 'unknown' : holds ? 'good' : 'missing',
  });
  const counted = (name: CheckName, count: number | undefined): Check => ({
    ...is(name, count === undefined ? undefined : count === 0),
    ...(count === undefined ? {} : { count }),
  });
  return [
    { name: 'connected', result: state?.isControllerConnected && !isStale ? 'good' : 'missing' },
    is('eStop', state && !state.safety.isEStopped),
    is('safeguard', state && !state.safety.isSafeguardOpen),
    is('failure', state && state.kind !== 'Failure' && state.kind !== 'Recovering'),
    is('brakes', state?.brakes === 'disengaged'),
    is('routine', state && state.routine !== null),
    { ...counted('problems', routine ? problemCount : undefined), ...(routine && { version: routine.version }) },
    { ...counted('devices', silentDevices?.length), ...(silentDevices && { devices: silentDevices }) },
  ];
}

export function isReady(checks: readonly Check[]): boolean {
  return checks.every(({ result }) => result === 'good');
}
