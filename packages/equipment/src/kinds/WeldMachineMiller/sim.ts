import { usualLayout } from '@cellwright/ethernet-ip';
import { inchesPerMinute } from '../../capabilities/welder.ts';
import {
  answerModeOf,
  type EquipmentSim,
  noFaults,
  type SimContext,
  type SimDefinition,
  type SimFaults,
} from '../../framework/sim.ts';
import { SimulatedArc, SimulatedWorkpiece } from '../../framework/weld-machine/simulated-arc.ts';
import { createAdapterServer } from '../../transport/adapter-server.ts';
import type { LoopbackServer } from '../../transport/loopback-server.ts';
import type { CyclicBank } from '../../transport/scanner.ts';
import { type WeldMachineMillerConfig, weldMachineMillerContract } from './contract.ts';
import { readBit, readWord, writeBit, writeWord } from './contract-positions.ts';

/** Voltage of an arc whose voltage the machine chooses, V. */
const usualVoltage = 22;
/** Current for each m/s of wire, A. */
const ampsPerWireSpeed = 1500;

export const weldMachineMillerSim: SimDefinition<typeof weldMachineMillerContract> = {
  contract: weldMachineMillerContract,
  create: (config, context) => new WeldMachineMillerSim(config, context),
};

class WeldMachineMillerSim implements EquipmentSim<'welder'> {
  readonly faults: SimFaults = { ...noFaults };
  readonly simulated: EquipmentSim<'welder'>['simulated'];
  readonly cyclic: CyclicBank;
  readonly #config: WeldMachineMillerConfig;
  readonly #arc: SimulatedArc;
  readonly #server: LoopbackServer;
  readonly #listeners = new Set<() => void>();
  #outputs: Uint8Array | undefined;

  constructor(config: WeldMachineMillerConfig, { clock }: SimContext) {
    this.#config = config;
    const onChange = () => this.#tell();
    const workpiece = new SimulatedWorkpiece(onChange);
    this.#arc = new SimulatedArc({ clock, faults: this.faults, workpiece, onChange });
    this.simulated = { welder: workpiece.simulated };
    this.cyclic = {
      layout: layoutOf(config),
      readInputs: () => this.#readInputs(),
      onChange: (listener) => {
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
      },
      take: (outputs) => this.#take(outputs),
    };
    const behaviour = { answerMode: (isWrite: boolean) => answerModeOf(this.faults, isWrite) };
    this.#server = createAdapterServer({ bank: this.cyclic, behaviour, clock, productName: 'Simulated weld machine' });
  }

  start(port: number): Promise<number> {
    return this.#server.listen(port);
  }

  async close(): Promise<void> {
    await this.#server.close();
    this.#arc.close();
  }

  dropConnections(): void {
    this.#server.dropConnections();
  }

  #take(outputs: Uint8Array | undefined): void {
    this.#outputs = outputs;
    this.#arc.command(outputs !== undefined && readBit(outputs, this.#config.weldStart));
    this.#tell();
  }

  #readInputs(): Uint8Array {
    const { arcEstablished, powerSourceReady, machineFault, wireStuck, touchDetected } = this.#config;
    const places = { arcEstablished, powerSourceReady, machineFault, wireStuck, touchDetected };
    const image = new Uint8Array(this.#config.inputSize);
    const inputs = this.#arc.inputs();
    writeBit(image, places.arcEstablished, inputs.arcEstablished);
    writeBit(image, places.powerSourceReady, inputs.powerSourceReady);
    writeBit(image, places.machineFault, inputs.machineFault);
    writeBit(image, places.wireStuck, inputs.wireStuck);
    writeBit(image, places.touchDetected, inputs.touchDetected);
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

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function layoutOf(config: WeldMachineMillerConfig) {
  return {
    ...usualLayout,
    produced: { instance: config.inputInstance, size: config.inputSize },
    consumed: { instance: config.outputInstance, size: config.outputSize },
    configuration: { instance: config.configurationInstance, size: 0 },
  };
}
