import { type DeviceOutput, ioPortName } from '@cellwright/domain/robot';
import type { ControllerCommand, OutputRequest } from '../commands.ts';
import type { CommandResult } from '../refusals.ts';
import type { RobotDriver } from '../robot-driver.ts';

/** Listeners that can be removed at any time. */
export class Listeners<T> {
  private readonly listeners = new Set<(value: T) => void>();

  add(listener: (value: T) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  call(value: T): void {
    for (const listener of [...this.listeners]) listener(value);
  }
}

/** Converts the calls of a driver to commands of the protocol, independent of the connection. */
export abstract class CommandSender {
  protected readonly commander: string;

  /**
   * Creates a sender.
   * @param commander name of the commander for the controller
   */
  constructor(commander: string) {
    this.commander = commander;
  }

  /**
   * Sends a command.
   * @param epoch the newest known one when absent
   */
  protected abstract send(command: ControllerCommand, epoch?: number): Promise<CommandResult>;

  takeCommand(): Promise<CommandResult> {
    return this.send({ kind: 'hello', commander: this.commander, takesCommand: true });
  }

  executeTrajectory(request: Parameters<RobotDriver['executeTrajectory']>[0]): Promise<CommandResult> {
    const { epoch, startPathTime = 0, contactForce = 0, contactPoint = [], ...rest } = request;
    return this.send({ kind: 'executeTrajectory', ...rest, startPathTime, contactForce, contactPoint }, epoch);
  }

  jog({ epoch, jogID, velocities }: Parameters<RobotDriver['jog']>[0]): Promise<CommandResult> {
    return this.send({ kind: 'jog', jogID, velocities }, epoch);
  }

  endJog(jogID: string): Promise<CommandResult> {
    return this.send({ kind: 'endJog', jogID });
  }

  pause(): Promise<CommandResult> {
    return this.send({ kind: 'pause' });
  }

  resume({ epoch }: { readonly epoch: number }): Promise<CommandResult> {
    return this.send({ kind: 'resume' }, epoch);
  }

  stop({ newEpoch, kind, reason }: Parameters<RobotDriver['stop']>[0]): Promise<CommandResult> {
    return this.send({ kind: 'stop', newEpoch, engageBrakes: kind === 'emergencyStop', reason });
  }

  setOverride(factor: number): Promise<CommandResult> {
    return this.send({ kind: 'setOverride', factor });
  }

  engageBrakes(): Promise<CommandResult> {
    return this.send({ kind: 'setBrakes', engaged: true });
  }

  disengageBrakes({ epoch }: { readonly epoch: number }): Promise<CommandResult> {
    return this.send({ kind: 'setBrakes', engaged: false }, epoch);
  }

  setOutputs({ epoch, outputs }: Parameters<RobotDriver['setOutputs']>[0]): Promise<CommandResult> {
    return this.send({ kind: 'setOutputs', outputs: outputs.map(toRequest) }, epoch);
  }

  setPayload({ epoch, massKg }: Parameters<RobotDriver['setPayload']>[0]): Promise<CommandResult> {
    return this.send({ kind: 'setPayload', massKg }, epoch);
  }

  setTool({ epoch, tool }: Parameters<RobotDriver['setTool']>[0]): Promise<CommandResult> {
    return this.send({ kind: 'setTool', tool }, epoch);
  }

  forceInput({ name, level }: Parameters<RobotDriver['forceInput']>[0]): Promise<CommandResult> {
    return this.send({ kind: 'forceInput', name, level });
  }

  resetFault(): Promise<CommandResult> {
    return this.send({ kind: 'resetFault' });
  }

  restart(): Promise<CommandResult> {
    return this.send({ kind: 'restart' });
  }

  setGuidedMode({ epoch, mode }: Parameters<RobotDriver['setGuidedMode']>[0]): Promise<CommandResult> {
    return this.send({ kind: 'setGuidedMode', mode }, epoch);
  }

  setGuidedJoints(joints: Parameters<RobotDriver['setGuidedJoints']>[0]): Promise<CommandResult> {
    return this.send({ kind: 'setGuidedJoints', joints });
  }

  setLedRing(colors: Uint8Array): Promise<CommandResult> {
    return this.send({ kind: 'setLedRing', colors });
  }

  setJointBrake({ epoch, joint, engaged }: Parameters<RobotDriver['setJointBrake']>[0]): Promise<CommandResult> {
    return this.send({ kind: 'setJointBrake', joint, engaged }, epoch);
  }

  setForceLimits(limits: Parameters<RobotDriver['setForceLimits']>[0]): Promise<CommandResult> {
    return this.send({ kind: 'setForceLimits', ...limits });
  }

  injectFault(request: Parameters<RobotDriver['injectFault']>[0]): Promise<CommandResult> {
    return this.send({ kind: 'injectFault', ...request });
  }

  setContactSurfaces(surfaces: Parameters<RobotDriver['setContactSurfaces']>[0]): Promise<CommandResult> {
    return this.send({ kind: 'setContactSurfaces', surfaces });
  }

  setSafetyRules({ epoch, rules }: Parameters<RobotDriver['setSafetyRules']>[0]): Promise<CommandResult> {
    return this.send({ kind: 'setSafetyRules', rules }, epoch);
  }
}

function toRequest({ kind, port, level, pulseSeconds, hold }: DeviceOutput): OutputRequest {
  return { name: ioPortName({ kind, port }), level, pulseSeconds: pulseSeconds ?? 0, hold };
}
