import type { DeviceFailureReason, DeviceResult } from '../../capabilities/capability.ts';
import type { WeldFault } from '../../capabilities/welder.ts';
import type { PortsResult } from '../../transport/ports.ts';

export const lookFirst = 'The arc may be on. Check it before continuing';
export const valuesOnMachine = 'This weld machine takes no values from the robot. Set them on the machine';
const checkWire = 'Check the wire, the ground cable and the gap to the workpiece';

const faults: Readonly<Record<WeldFault, string>> = {
  arcLost: 'The arc was lost. Check the wire, the gas and the ground cable',
  wireStuck: 'The wire is stuck to the workpiece. Cut it before the arm moves',
  touchSensed: 'The torch touches the workpiece. Move it away',
  machineFault: 'The weld machine reports a fault. Its display shows the cause',
  notHeld:
    'The robot controller ended the arc: the arm was paused, a safeguard was opened, or the arc was not renewed in time',
  notReady: 'The power source is not ready. Switch it on and wait until it is ready',
};

/**
 * Returns what happened and what to do.
 * @param errorNumber number of the fault that the machine reports, if any
 */
export function explainFault(fault: WeldFault, errorNumber?: number): string {
  if (fault !== 'machineFault' || errorNumber === undefined) return faults[fault];
  return `The weld machine reports error ${errorNumber}. Its display shows the cause`;
}

export function explainNoArc(limitMS: number): string {
  return `No arc within ${limitMS} ms. ${checkWire}`;
}

export const stopped: DeviceResult<never> = { ok: false, stopped: true };

export function fail(reason: DeviceFailureReason, message: string): DeviceResult<never> {
  const mayRetry = reason === 'busy' || reason === 'unreachable';
  return { ok: false, failure: { kind: 'WeldFailure', reason, message, mayRetry } };
}

export const busy = fail('busy', 'The weld machine is starting an arc. Wait until it has ended');

/** Returns the result of a command whose outputs were not set. */
export function explain({ failure }: PortsResult & { ok: false }): DeviceResult<never> {
  if (failure.kind === 'aborted' || failure.kind === 'stopped') return stopped;
  if (failure.kind === 'ended') return fail('deviceFault', faults.notHeld);
  if (failure.kind === 'busy') return fail('busy', failure.message);
  if (failure.wasSent) return fail('outcomeUnknown', `${failure.message}. ${lookFirst}`);
  return fail(failure.kind === 'unreachable' ? 'unreachable' : 'deviceFault', failure.message);
}
