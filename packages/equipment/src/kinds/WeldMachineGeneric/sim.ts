import type { SimulatedWelder, SimulatedWelderCommand } from '../../capabilities/welder.ts';
import {
  type EquipmentSim,
  noFaults,
  type SimContext,
  type SimDefinition,
  type SimFaults,
} from '../../framework/sim.ts';
import type { SimulatedBox } from '../../transport/ports.ts';
import {
  type InputSignal,
  notWired,
  type WeldMachineGenericConfig,
  weldMachineGenericContract,
  weldSignals,
} from './contract.ts';

/** Time from weld start to the arc. */
const strikeMS = 150;
const maxCommands = 1000;

export const weldMachineGenericSim: SimDefinition<typeof weldMachineGenericContract> = {
  contract: weldMachineGenericContract,
  create: (config, context) => new WeldMachineGenericSim(config, context),
};

/** Conditions at the workpiece, the same for every control box. */
interface Workpiece {
  isArcLost: boolean;
  isWireStuck: boolean;
  isTouching: boolean;
  isReady: boolean;
}

/** A weld machine at every simulated control box. */
class WeldMachineGenericSim implements EquipmentSim<'welder'> {
  readonly faults: SimFaults = { ...noFaults };
  readonly simulated: { readonly welder: SimulatedWelder };
  readonly #machines: readonly WiredMachine[];

  constructor(config: WeldMachineGenericConfig, context: SimContext) {
    const { boxes = [] } = context;
    const commands: SimulatedWelderCommand[] = [];
    const workpiece: Workpiece = { isArcLost: false, isWireStuck: false, isTouching: false, isReady: true };
    const parts = { config, clock: context.clock, faults: this.faults, workpiece, commands };
    this.#machines = boxes.map((box) => new WiredMachine(box, parts));
    const change = (changes: Partial<Workpiece>) => {
      Object.assign(workpiece, changes);
      for (const machine of this.#machines) machine.show();
    };
    this.simulated = {
      welder: {
        commands,
        loseArc: (isArcLost) => change({ isArcLost }),
        stickWire: (isWireStuck) => change({ isWireStuck }),
        touch: (isTouching) => change({ isTouching }),
        setReady: (isReady) => change({ isReady }),
      },
    };
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

interface MachineParts extends Pick<SimContext, 'clock'> {
  readonly config: WeldMachineGenericConfig;
  readonly faults: SimFaults;
  readonly workpiece: Workpiece;
  readonly commands: SimulatedWelderCommand[];
}

class WiredMachine {
  readonly #box: SimulatedBox;
  readonly #parts: MachineParts;
  #endListening: () => void = () => undefined;
  #cancelStrike: () => void = () => undefined;
  #isFound = false;
  #isStarted = false;
  #isBurning = false;
  /** The wire sticks once an arc has ended. */
  #hasBurnt = false;

  constructor(box: SimulatedBox, parts: MachineParts) {
    this.#box = box;
    this.#parts = parts;
  }

  attach(): void {
    this.#endListening = this.#box.onChange(() => this.#follow());
    this.#follow();
  }

  detach(): void {
    this.#endListening();
    this.#cancelStrike();
    for (const signal of weldSignals) if (signal.direction === 'input') this.#force(signal.field, 'released');
  }

  /** Sets the inputs of the control box. */
  show(): void {
    const { isArcLost, isWireStuck, isTouching, isReady } = this.#parts.workpiece;
    const isOn = this.#isBurning && !isArcLost;
    this.#drive('powerSourceReady', isReady);
    this.#drive('touchDetected', isTouching);
    this.#drive('wireStuck', isWireStuck && this.#hasBurnt && !this.#isBurning);
    this.#drive('currentFlow', isOn);
    this.#drive('arcEstablished', isOn);
  }

  #follow(): void {
    const levels = this.#box.levels();
    const wasFound = this.#isFound;
    this.#isFound = levels !== undefined;
    if (!levels) return;
    // Inputs that were set while the box was away are lost.
    if (!wasFound) this.show();
    const { config, clock, commands, faults } = this.#parts;
    const isHigh = (name: string) => name === notWired || levels[name] === 'high';
    const isStarted = config.weldStart !== notWired && isHigh(config.weldStart) && isHigh(config.robotReady);
    if (isStarted === this.#isStarted) return;
    this.#isStarted = isStarted;
    commands.push({ isArcOn: isStarted, at: clock.now() });
    if (commands.length > maxCommands) commands.shift();
    this.#cancelStrike();
    if (isStarted && !faults.jammed) this.#cancelStrike = clock.schedule(strikeMS, () => this.#burn(true));
    else this.#burn(false);
  }

  #burn(isBurning: boolean): void {
    this.#isBurning = isBurning;
    this.#hasBurnt ||= isBurning;
    this.show();
  }

  #drive(signal: InputSignal, isOn: boolean): void {
    this.#force(signal, isOn ? 'high' : 'low');
  }

  #force(signal: InputSignal, level: 'high' | 'low' | 'released'): void {
    const name = this.#parts.config[signal];
    if (name !== notWired) this.#box.force(name, level);
  }
}
