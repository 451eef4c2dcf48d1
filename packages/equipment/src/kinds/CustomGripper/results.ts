import { deviceMessages } from '@cellwright/domain/messages';
import type { GripperCommand, GripperFailureReason, GripperResult } from '../../capabilities/gripper.ts';
import type { PortsFailure } from '../../transport/ports.ts';
import type { CustomGripperConfig, CustomGripperLiveState } from './contract.ts';
import type { Signals } from './line.ts';
import { type EndedMotion, holdsPart } from './sensors.ts';

export const lookFirst = deviceMessages.gripperMayHaveMoved;
export const stopped: GripperResult = { ok: false, stopped: true };

export function fail(reason: GripperFailureReason, message: string): GripperResult {
  const mayRetry = reason === 'busy' || reason === 'unreachable';
  return { ok: false, failure: { kind: 'GripperFailure', reason, message, mayRetry } };
}

/**
 * Returns the result of a command whose motion ended, ran out of time, or was not awaited.
 * @param signals undefined if the gripper is no longer reachable
 */
export function judgeResult(
  motion: EndedMotion,
  signals: Signals | undefined,
  config: CustomGripperConfig,
): GripperResult {
  const { progress } = motion;
  const { command, place } = motion.plan;
  if (!signals)
    return fail('outcomeUnknown', deviceMessages.thenCheck(deviceMessages.gripperConnectionLost, lookFirst));
  if (progress === 'moving') {
    if (!command.waitForGrip) return { ok: true, value: { widthMeters: command.widthMeters, gripDetected: false } };
    const message = `The sensor did not report the fingers ${place} after ${config.timeLimitMS} ms. Check the gripper, its air supply and its wiring`;
    return fail('timeout', message);
  }
  if (progress === 'held' && command.control === 'move') {
    return fail('targetNotReached', 'There is a part between the fingers. Remove it, or grip instead of moving');
  }
  const reached = progress === 'held' ? 'between' : place;
  const widthMeters = widthAt(reached, config, command) ?? command.widthMeters;
  return { ok: true, value: { widthMeters, gripDetected: holdsPart(signals, motion) } };
}

/** No sensor measures a width: at an end it is that of the end, and around a part the commanded one. */
export function widthAt(
  place: CustomGripperLiveState['place'],
  { openWidth, closedWidth }: CustomGripperConfig,
  command: GripperCommand | undefined,
): number | undefined {
  if (place === 'unknown') return undefined;
  if (place === 'between') return command?.widthMeters;
  const width = place === 'open' ? openWidth : closedWidth;
  const isMeant = command !== undefined && Math.abs(command.widthMeters - width) <= command.toleranceMeters + 1e-9;
  return isMeant ? command.widthMeters : width;
}

export function explainFailure({ kind, wasSent, message }: PortsFailure): GripperResult {
  if (kind === 'stopped' || kind === 'aborted') return stopped;
  if (wasSent) return fail('outcomeUnknown', `${message}. ${lookFirst}`);
  return kind === 'unreachable' || kind === 'busy' ? fail(kind, message) : fail('deviceFault', message);
}
