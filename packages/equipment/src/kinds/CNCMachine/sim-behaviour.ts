import type { Clock } from '@cellwright/domain/basics';
import type { IOLevel } from '@cellwright/domain/robot';
import type { SimulatedDoor } from '../../capabilities/door.ts';
import type { SimulatedMachine, SimulatedMachineCommand } from '../../capabilities/machine.ts';
import type { SimulatedWorkholding } from '../../capabilities/workholding.ts';
import { notWired } from '../../framework/place-fields.ts';
import type { SimFaults } from '../../framework/sim.ts';
import type { CNCMachineConfig } from './contract.ts';
import { requestCodes } from './contract-dispatcher.ts';
import { type MachineOutput, type MachineSensor, takesRequests } from './contract-fields.ts';
import { inverseOf } from './places.ts';

const usualCycleMS = 3000;
const doorMS = 800;
const clampMS = 400;
/** Time that cycle start takes, or a person to press it. */
const startMS = 300;
const maxCommands = 1000;

/** The other parts of a simulated machine, as its behaviour accesses them. */
export interface MachineSide {
  /** True if an output of a control box has this level. */
  isSet(output: MachineOutput): boolean;
  drive(sensor: MachineSensor, level: IOLevel): void;
  /** The command variable, and the number beside it. */
  setCommand(code: number): void;
  command(): number;
  parameter(): number;
  /** Publishes the state of the machine to readers of its status. */
  show(state: 'idle' | 'running' | 'alarm', partCount: number): void;
}

type Actions = { readonly action: 'open' | 'close'; readonly at: number }[];
type HoldingActions = { readonly workholding: string; readonly action: 'clamp' | 'unclamp'; readonly at: number }[];

/** A machine behind any interface: takes requests, runs programs, moves its door and its workholdings. */
export class MachineBehaviour {
  readonly machine: SimulatedMachine;
  readonly door: SimulatedDoor;
  readonly workholding: SimulatedWorkholding;
  /** Nothing of the check is simulated beside the machine. */
  readonly readiness = {};
  readonly #commands: SimulatedMachineCommand[] = [];
  readonly #doorActions: Actions = [];
  readonly #holdingActions: HoldingActions = [];
  readonly #config: CNCMachineConfig;
  readonly #clock: Clock;
  readonly #faults: SimFaults;
  readonly #side: MachineSide;
  #cycleMS = usualCycleMS;
  #isRunning = false;
  #hasAlarm = false;
  #partCount = 0;

