import { tool0PoseFromRest } from '@cellwright/arm';
import type { RefusalKind } from '@cellwright/controller-link';
import type { DeviceOutput, IOLevel, IOLevels } from '@cellwright/domain/robot';
import { addVec3, crossVec3, invertQuaternion, orientationOf, positionOf, rotateVec3 } from '@cellwright/geometry';
import type { Answer } from '../answer.ts';
import { refuse } from '../answer.ts';
import { definePart, type PartContext } from '../core/part.ts';
import type { SessionCore } from '../core/session-core.ts';

/** State of the ports of a robot. */
export interface PortsPicture {
  readonly isConnected: boolean;
  readonly isTwin: boolean;
  /** By full name; empty without a controller. */
  readonly levels: IOLevels;
  /** Wrench on the flange, in its frame: force, N, and torque, N·m; empty without contact. */
  readonly flangeWrench: readonly number[];
}

/** Outcome of setting the outputs of a device. */
export type PortsOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly kind: RefusalKind; readonly message: string };

/** The ports of a robot as the devices wired to them use them: each command in the stop epoch it was given in. */
export class DevicePorts {
  private readonly core: SessionCore;
  private readonly listeners = new Set<(picture: PortsPicture) => void>();
  /** Outputs with held pulses, by kind and port, and the stop epoch in which they began. */
  private readonly held = new Map<string, DeviceOutput>();
  private heldIn = 0;
  private toldRevision: number | undefined;
  private toldWrench: readonly number[] = [];

  constructor(core: SessionCore) {
    this.core = core;
  }

  get picture(): PortsPicture {
    const { arm, isTwin } = this.core;
    const isConnected = arm.isConnected && arm.state !== undefined;
    const flangeWrench = isConnected ? this.measureFlange() : [];
    return { isConnected, isTwin, levels: (isConnected && arm.state?.io) || {}, flangeWrench };
  }

  /**
   * Calls the listener after every change, until the returned function is called. Held pulses end with the last listener:
   * nothing is left that could end them.
   */
  follow(listener: (picture: PortsPicture) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) void this.endHolds();
    };
  }

  /** Called with every state of the controller, and when it comes or goes. */
  noteChange(): void {
    const { arm } = this.core;
    const revision = arm.isConnected ? arm.state?.ioRevision : undefined;
    const isPressed = arm.isConnected && (arm.state?.toolWrench.length ?? 0) > 0;
    const isWrenchTold = !isPressed && this.toldWrench.length === 0;
    if (revision === this.toldRevision && isWrenchTold) return;
    const { picture } = this;
    if (revision === this.toldRevision && isSame(picture.flangeWrench, this.toldWrench)) return;
    this.toldRevision = revision;
    this.toldWrench = picture.flangeWrench;
    for (const listener of this.listeners) listener(picture);
  }

  /** Returns the wrench on the flange for a contact at the TCP, or at the TCP of the move. */
  private measureFlange(): readonly number[] {
    const { arm, tools, toolPoseOf } = this.core;
    const wrench = arm.state?.toolWrench ?? [];
    const { joints } = arm;
    if (wrench.length === 0 || !joints) return [];
    const [fx = 0, fy = 0, fz = 0, tx = 0, ty = 0, tz = 0] = wrench;
    const toFlange = invertQuaternion(orientationOf(tool0PoseFromRest(toolPoseOf(joints, undefined))));
    const force = rotateVec3(toFlange, [fx, fy, fz]);
    const lever = crossVec3(arm.contactPoint ?? positionOf(tools.tcp), force);
    return [...force, ...addVec3(lever, rotateVec3(toFlange, [tx, ty, tz]))];
  }

  /** Sets outputs of a device. The controller refuses those of an ended epoch, and always safety outputs. */
  async set(request: {
    readonly isTwin: boolean;
    readonly stopEpoch: number;
    readonly outputs: readonly DeviceOutput[];
  }): Promise<PortsOutcome> {
    const { arm, isTwin } = this.core;
    if (request.isTwin !== isTwin) return { ok: false, kind: 'not_connected', message: otherRobot(isTwin) };
    this.noteHolds(request.outputs, request.stopEpoch);
    let refusal: { kind: RefusalKind; message: string } | undefined;
    const answer = await arm.command(async (driver) => {
      const result = await driver.setOutputs({ epoch: request.stopEpoch, outputs: request.outputs });
      if (!result.ok) refusal = result.refusal;
      return result;
    });
    if (answer.ok) return { ok: true };
    return { ok: false, kind: refusal?.kind ?? 'not_connected', message: answer.refusal.message };
  }

  private noteHolds(outputs: readonly DeviceOutput[], stopEpoch: number): void {
    for (const output of outputs) {
      const key = `${output.kind} ${output.port}`;
      if (output.hold === undefined) this.held.delete(key);
      else if (output.hold === 'begin') this.held.set(key, output);
    }
    if (outputs.some(({ hold }) => hold === 'begin')) this.heldIn = stopEpoch;
  }

  /** Switches held outputs off. After a stop the controller has already done so, and refuses it. */
  private async endHolds(): Promise<void> {
    const outputs = [...this.held.values()].map(({ kind, port }) => ({ kind, port, level: 'low' }) as const);
    this.held.clear();
    if (outputs.length === 0) return;
    await this.core.arm.command((driver) => driver.setOutputs({ epoch: this.heldIn, outputs }));
  }

  /** Forces inputs as a simulated device; the controller of a real arm refuses it. */
  async force(isTwin: boolean, inputs: readonly { name: string; level: IOLevel | 'released' }[]): Promise<Answer> {
    const { arm } = this.core;
    if (isTwin !== this.core.isTwin) return refuse('conflict', otherRobot(this.core.isTwin));
    let answer: Answer = { ok: true, value: undefined };
    for (const input of inputs) {
      const forced = await arm.command((driver) => driver.forceInput(input));
      if (!forced.ok) answer = forced;
    }
    return answer;
  }
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function otherRobot(isTwin: boolean): string {
  return `The robot of this session is ${isTwin ? 'a twin' : 'not a twin'}, but the device command was for the other kind`;
}

export const portsPart = definePart({
  name: 'ports',
  start: ({ core }: PartContext<unknown>) => new DevicePorts(core),
  stateChanged: (ports) => ports.noteChange(),
  disconnected: (ports) => ports.noteChange(),
});
