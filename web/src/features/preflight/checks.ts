import type { RobotSessionState } from '@cellwright/domain/run';

/** good: passed; missing: prevents playing the routine; unknown: not answered yet. */
export type CheckResult = 'good' | 'missing' | 'unknown';

export type CheckName = 'connected' | 'eStop' | 'safeguard' | 'failure' | 'brakes' | 'routine' | 'problems' | 'devices';

export interface Check {
  readonly name: CheckName;
  readonly result: CheckResult;
  /** Count, for checks that count. */
  readonly count?: number;
  /** Version of the routine that the check applies to, if any. */
  readonly version?: number;
  /** Names of the devices that do not answer, for the check of devices. */
  readonly devices?: readonly string[];
}

export interface CheckedCell {
  readonly state: RobotSessionState | undefined;
  readonly isStale: boolean;
  /** Problems that prevent playing the loaded version of the routine; undefined until they are known. */
  readonly problemCount: number | undefined;
  /** Names of enabled devices that do not answer; undefined until they are known. */
  readonly silentDevices: readonly string[] | undefined;
}

/** Returns the checks before the loaded routine is played, in the order in which an operator fixes them. */
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
