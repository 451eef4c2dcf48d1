import type { Clock, EquipmentLiveState } from '@cellwright/domain';
import type { CapabilityDevices, CapabilityName } from '../capabilities/index.ts';
import type { OpenFtp } from '../transport/ftp.ts';
import type { OpenHttp } from '../transport/http.ts';
import type { OpenLines } from '../transport/lines.ts';
import type { OpenModbus } from '../transport/modbus.ts';
import type { OpenPorts } from '../transport/ports.ts';
import type { AnyConfig, AnyContract, CapabilitiesOf, ConfigOf, LiveStateOf, NetworkAddress } from './contract.ts';

/** The ways to a device on a network. */
export interface DeviceTransports {
  readonly openModbus: OpenModbus;
  readonly openLines: OpenLines;
  readonly openFtp: OpenFtp;
  readonly openHttp: OpenHttp;
}

/** What a driver is given; it opens nothing by itself. */
export interface DriverContext extends DeviceTransports {
  /** The real device, or its simulator on loopback: the caller's decision, never the driver's. A wired device has none. */
  readonly address: NetworkAddress;
  readonly clock: Clock;
  /** The ports of the robot that the session commands, for a wired device. */
  readonly openPorts: OpenPorts;
}

/** Follows one device and commands it. */
export interface EquipmentDriver<Live extends EquipmentLiveState, Names extends CapabilityName> {
  /** Begins to follow the device: connects, reads, reconnects. */
  start(): void;
  /** What is known now. */
  state(): Live;
  /** Resolves once the device has answered, or failed to, for the first time. */
  whenKnown(): Promise<void>;
  /** Calls the listener after every change of the state; the returned function ends that. */
  onChange(listener: (state: Live) => void): () => void;
  /** Stops a motion under way; does nothing to a device at rest. Never rejects, waits for no other command. */
  stopMotion(): Promise<void>;
  /**
   * Ends everything. Commands under way end as stopped; with a reason, because nobody stopped them, they fail with it.
   * @param reason a sentence without its full stop, for the operator.
   */
  close(reason?: string): Promise<void>;
  readonly capabilities: Pick<CapabilityDevices, Names>;
}

/** A driver of any kind. */
export interface AnyDriver extends Omit<EquipmentDriver<EquipmentLiveState, never>, 'capabilities'> {
  readonly capabilities: Partial<CapabilityDevices>;
}

/** Makes a driver of any kind; looked up by the kind of the configuration it is called with. */
export interface AnyDriverDefinition {
  create(config: AnyConfig, context: DriverContext): AnyDriver;
}

/** How a kind's driver is made. */
export interface DriverDefinition<Contract extends AnyContract> {
  readonly contract: Contract;
  create(
    config: ConfigOf<Contract>,
    context: DriverContext,
  ): EquipmentDriver<LiveStateOf<Contract>, CapabilitiesOf<Contract>>;
}
