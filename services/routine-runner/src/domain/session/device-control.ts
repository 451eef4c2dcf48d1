import { createId, refuseUnknownFields } from '@cellwright/domain/basics';
import { isStopOfDevice } from '@cellwright/domain/equipment';
import { robotMessages, runMessages } from '@cellwright/domain/messages';
import { describeIssues, problemsOf } from '@cellwright/domain/routine';
import {
  type CommandedCapabilityName,
  commandedCapabilities,
  isCommandedCapability,
} from '@cellwright/equipment/capabilities';
import type { PortFailure } from '@cellwright/steps/framework';
import type * as z from 'zod';
import { type Answer, accept, refuse } from '../answer.ts';
import type { CellEquipment } from '../cell.ts';
import { refuseWithoutTool } from '../core/mounted-tool.ts';
import { moveBase, movesBase } from '../core/moving-base.ts';
import { definePart, type PartContext } from '../core/part.ts';
import type { SessionCore } from '../core/session-core.ts';

/** A manual device command: `capability` may be left out if the device has only one. */
export interface DeviceOrder {
  readonly equipmentID: string;
  readonly capability?: string | undefined;
  readonly command?: unknown;
}

interface UnderWay {
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

const ignore = (): void => undefined;

/** Devices that a user tries outside a run. A stop ends their commands: commands of its epoch are dropped. */
export class DeviceControl {
  private readonly core: SessionCore;
  private readonly equipment: CellEquipment;
  /** Commands in progress, by device. */
  private readonly underWay = new Map<string, Set<UnderWay>>();

  constructor(core: SessionCore, equipment: CellEquipment) {
    this.core = core;
    this.equipment = equipment;
  }

  /** Stops all devices of the robot. */
  stopAll(): void {
    const { robotKind, isTwin, epochs } = this.core;
    void this.equipment.stopDevices(robotKind, isTwin, epochs.current);
  }

  /** Sends one command to a device by capability. Responds when the device has completed it or failed. */
  async execute(order: DeviceOrder): Promise<Answer<{ capability: string; outcome: unknown }>> {
    const { machine, store } = this.core;
    if (machine.state === 'RoutineRunning' && !store.state.isPaused) {
      return refuse('robot_not_idle', runMessages.pauseBeforeTrying);
    }
    if (isStopOfDevice(order.command)) return this.stopDevice(order.equipmentID);
    const chosen = await this.chooseCapability(order);
    return chosen.ok ? this.actuate(chosen.value, order) : chosen;
  }

  /** Ends the commands of a device that are in progress; moving parts stop. */
  private async stopDevice(equipmentID: string): Promise<Answer<{ capability: string; outcome: unknown }>> {
    const commands = [...(this.underWay.get(equipmentID) ?? [])];
    for (const { abort } of commands) abort.abort();
    await Promise.all(commands.map(({ ended }) => ended));
    return accept({ capability: 'stop', outcome: {} });
  }

  /** Carries out a command that `stopDevice` can end. */
  private async untilStopped<T>(equipmentID: string, carryOut: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const abort = new AbortController();
    const result = carryOut(abort.signal);
    const command: UnderWay = { abort, ended: result.then(ignore, ignore) };
    const commands = this.underWay.get(equipmentID) ?? new Set();
    this.underWay.set(equipmentID, commands.add(command));
    try {
      return await result;
    } finally {
      commands.delete(command);
      if (commands.size === 0) this.underWay.delete(equipmentID);
    }
  }

  private async chooseCapability({ equipmentID, capability }: DeviceOrder): Promise<Answer<CommandedCapabilityName>> {
    if (capability !== undefined) {
      if (isCommandedCapability(capability)) return accept(capability);
      return refuse('request_failed_validation', `No device supports commands of the capability "${capability}"`);
    }
    const [only, ...others] = await this.equipment.listCommandable(equipmentID);
    if (only === undefined)
      return refuse('equipment_no_matching', `No device with the id ${equipmentID} accepts commands`);
    if (others.length === 0) return accept(only);
    const names = [only, ...others].join(', ');
    return refuse('request_failed_validation', `The device has more than one capability: ${names}. Choose one`);
  }

  private async actuate<Name extends CommandedCapabilityName>(
    capability: Name,
    { equipmentID, command }: DeviceOrder,
  ): Promise<Answer<{ capability: Name; outcome: unknown }>> {
    const parsed = refuseUnknownFields(commandedCapabilities[capability].command).safeParse(command);
    if (!parsed.success) return refuseCommand(commandedCapabilities[capability].label, parsed.error);
    const refusal = await refuseWithoutTool(this.core, this.equipment, capability, parsed.data);
    if (refusal !== undefined) return refuse('conflict', refusal);
    const { robotKind, isTwin, epochs } = this.core;
    const where = { robotKind, isTwin, stopEpoch: epochs.current, equipmentID, idempotencyKey: createId('message') };
    const request = { ...where, capability, command: parsed.data };
    const carryOut = (signal: AbortSignal) => this.equipment.actuate(request, signal);
    const { failureKind } = commandedCapabilities[capability];
    const isArmAtRest = () => !this.core.arm.isMoving;
    const result = await this.untilStopped(equipmentID, (signal) =>
      movesBase(capability)
        ? moveBase(this.core, { failureKind, isArmAtRest, isOfRun: false }, signal, carryOut)
        : carryOut(signal),
    );
    if (result.ok) return accept({ capability, outcome: result.value });
    if ('stopped' in result) return refuse('unavailable', robotMessages.stopEndedCommand);
    return refuseFailed(result.failure);
  }
}

/** A command beyond the range of its device is the caller's mistake; other failures may end by themselves. */
function refuseFailed({ message, reason }: PortFailure): Answer<never> {
  if (reason !== 'outOfRange') return refuse('conflict', message);
  const problems = [{ kind: 'invalidConfiguration', message, fieldId: 'command' }];
  return refuse('request_failed_validation', message, { problems });
}

function refuseCommand(label: string, error: z.ZodError): Answer<never> {
  const problems = problemsOf(error).map(({ fieldId, ...problem }) => ({
    ...problem,
    fieldId: fieldId === undefined ? 'command' : `command.${fieldId}`,
  }));
  return refuse('request_failed_validation', `The ${label} command is not valid. ${describeIssues(error)}`, {
    problems,
  });
}

export interface DevicesOutside {
  readonly equipment: CellEquipment;
}

export const devicesPart = definePart({
  name: 'devices',
  // Motion is stopped first.
  stopOrder: 90,
  start: ({ core, outside: { equipment } }: PartContext<DevicesOutside>) => new DeviceControl(core, equipment),
  stop(devices, { kind }) {
    if (kind === 'stop') devices.stopAll();
  },
  messages: {
    executeDeviceCommand: (devices, order) => devices.execute(order),
    actuateDevice: (devices, order) => devices.execute(order),
  },
});
