/** Ports of a robot's control box and flange as wired devices see them. */
import type { DeviceOutput, IOLevel, IOLevels } from '@cellwright/domain/robot';

export interface PortsFailure {
  readonly kind: /** The control box is unreachable. */
    | 'unreachable'
    /** The control box does not set these outputs. */
    | 'refused'
    /** The control box is carrying out an earlier request; nothing was done. */
    | 'busy'
    /** A stop occurred since the command was given. */
    | 'stopped'
    /** The held pulse to renew has ended. */
    | 'ended'
    /** No answer arrived: the outputs may be set. */
    | 'unanswered'
    /** The signal aborted before anything was sent. */
    | 'aborted';
  /** False: no output was set. True: they may be. */
  readonly wasSent: boolean;
  readonly message: string;
}

export type PortsResult = { readonly ok: true } | { readonly ok: false; readonly failure: PortsFailure };

/** Ports of one robot in one session. Nothing is ever sent twice. No call rejects. */
export interface PortsTransport {
  /** Returns the last received levels of all ports by full name; undefined while the control box is unreachable. */
  levels(): IOLevels | undefined;
  /**
   * Calls the listener after every change of a level, and when the box is lost or found; the returned function ends
   * that.
   */
  onChange(listener: () => void): () => void;
  /**
   * Sets all the outputs together, or none, in the stop epoch of the device's last command. The robot's controller
   * times the pulses and ends them when its commander is lost; held ones also at each stop, pause and open safeguard,
   * and when this process ends.
   */
  setOutputs(outputs: readonly DeviceOutput[], options?: { readonly signal?: AbortSignal }): Promise<PortsResult>;
  close(): void;
}

export type OpenPorts = () => PortsTransport;

/** A simulated control box as its surroundings see it: a wired device reads its outputs and sets its inputs. */
export interface SimulatedBox {
  levels(): IOLevels | undefined;
  onChange(listener: () => void): () => void;
  /**
   * Returns the external load on the flange of its arm: force, N, and torque, N·m, in the flange frame; empty for none.
   */
  flangeWrench(): readonly number[];
  /** Forces an input, in the order of the calls; while the box is away, calls are lost. */
  force(name: string, level: IOLevel | 'released'): void;
}
