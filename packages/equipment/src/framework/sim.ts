import type { Clock } from '@cellwright/domain/basics';
import type { CameraIntrinsics, CameraSettings, SimulatedDeviceFault } from '@cellwright/domain/equipment';
import type { JointAngles } from '@cellwright/domain/robot';
import type { Pose } from '@cellwright/geometry';
import type { CapabilityName, SimulatedCapabilities } from '../capabilities/index.ts';
import type { DeviceModules } from '../packaged/device-modules.ts';
import type { FileTree } from '../transport/ftp-files.ts';
import type { HttpBank } from '../transport/http.ts';
import type { LineBank } from '../transport/lines.ts';
import type { AnswerMode } from '../transport/loopback-server.ts';
import type { RegisterBank } from '../transport/modbus.ts';
import type { SimulatedBox } from '../transport/ports.ts';
import type { CyclicBank } from '../transport/scanner.ts';
import type { AnyConfig, AnyContract, CapabilitiesOf, ConfigOf } from './contract.ts';

/** Faults between a device and its driver that a simulator can cause. */
export interface SimFaults extends Record<SimulatedDeviceFault, boolean> {
  /** True: sends no answers, but still carries out requests. */
  silent: boolean;
  /** Delay before an answer, ms. */
  answerDelayMS: number;
  /** True: answers every request with the protocol's error. */
  refusing: boolean;
  /** True: carries out a command, but closes the connection instead of answering. */
  hangUpOnCommand: boolean;
  /** True: never finishes a motion that begins meanwhile. */
  jammed: boolean;
  /** True: takes `slowAnswerMS` for each answer. */
  slow: boolean;
  /** True: answers with the bytes of each register swapped. */
  swappedBytes: boolean;
  /** True: holds nothing and finds nothing to hold. Changed by `setFault`. */
  partDropped: boolean;
}

/** Longer than a device takes, shorter than its drivers wait. */
export const slowAnswerMS = 400;

/** Returns the delay before an answer, ms. */
export function answerDelayOf({ answerDelayMS, slow }: Pick<SimFaults, 'answerDelayMS' | 'slow'>): number {
  return Math.max(answerDelayMS, slow ? slowAnswerMS : 0);
}

/** Returns how the connection answers under these faults. */
export function answerModeOf(faults: Readonly<SimFaults>, isWrite: boolean): AnswerMode {
  return { kind: answerKindOf(faults, isWrite), delayMS: answerDelayOf(faults) };
}

function answerKindOf({ refusing, hangUpOnCommand, silent }: Readonly<SimFaults>, isWrite: boolean) {
  if (refusing) return 'refuse';
  if (hangUpOnCommand && isWrite) return 'hangUp';
  return silent ? 'silent' : 'answer';
}

/** Starts or ends a fault. */
export function setFault(
  { faults, part }: Pick<AnySim, 'faults' | 'part'>,
  fault: SimulatedDeviceFault,
  isActive: boolean,
): void {
  if (faults[fault] === isActive) return;
  faults[fault] = isActive;
  if (fault !== 'partDropped') return;
  if (isActive) part?.drop();
  else part?.putBack();
}

export const noFaults: Readonly<SimFaults> = {
  silent: false,
  answerDelayMS: 0,
  refusing: false,
  hangUpOnCommand: false,
  jammed: false,
  slow: false,
  swappedBytes: false,
  partDropped: false,
};

/** Part of a simulated gripper. */
export interface SimulatedHold {
  /** Drops the part; there is no other. */
  drop(): void;
  /** Puts the part back at its place in the configuration. */
  putBack(): void;
}

/** A simulated device that uses the real one's protocol on a real socket. */
export interface EquipmentSim<Names extends CapabilityName> {
  /**
   * Listens on loopback; port 0 selects a free one. Resolves with the port.
   * @throws the socket's error, for example EADDRINUSE.
   */
  start(port: number): Promise<number>;
  /** Connects the wires of a device that has a network too, without its socket: for transports in memory. */
  connectWires?(): void;
  /** Closes every connection and the port. */
  close(): Promise<void>;
  /** Closes every connection, as if a cable was pulled and plugged in again. */
  dropConnections(): void;
  /** Faults of the simulator, to be changed by the caller. */
  readonly faults: SimFaults;
  /** Part that it holds or would find to hold. */
  readonly part?: SimulatedHold;
  /** Registers behind its socket, if it uses Modbus: an in-memory transport reaches the device without a socket. */
  readonly registers?: RegisterBank;
  /** Lines behind its socket, if it uses text lines. */
  readonly lines?: LineBank;
  /** Responses behind its socket, if it uses HTTP. */
  readonly http?: HttpBank;
  /** Assemblies behind its socket, if it uses EtherNet/IP. */
  readonly cyclic?: CyclicBank;
  /** Files behind its socket, if it is a file server. */
  readonly files?: FileTree;
  readonly simulated: Pick<SimulatedCapabilities, Names>;
}

/** A simulator of any kind. */
export interface AnySim extends Omit<EquipmentSim<never>, 'simulated'> {
  readonly simulated: Partial<SimulatedCapabilities>;
}

/** One picture of a simulated camera. */
export interface PhotoShot {
  /** Pose of the optical frame: in the flange frame on the wrist, else in the world. */
  readonly mount: Pose;
  readonly isOnWrist: boolean;
  readonly intrinsics: CameraIntrinsics;
  readonly settings: CameraSettings;
  /** Seed of the noise. */
  readonly seed: number;
}

export interface Photo {
  readonly jpeg: Uint8Array;
  /** Joint angles of the arm in the picture. */
  readonly jointAngles: JointAngles;
}

/** Dependencies of a simulator. */
export interface SimContext {
  readonly clock: Clock;
  /** Simulated control boxes of the cell: a wired device is connected to each of them. Empty: it is not wired. */
  readonly boxes?: readonly SimulatedBox[];
  /** Takes a picture of the simulated cell. Without it a simulated camera has none. */
  readonly takePhoto?: (shot: PhotoShot) => Promise<Photo>;
  /** Runs the modules of packages, for their simulated devices. */
  readonly modules?: DeviceModules | undefined;
}

/** Creates a simulator of any kind, looked up by the kind of the configuration that it is called with. */
export interface AnySimDefinition {
  create(config: AnyConfig, context: SimContext): AnySim;
}

/** Creates the simulator of a kind. */
export interface SimDefinition<Contract extends AnyContract> {
  readonly contract: Contract;
  create(config: ConfigOf<Contract>, context: SimContext): EquipmentSim<CapabilitiesOf<Contract>>;
}
