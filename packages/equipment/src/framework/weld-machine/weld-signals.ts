import type { OutputHold } from '@cellwright/domain/robot';
import type { PortsResult } from '../../transport/ports.ts';
import { millisecondsField } from '../fields.ts';

export type WeldOutput =
  | 'weldStart'
  | 'robotReady'
  | 'gas'
  | 'wireInch'
  | 'wireRetract'
  | 'errorReset'
  | 'touchSense'
  | 'wireStuckCheck';

export type WeldInput =
  | 'arcEstablished'
  | 'powerSourceReady'
  | 'currentFlow'
  | 'wireStuck'
  | 'touchDetected'
  | 'machineFault';

/** A signal to the machine: on for a while, or off. */
export interface SetSignal {
  readonly signal: WeldOutput;
  /** Seconds after which it ends by itself; 0 switches it off. */
  readonly seconds: number;
  readonly hold?: OutputHold;
}

/**
 * Signals between the product and a weld machine. Held ones end at each stop, pause and open safeguard, when the robot
 * controller loses its commander, and when they are not renewed; a renewal never starts them again.
 */
export interface WeldSignals {
  readonly isConnected: boolean;
  /** Sentence for the operator while there is no connection. */
  readonly disconnection: string;
  /** Sentence for the operator if the signals that an arc needs are not configured. */
  readonly incomplete: string;
  /** Resolves once the machine has answered or failed to, for the first time. */
  whenKnown(): Promise<void>;
  onChange(listener: () => void): () => void;
  has(signal: WeldInput | WeldOutput): boolean;
  /** True if the signal is on; false also for one that the machine does not have. */
  isOn(signal: WeldInput): boolean;
  /** Number of the fault that the machine reports; undefined without a fault, or if it reports none. */
  readonly errorNumber?: number | undefined;
  /** Sets signals together; those that the machine does not have are left out. */
  set(signals: readonly SetSignal[], abort?: AbortSignal): Promise<PortsResult>;
  close(): Promise<void>;
}

/** Times of an arc, ms. */
export interface WeldTimes {
  readonly gasPreflowMS: number;
  readonly arcStartLimitMS: number;
  readonly arcLostMS: number;
  readonly wireCheckMS: number;
  readonly gasPostflowMS: number;
}

export const weldTimeFields = {
  gasPreflowMS: millisecondsField('Gas before the arc', 300),
  arcStartLimitMS: millisecondsField('Time to strike the arc', 1000, 'Without an arc by then, the start has failed'),
  arcLostMS: millisecondsField('Arc lost after', 300, 'Shorter gaps of the arc signal are ignored'),
  wireCheckMS: millisecondsField('Wire-stuck check', 60, 'Between the end of the arc and the reading of the wire'),
  gasPostflowMS: millisecondsField('Gas after the arc', 500),
};
