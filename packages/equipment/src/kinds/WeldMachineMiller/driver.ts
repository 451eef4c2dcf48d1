import type { DriverContext, DriverDefinition } from '../../framework/driver.ts';
import { WeldDriver } from '../../framework/weld-machine/weld-driver.ts';
import { AssemblySignals } from './assembly-signals.ts';
import { AssemblyValues } from './assembly-values.ts';
import { type WeldMachineMillerConfig, weldMachineMillerContract } from './contract.ts';

const connectTimeoutMS = 2000;
/** Packet intervals without a packet after which both sides end the connection. */
const timeoutIntervals = 4;

export const weldMachineMillerDriver: DriverDefinition<typeof weldMachineMillerContract> = {
  contract: weldMachineMillerContract,
  create: (config, context) => {
    const signals = openSignals(config, context);
    const values = new AssemblyValues(config, signals);
    return new WeldDriver({ clock: context.clock, times: config, signals, values });
  },
};

function openSignals(
  config: WeldMachineMillerConfig,
  { address, clock, openScanner, openPorts }: DriverContext,
): AssemblySignals {
  const scan = {
    inputs: { instance: config.inputInstance, size: config.inputSize },
    outputs: { instance: config.outputInstance, size: config.outputSize },
    configurationInstance: config.configurationInstance,
    intervalMS: config.packetIntervalMS,
    timeoutIntervals,
  };
  const scanner = openScanner({ ...address, connectTimeoutMS, scan });
  return new AssemblySignals(config, { scanner, ports: openPorts(), clock });
}
