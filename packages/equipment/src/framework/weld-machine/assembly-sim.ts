import { usualLayout } from '@cellwright/ethernet-ip';
import { inchesPerMinute } from '../../capabilities/welder.ts';
import { createAdapterServer } from '../../transport/adapter-server.ts';
import type { LoopbackServer } from '../../transport/loopback-server.ts';
import { createRegisterScanServer } from '../../transport/register-scan-server.ts';
import type { CyclicBank, CyclicDevice } from '../../transport/scanner.ts';
import { answerModeOf, type EquipmentSim, noFaults, type SimContext, type SimFaults } from '../sim.ts';
import { type AssemblyMachineConfig, timeoutIntervals } from './assembly-fields.ts';
import { isThere, readBit, readWord, writeBit, writeWord } from './assembly-positions.ts';
import { SimulatedArc, SimulatedWorkpiece } from './simulated-arc.ts';

/** Voltage of an arc whose voltage the machine chooses, V. */
const usualVoltage = 22;
/** Current for each m/s of wire, A. */
const ampsPerWireSpeed = 1500;

/** A simulated weld machine with assemblies: one for every robot session. */
export class AssemblySim implements EquipmentSim<'welder'> {
  readonly faults: SimFaults = { ...noFaults };
  readonly simulated: EquipmentSim<'welder'>['simulated'];
  readonly cyclic: CyclicBank;
  readonly #server: LoopbackServer;
  readonly #machines = new Set<SimulatedMachine>();

  constructor(config: AssemblyMachineConfig, { clock }: SimContext) {
    const workpiece = new SimulatedWorkpiece(() => {
      for (const machine of this.#machines) machine.tell();
    });
    this.simulated = { welder: workpiece.simulated };
    this.cyclic = {
      layout: layoutOf(config),
      open: () => {
        const onChange = () => machine.tell();
        const arc = new SimulatedArc({ clock, faults: this.faults, workpiece, onChange });
        const machine: SimulatedMachine = new SimulatedMachine(config, arc, () => this.#machines.delete(machine));
        this.#machines.add(machine);
        return machine;
      },
    };
    const behaviour = { answerMode: (isWrite: boolean) => answerModeOf(this.faults, isWrite) };
    const { registers, packetIntervalMS } = config;
    const served = { bank: this.cyclic, behaviour, clock };
    this.#server = registers
      ? createRegisterScanServer({ ...served, registers, timeoutMS: timeoutIntervals * packetIntervalMS })
      : createAdapterServer({ ...served, productName: 'Simulated weld machine' });
  }

  start(port: number): Promise<number> {
    return this.#server.listen(port);
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  dropConnections(): void {
    this.#server.dropConnections();
  }
}

class SimulatedMachine implements CyclicDevice {
  readonly #config: AssemblyMachineConfig;
  readonly #arc: SimulatedArc;
  readonly #onClose: () => void;
  #listener: () => void = () => undefined;
  #outputs: Uint8Array | undefined;

  constructor(config: AssemblyMachineConfig, arc: SimulatedArc, onClose: () => void) {
    this.#config = config;
    this.#arc = arc;
    this.#onClose = onClose;
  }

  onChange(listener: () => void): void {
    this.#listener = listener;
  }

  tell(): void {
    this.#listener();
  }

  take(outputs: Uint8Array | undefined): void {
    this.#outputs = outputs;
    const { weldStart, robotReady } = this.#config;
    const isReady = (image: Uint8Array) => !isThere(robotReady) || readBit(image, robotReady);
    this.#arc.command(outputs !== undefined && readBit(outputs, weldStart) && isReady(outputs));
    this.tell();
  }

  close(): void {
    this.#listener = () => undefined;
    this.take(undefined);
    this.#arc.close();
    this.#onClose();
  }

  readInputs(): Uint8Array {
    const { arcEstablished, powerSourceReady, currentFlow, machineFault, wireStuck, touchDetected } = this.#config;
    const image = new Uint8Array(this.#config.inputSize);
    const inputs = this.#arc.inputs();
    writeBit(image, arcEstablished, inputs.arcEstablished);
    writeBit(image, powerSourceReady, inputs.powerSourceReady);
    writeBit(image, currentFlow, inputs.currentFlow);
    writeBit(image, machineFault, inputs.machineFault);
    writeBit(image, wireStuck, inputs.wireStuck);
    writeBit(image, touchDetected, inputs.touchDetected);
    if (inputs.arcEstablished && this.#outputs) this.#measure(image, this.#outputs);
    return image;
  }

  /** An arc that burns as it is commanded. */
  #measure(image: Uint8Array, outputs: Uint8Array): void {
    const { voltageWord, wireSpeedWord, voltageRead, currentRead, wireSpeedRead } = this.#config;
    const { voltageStep, currentStep, wireSpeedStep } = this.#config;
    const wireSpeed = readWord(outputs, wireSpeedWord);
    const current = ((wireSpeed * wireSpeedStep) / inchesPerMinute) * ampsPerWireSpeed;
    writeWord(image, voltageRead, readWord(outputs, voltageWord) || usualVoltage / voltageStep);
    writeWord(image, currentRead, current / currentStep);
    writeWord(image, wireSpeedRead, wireSpeed);
  }
}

function layoutOf(config: AssemblyMachineConfig) {
  return {
    ...usualLayout,
    produced: { instance: config.inputInstance, size: config.inputSize },
    consumed: { instance: config.outputInstance, size: config.outputSize },
    configuration: { instance: config.configurationInstance, size: 0 },
  };
}
