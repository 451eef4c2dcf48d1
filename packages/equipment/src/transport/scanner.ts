/** A device with a cyclic connection over EtherNet/IP or Modbus TCP, as drivers see it; failures are values. */
import type { AdapterLayout, ScanTarget } from '@cellwright/ethernet-ip';
import type { ConnectingTarget } from './connecting.ts';
import type { WriteFunctions } from './modbus.ts';

/** Registers that carry the assemblies of a device over Modbus TCP: two bytes each, the low byte first. */
export interface CyclicRegisters {
  readonly unitID: number;
  readonly writeFunctions: WriteFunctions;
  /** First holding register that is written, from 0. */
  readonly outputOffset: number;
  readonly inputTable: 'inputRegister' | 'holdingRegister';
  /** First register that is read, from 0. */
  readonly inputOffset: number;
}

export interface ScannerTarget extends ConnectingTarget {
  /** For registers, the instances of the assemblies have no meaning and the sizes are even. */
  readonly scan: ScanTarget;
  /** Absent for EtherNet/IP. */
  readonly registers?: CyclicRegisters | undefined;
}

/**
 * Owner's connection to one device, which is opened again one second after it was lost. No call rejects. The device ends
 * what it does within a few packet intervals when this process no longer sends.
 */
export interface ScannerTransport {
  /** Returns the last inputs of the device; undefined without a connection. */
  inputs(): Uint8Array | undefined;
  /** Returns why there is no connection: a sentence without its full stop. */
  problem(): string;
  /** Resolves once the device has sent inputs or a connection has failed, for the first time. */
  whenKnown(): Promise<void>;
  /** Calls the listener after every change of an input, and when the connection is lost or found. */
  onChange(listener: () => void): () => void;
  /** Sets the outputs, which are sent at once. A new connection begins without any: the device is idle until then. */
  setOutputs(data: Uint8Array): void;
  close(): Promise<void>;
}

export type OpenScanner = (target: ScannerTarget) => ScannerTransport;

/** Assemblies of a simulated device. */
export interface CyclicBank {
  readonly layout: AdapterLayout;
  /** Returns the device as one robot session sees it: each session has a device of its own, as it has its own robot. */
  open(): CyclicDevice;
}

/** Assemblies of a simulated device for one owner. */
export interface CyclicDevice {
  readInputs(): Uint8Array;
  /** Calls the listener after every change of an input. */
  onChange(listener: () => void): void;
  /** Takes the outputs; undefined when there is no owner, or an idle one. */
  take(outputs: Uint8Array | undefined): void;
  /** Ends as if the connection was lost; nothing is called afterwards. */
  close(): void;
}

/** Time until a lost connection is opened again, ms. */
export const reconnectMS = 1000;
export const notConnectedYet = 'The EtherNet/IP connection is being opened';
