import type { RefusalKind } from '@cellwright/controller-link';
import type { IOLevel, IOLevels, OutputAction } from '@cellwright/domain';
import type { Answer } from '../answer.ts';
import { refuse } from '../answer.ts';
import type { SessionCore } from './session-core.ts';

/** What is heard of the ports of a robot. */
export interface PortsPicture {
  readonly isConnected: boolean;
  readonly isTwin: boolean;
  /** By full name; empty without a controller. */
  readonly levels: IOLevels;
}

/** What came of setting the outputs of a device. */
export type PortsOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly kind: RefusalKind; readonly message: string };

/** The ports of a robot as the devices wired to them use them: each command in the stop epoch it was given in. */
export class DevicePorts {
  private readonly core: SessionCore;
  private readonly listeners = new Set<(picture: PortsPicture) => void>();
  private toldRevision: number | undefined;

  constructor(core: SessionCore) {
    this.core = core;
  }

  get picture(): PortsPicture {
    const { arm, isTwin } = this.core;
    const isConnected = arm.isConnected && arm.state !== undefined;
    return { isConnected, isTwin, levels: (isConnected && arm.state?.io) || {} };
  }

  /** Told after every change; the returned function ends that. */
  follow(listener: (picture: PortsPicture) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Called with every state of the controller, and when it comes or goes. */
  noteChange(): void {
    const { arm } = this.core;
    const revision = arm.isConnected ? arm.state?.ioRevision : undefined;
    if (revision === this.toldRevision) return;
    this.toldRevision = revision;
    const { picture } = this;
    for (const listener of this.listeners) listener(picture);
  }

  /** Outputs of a device. The controller refuses those of an ended epoch, and safety outputs always. */
  async set(request: {
    readonly isTwin: boolean;
    readonly stopEpoch: number;
    readonly outputs: readonly OutputAction[];
  }): Promise<PortsOutcome> {
    const { arm, isTwin } = this.core;
    if (request.isTwin !== isTwin) return { ok: false, kind: 'not_connected', message: otherRobot(isTwin) };
    let refusal: { kind: RefusalKind; message: string } | undefined;
    const answer = await arm.command(async (driver) => {
      const result = await driver.setOutputs({ epoch: request.stopEpoch, outputs: request.outputs });
      if (!result.ok) refusal = result.refusal;
      return result;
    });
    if (answer.ok) return { ok: true };
    return { ok: false, kind: refusal?.kind ?? 'not_connected', message: answer.refusal.message };
  }

  /** What a simulated device answers on inputs; the controller of a real arm refuses it. */
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

function otherRobot(isTwin: boolean): string {
  return `The robot of this session is ${isTwin ? 'a twin' : 'no twin'}, and the device was commanded for the other`;
}
