import type { Clock } from '@cellwright/domain/basics';
import type { EquipmentLiveState } from '@cellwright/domain/equipment';
import type { CapabilityDevices, CapabilityName } from '../capabilities/index.ts';
import type { DeviceModules } from '../packaged/device-modules.ts';
import type { OpenFtp } from '../transport/ftp.ts';
import type { OpenHttp } from '../transport/http.ts';
import type { OpenLines } from '../transport/lines.ts';
import type { OpenModbus } from '../transport/modbus.ts';
import type { OpenPorts } from '../transport/ports.ts';
import type { OpenScanner } from '../transport/scanner.ts';
import type { SharedSpace } from '../transport/shared-space.ts';
import type { OpenStream } from '../transport/stream.ts';
import type { TrafficLog } from '../transport/traffic/traffic-log.ts';
import type { AnyConfig, AnyContract, CapabilitiesOf, ConfigOf, LiveStateOf, NetworkAddress } from './contract.ts';

/** Transports to a device on a network. */
export interface DeviceTransports {
  readonly openModbus: OpenModbus;
  readonly openLines: OpenLines;
  readonly openFtp: OpenFtp;
  readonly openHttp: OpenHttp;
  readonly openScanner: OpenScanner;
  /** Absent where no package runs. */
  readonly openStream?: OpenStream;
}

/** Dependencies of a driver; it opens nothing by itself. */
export interface DriverContext extends DeviceTransports {
  /**
   * Address of the real device, or of its simulator on loopback: the caller decides, never the driver. A wired device
   * has none.
   */
  readonly address: NetworkAddress;
  readonly clock: Clock;
  /** Opens the ports of the robot that the session commands, for a wired device. */
  readonly openPorts: OpenPorts;
  /** The space that the device shares with the arm of its session. Without it the device never closes such a space. */
  readonly sharedSpace?: SharedSpace | undefined;
  /** Runs the modules of packages, for their device kinds. */
  readonly modules?: DeviceModules | undefined;
  /** Records the connections of the device; absent: nothing does. */
  readonly traffic?: TrafficLog | undefined;
}

/** Follows one device and commands it. */
export interface EquipmentDriver<Live extends EquipmentLiveState, Names extends CapabilityName> {
  /** Starts to follow the device: connects, reads, reconnects. */
  start(): void;
  /** Returns the current state. */
  state(): Live;
  /** Resolves once the device has answered or failed to answer for the first time. */
  whenKnown(): Promise<void>;
  /** Calls the listener after every change of the state; the returned function ends that. */
  onChange(listener: (state: Live) => void): () => void;
  /**
   * Stops a motion in progress; has no effect on a device at rest. Never rejects, and does not wait for another
   * command.
   */
  stopMotion(): Promise<void>;
  /**
   * Ends everything. Commands in progress end as stopped, or with a reason as failed, because no user stopped them.
   * @param reason a sentence without its full stop, for the operator.
   */
  close(reason?: string): Promise<void>;
  readonly capabilities: Pick<CapabilityDevices, Names>;
}

/** A driver of any kind. */
export interface AnyDriver extends Omit<EquipmentDriver<EquipmentLiveState, never>, 'capabilities'> {
  readonly capabilities: Partial<CapabilityDevices>;
}

/** Creates a driver of any kind, looked up by the kind of the configuration that it is called with. */
export interface AnyDriverDefinition {
  create(config: AnyConfig, context: DriverContext): AnyDriver;
}

/** Creates the driver of a kind. */
export interface DriverDefinition<Contract extends AnyContract> {
  readonly contract: Contract;
  create(
    config: ConfigOf<Contract>,
    context: DriverContext,
  ): EquipmentDriver<LiveStateOf<Contract>, CapabilitiesOf<Contract>>;
}
