import { type Clock, rest } from '@cellwright/domain/basics';
import type { DeviceResult } from '../../capabilities/capability.ts';
import type { WeldFault } from '../../capabilities/welder.ts';
import { explainFault, fail } from './explanations.ts';
import type { WeldSignals } from './weld-signals.ts';

/** Length of the pulse that acknowledges a fault of the machine, and time until the machine has taken it. */
const resetSeconds = 0.2;
const resetMS = 400;

/** Returns why no arc may be started; acknowledges a fault of the machine first. */
export async function findObstacle(
  signals: WeldSignals,
  clock: Clock,
  signal: AbortSignal,
): Promise<DeviceResult<never> | undefined> {
  if (!signals.isConnected) return fail('unreachable', signals.disconnection);
  if (!signals.has('weldStart') || !signals.has('arcEstablished')) return fail('outOfRange', signals.incomplete);
  if (signals.isOn('machineFault') && signals.has('errorReset')) {
    await signals.set([{ signal: 'errorReset', seconds: resetSeconds }], signal);
    await rest(clock, resetMS, signal);
  }
  const fault = findFault(signals);
  return fault && fail('deviceFault', explainFault(fault, signals.errorNumber));
}

function findFault(signals: WeldSignals): WeldFault | undefined {
  if (signals.isOn('machineFault')) return 'machineFault';
  if (signals.has('powerSourceReady') && !signals.isOn('powerSourceReady')) return 'notReady';
  if (signals.isOn('wireStuck')) return 'wireStuck';
  return signals.isOn('touchDetected') ? 'touchSensed' : undefined;
}