  constructor(config: CNCMachineConfig, clock: Clock, faults: SimFaults, side: MachineSide) {
    this.#config = config;
    this.#clock = clock;
    this.#faults = faults;
    this.#side = side;
    this.machine = {
      pressCycleStart: () => this.#startCycle(),
      setAlarm: (isOn) => this.#setAlarm(isOn),
      setCycleTime: (ms) => {
        this.#cycleMS = ms;
      },
      commands: this.#commands,
    };
    this.door = { commands: this.#doorActions };
    this.workholding = { commands: this.#holdingActions };
  }

  /** Shows the machine before the first command: idle, and closed and clamped unless an output says otherwise. */
  showAll(): void {
    const { autodoor, workholdings } = this.#config;
    const stand = (told: MachineOutput, reached: MachineSensor, usual: MachineSensor) =>
      this.#side.isSet(told) ? this.#driveEnds(reached, usual) : this.#driveEnds(usual, reached);
    stand(autodoor.open, autodoor.opened, autodoor.closed);
    for (const { unclamp, clamped, unclamped } of workholdings) stand(unclamp, unclamped, clamped);
    this.#show();
  }

  /** The command variable was written. */
  requested(code: number): void {
    if (code !== requestCodes.requested) return;
    this.#log({ kind: 'request', program: this.#side.parameter(), at: this.#clock.now() });
    if (this.#config.cycle.startOutput !== notWired) return;
    this.#clock.schedule(startMS, () => {
      if (this.#side.command() === requestCodes.requested) this.#startCycle();
    });
  }

  /** An output received a value; a level is 1 or 0. */
  told(place: string, value: number): void {
    const { cycle, autodoor, workholdings, cellSafe } = this.#config;
    const at = this.#clock.now();
    const isTold = (output: MachineOutput) => placeOf(this.#config, output) === place && toldValue(output) === value;
    if (place === cycle.startOutput && value === 1) this.#clock.schedule(startMS, () => this.#startCycle());
    if (isTold(cellSafe)) this.#log({ kind: 'cellSafe', isSafe: true, at });
    else if (isTold(inverseOf(cellSafe))) this.#log({ kind: 'cellSafe', isSafe: false, at });
    if (autodoor.isFitted && isTold(autodoor.open)) {
      this.#doorActions.push({ action: 'open', at });
      this.#move(doorMS, autodoor.opened, autodoor.closed);
    } else if (autodoor.isFitted && isTold(autodoor.close)) {
      this.#doorActions.push({ action: 'close', at });
      this.#move(doorMS, autodoor.closed, autodoor.opened);
    }
    for (const { id, clamp, unclamp, clamped, unclamped } of workholdings) {
      const action = isTold(clamp) ? 'clamp' : isTold(unclamp) ? 'unclamp' : undefined;
      if (!action) continue;
      this.#holdingActions.push({ workholding: id, action, at });
      this.#move(clampMS, ...(action === 'clamp' ? ([clamped, unclamped] as const) : ([unclamped, clamped] as const)));
    }
  }

  /** Leaves one end at once, and reaches the other after a while, unless the machine is jammed. */
  #move(afterMS: number, reached: MachineSensor, left: MachineSensor): void {
    this.#side.drive(left, 'low');
    this.#side.drive(reached, 'low');
    if (!this.#faults.jammed) this.#clock.schedule(afterMS, () => this.#driveEnds(reached, left));
  }

  #driveEnds(reached: MachineSensor, left: MachineSensor): void {
    this.#side.drive(left, 'low');
    this.#side.drive(reached, 'high');
  }

  /** The dispatcher program: takes the request before it runs it, and stops with an alarm without one. */
  #startCycle(): void {
    if (this.#isRunning || this.#hasAlarm || this.#faults.jammed) return;
    const isAsked = takesRequests(this.#config.deviceInterface);
    if (isAsked && this.#side.command() !== requestCodes.requested) {
      this.#setAlarm(true);
      return;
    }
    const program = isAsked ? this.#side.parameter() : 0;
    this.#side.setCommand(requestCodes.running);
    this.#isRunning = true;
    this.#log({ kind: 'cycle', program, at: this.#clock.now() });
    this.#show();
    this.#clock.schedule(this.#cycleMS, () => this.#endCycle());
  }

  #endCycle(): void {
    this.#isRunning = false;
    this.#partCount += 1;
    this.#side.setCommand(requestCodes.done);
    this.#show();
  }

  #setAlarm(isOn: boolean): void {
    this.#hasAlarm = isOn;
    if (isOn) this.#isRunning = false;
    this.#show();
  }

  #show(): void {
    const { running, fault } = this.#config.machineStatus;
    this.#side.drive(running, this.#isRunning ? 'high' : 'low');
    this.#side.drive(fault, this.#hasAlarm ? 'high' : 'low');
    this.#side.show(this.#hasAlarm ? 'alarm' : this.#isRunning ? 'running' : 'idle', this.#partCount);
  }

  #log(command: SimulatedMachineCommand): void {
    this.#commands.push(command);
    if (this.#commands.length > maxCommands) this.#commands.shift();
  }
}

/** Returns the name of a place, as passed to `told`. */
export function placeOf(
  { deviceInterface }: CNCMachineConfig,
  { via, ioPort, type, offset, macroVariable }: MachineOutput | MachineSensor,
): string {
  if (via !== 'network') return via === 'port' ? ioPort : '';
  return deviceInterface === 'modbusTCP' ? `${type} ${offset}` : `macro ${macroVariable}`;
}

function toldValue({ via, level, value }: MachineOutput): number {
  return via === 'port' ? Number(level === 'high') : value;
}
