import type { DriverContext } from '../driver.ts';
import { type AssemblyMachineConfig, timeoutIntervals } from './assembly-fields.ts';
import { AssemblySignals } from './assembly-signals.ts';
import { AssemblyValues } from './assembly-values.ts';
import { WeldDriver } from './weld-driver.ts';

const connectTimeoutMS = 2000;

/** Creates the driver of a weld machine with assemblies. */
export function createAssemblyDriver(config: AssemblyMachineConfig, context: DriverContext): WeldDriver {
  const signals = openSignals(config, context);
  const values = new AssemblyValues(config, signals);
  return new WeldDriver({ clock: context.clock, times: config, signals, values });
}

function openSignals(
  config: AssemblyMachineConfig,
  { address, clock, openScanner, openPorts }: DriverContext,
): AssemblySignals {
  const scan = {
    inputs: { instance: config.inputInstance, size: config.inputSize },
    outputs: { instance: config.outputInstance, size: config.outputSize },
    configurationInstance: config.configurationInstance,
    intervalMS: config.packetIntervalMS,
    timeoutIntervals,
  };
  const scanner = openScanner({ ...address, connectTimeoutMS, scan, registers: config.registers });
  return new AssemblySignals(config, { scanner, ports: openPorts(), clock });
}
