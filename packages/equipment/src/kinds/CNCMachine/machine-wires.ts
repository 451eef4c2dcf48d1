import { type IOLevel, ioPortName, outputPortNames } from '@cellwright/domain/robot';
import type { SimContext } from '../../framework/sim.ts';
import type { SimulatedBox } from '../../transport/ports.ts';
import { type CNCMachineConfig, cncMachineContract } from './contract.ts';
import type { MachineOutput, MachineSensor } from './contract-fields.ts';

/** Connections of a machine to every simulated control box. */
export class MachineWires {
  readonly #boxes: readonly SimulatedBox[];
  readonly #inputs: readonly string[];
  readonly #outputs: readonly string[];
  #endings: (() => void)[] = [];

  constructor(config: CNCMachineConfig, { boxes = [] }: SimContext) {
    const names = (cncMachineContract.wires?.(config) ?? []).map(ioPortName);
    this.#boxes = boxes;
    this.#outputs = names.filter((name) => outputPortNames.includes(name));
    this.#inputs = names.filter((name) => !outputPortNames.includes(name));
  }

  follow(told: (place: string, value: number) => void): void {
    this.#endings = this.#boxes.map((box) => {
      let last = box.levels();
      return box.onChange(() => {
        const before = last;
        last = box.levels();
        if (!last || !before) return;
        for (const name of this.#outputs) if (last[name] !== before[name]) told(name, Number(last[name] === 'high'));
      });
    });
  }

  drive({ via, ioPort }: MachineSensor, level: IOLevel): void {
    if (via === 'port') for (const box of this.#boxes) box.force(ioPort, level);
  }

  isSet({ via, ioPort, level }: MachineOutput): boolean {
    return via === 'port' && this.#boxes.some((box) => box.levels()?.[ioPort] === level);
  }

  end(): void {
    for (const end of this.#endings) end();
    this.#endings = [];
    for (const box of this.#boxes) for (const name of this.#inputs) box.force(name, 'released');
  }
}
