import type { Clock, JointAngles, SimulatedDeviceFault } from '@cellwright/domain';
import type { Pose } from '@cellwright/geometry';
import type { CameraIntrinsics, CameraSettings } from '../capabilities/camera.ts';
import type { CapabilityName, SimulatedCapabilities } from '../capabilities/index.ts';
import type { FileTree } from '../transport/ftp-files.ts';
import type { HttpBank } from '../transport/http.ts';
import type { LineBank } from '../transport/lines.ts';
import type { AnswerMode } from '../transport/loopback-server.ts';
import type { RegisterBank } from '../transport/modbus.ts';
import type { SimulatedBox } from '../transport/ports.ts';
import type { AnyConfig, AnyContract, CapabilitiesOf, ConfigOf } from './contract.ts';

/** What can go wrong between a device and its driver; a simulator makes it happen. */
export interface SimFaults extends Record<SimulatedDeviceFault, boolean> {
  /** Answer nothing, while still doing what is asked. */
  silent: boolean;
  /** Milliseconds before an answer. */
  answerDelayMS: number;
  /** Answer every request with the protocol's error. */
  refusing: boolean;
  /** Carry out a command, but close the connection instead of answering it. */
  hangUpOnCommand: boolean;
  /** Never finish a motion that begins meanwhile. */
  jammed: boolean;
  /** Take `slowAnswerMS` for each answer. */
  slow: boolean;
  /** Answer with the bytes of each register in the other order. */
  swappedBytes: boolean;
  /** Hold nothing, and find nothing to hold. Changed by `setFault`. */
  partDropped: boolean;
}

/** More than a device takes, less than its drivers wait. */
export const slowAnswerMS = 400;

/** ms before an answer. */
export function answerDelayOf({ answerDelayMS, slow }: Pick<SimFaults, 'answerDelayMS' | 'slow'>): number {
  return Math.max(answerDelayMS, slow ? slowAnswerMS : 0);
}

/** How a line answers under these faults. */
export function answerModeOf(faults: Readonly<SimFaults>, isWrite: boolean): AnswerMode {
  return { kind: answerKindOf(faults, isWrite), delayMS: answerDelayOf(faults) };
}

function answerKindOf({ refusing, hangUpOnCommand, silent }: Readonly<SimFaults>, isWrite: boolean) {
  if (refusing) return 'refuse';
  if (hangUpOnCommand && isWrite) return 'hangUp';
  return silent ? 'silent' : 'answer';
}

/** Makes a fault happen from now on, or ends it. */
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

/** The part of a simulated gripper. */
export interface SimulatedHold {
  /** It falls, and there is no other. */
  drop(): void;
  /** It lies again where it is in the configuration. */
  putBack(): void;
}

/** A simulated device, speaking the real one's protocol on a real socket. */
export interface EquipmentSim<Names extends CapabilityName> {
  /**
   * Listens on loopback; port 0 takes a free one. Resolves with the port.
   * @throws the socket's error, for example EADDRINUSE.
   */
  start(port: number): Promise<number>;
  /** Closes every connection and the port. */
  close(): Promise<void>;
  /** Closes every connection, as a cable pulled and put back. */
  dropConnections(): void;
  /** Change its fields to make faults happen. */
  readonly faults: SimFaults;
  /** What it holds, or would find to hold. */
  readonly part?: SimulatedHold;
  /** What is behind its socket, where that is Modbus: an in-memory line reaches the device without one. */
  readonly registers?: RegisterBank;
  /** The same where its line is one of text. */
  readonly lines?: LineBank;
  /** The same where it answers over HTTP. */
  readonly http?: HttpBank;
  /** The same where it is a server of files. */
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

/** What a simulator is given. */
export interface SimContext {
  readonly clock: Clock;
  /** The simulated control boxes of the cell: a wired device is at each of them. None: it is wired to nothing. */
  readonly boxes?: readonly SimulatedBox[];
  /** Takes a picture of the simulated cell. Without it a simulated camera has none. */
  readonly takePhoto?: (shot: PhotoShot) => Promise<Photo>;
}

/** Makes a simulator of any kind; looked up by the kind of the configuration it is called with. */
export interface AnySimDefinition {
  create(config: AnyConfig, context: SimContext): AnySim;
}

/** How a kind's simulator is made. */
export interface SimDefinition<Contract extends AnyContract> {
  readonly contract: Contract;
  create(config: ConfigOf<Contract>, context: SimContext): EquipmentSim<CapabilitiesOf<Contract>>;
}
