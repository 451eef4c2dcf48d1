import { type EquipmentSim, noFaults, type SimContext, type SimFaults } from '../../framework/sim.ts';
import { SimulatedArc, SimulatedWorkpiece } from '../../framework/weld-machine/simulated-arc.ts';
import type { WeldInput } from '../../framework/weld-machine/weld-signals.ts';
import type { SimulatedBox } from '../../transport/ports.ts';
import { notWired, type WeldMachineGenericConfig } from './contract.ts';

/** In the order in which the control box takes them. */
const shownInputs = ['powerSourceReady', 'touchDetected', 'wireStuck', 'currentFlow', 'arcEstablished'] as const;

/** A weld machine at every simulated control box. */
export class WiredWelderSim implements EquipmentSim<'welder'> {
  readonly faults: SimFaults = { ...noFaults };
  readonly simulated: EquipmentSim<'welder'>['simulated'];
  readonly #machines: readonly WiredMachine[];

  constructor(config: WeldMachineGenericConfig, { clock, boxes = [] }: SimContext) {
    const workpiece = new SimulatedWorkpiece(() => {
      for (const machine of this.#machines) machine.show();
    });
    this.#machines = boxes.map((box) => {
      const machine: WiredMachine = new WiredMachine(
        box,
        config,
        new SimulatedArc({ clock, faults: this.faults, workpiece, onChange: () => machine.show() }),
      );
      return machine;
    });
    this.simulated = { welder: workpiece.simulated };
  }

  /** A wired device listens on no port; the record still has one. */
  async start(port: number): Promise<number> {
    for (const machine of this.#machines) machine.attach();
    return port;
  }

  async close(): Promise<void> {
    for (const machine of this.#machines) machine.detach();
  }

  /** There is no connection besides the wires. */
  dropConnections(): void {}
}

class WiredMachine {
  readonly #box: SimulatedBox;
  readonly #config: WeldMachineGenericConfig;
  readonly #arc: SimulatedArc;
  #endListening: () => void = () => undefined;
  #isFound = false;

  constructor(box: SimulatedBox, config: WeldMachineGenericConfig, arc: SimulatedArc) {
    this.#box = box;
    this.#config = config;
    this.#arc = arc;
  }

  attach(): void {
    this.#endListening = this.#box.onChange(() => this.#follow());
    this.#follow();
  }

  detach(): void {
    this.#endListening();
    this.#arc.close();
    for (const signal of [...shownInputs, 'machineFault'] as const) this.#force(signal, 'released');
  }

  /** Sets the inputs of the control box. */
  show(): void {
    const inputs = this.#arc.inputs();
    for (const signal of shownInputs) this.#force(signal, inputs[signal] ? 'high' : 'low');
  }

  #follow(): void {
    const levels = this.#box.levels();
    const wasFound = this.#isFound;
    this.#isFound = levels !== undefined;
    if (!levels) return;
    // Inputs that were set while the box was away are lost.
    if (!wasFound) this.show();
    const { weldStart, robotReady } = this.#config;
    const isHigh = (name: string) => name === notWired || levels[name] === 'high';
    this.#arc.command(weldStart !== notWired && isHigh(weldStart) && isHigh(robotReady));
  }

  #force(signal: WeldInput, level: 'high' | 'low' | 'released'): void {
    const name = this.#config[signal];
    if (name !== notWired) this.#box.force(name, level);
  }
}
