/** The ports of a robot's control box and flange, as the devices wired to them see them. */
import type { IOLevel, IOLevels, OutputAction } from '@cellwright/domain';

export interface PortsFailure {
  readonly kind: /** The control box is not heard. */
    | 'unreachable'
    /** It does not set these outputs. */
    | 'refused'
    /** It is carrying out an earlier request; nothing was done. */
    | 'busy'
    /** A stop came since the command was given. */
    | 'stopped'
    /** No answer came: the outputs may be set. */
    | 'unanswered'
    /** The signal aborted before anything was sent. */
    | 'aborted';
  /** False: no output was set. True: they may be. */
  readonly wasSent: boolean;
  readonly message: string;
}

export type PortsResult = { readonly ok: true } | { readonly ok: false; readonly failure: PortsFailure };

/** The ports of one robot in one session. Nothing is ever sent twice. No call rejects. */
export interface PortsTransport {
  /** Levels of all ports by full name, as last heard; undefined while the control box is not heard. */
  levels(): IOLevels | undefined;
  /** Called after every change of a level, and when the box is lost or found; the returned function ends that. */
  onChange(listener: () => void): () => void;
  /**
   * Sets all the outputs together, or none, in the stop epoch of the device's last command. Pulses are timed by the
   * robot's controller, and end when its commander is lost.
   */
  setOutputs(outputs: readonly OutputAction[], options?: { readonly signal?: AbortSignal }): Promise<PortsResult>;
  close(): void;
}

export type OpenPorts = () => PortsTransport;

/** A simulated control box as the world round it sees it: a wired device reads its outputs and drives its inputs. */
export interface SimulatedBox {
  levels(): IOLevels | undefined;
  onChange(listener: () => void): () => void;
  /** Force, N, and torque, N·m, that something outside puts on the flange of its arm, in the flange frame; empty for none. */
  flangeWrench(): readonly number[];
  /** In the order of the calls; while the box is away they are lost. */
  force(name: string, level: IOLevel | 'released'): void;
}
