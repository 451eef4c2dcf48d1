import { type ArcValues, inchesPerMinute, type WeldParameters, weldRanges } from '../../capabilities/welder.ts';
import type { AssemblyMachineConfig } from './assembly-fields.ts';
import { notThere, readWord, writeWord } from './assembly-positions.ts';
import type { AssemblySignals } from './assembly-signals.ts';
import type { WeldValues } from './weld-driver.ts';

/** Steps of the values that have no field of their own: arc length and arc control, in percent. */
const percentStep = 0.1;
/** Codes of the processes in the assembly, as their order. */
const processCodes: readonly WeldParameters['process'][] = ['unset', 'pulse', 'constantVoltage'];

const checked = ['voltage', 'arcLength', 'arcControl', 'wireSpeed'] as const;
const words = { voltage: 'voltage', arcLength: 'arc length', arcControl: 'arc control', wireSpeed: 'wire speed' };

/** Values of the arc in the assemblies of the machine. */
export class AssemblyValues implements WeldValues {
  readonly #config: AssemblyMachineConfig;
  readonly #signals: AssemblySignals;

  constructor(config: AssemblyMachineConfig, signals: AssemblySignals) {
    this.#config = config;
    this.#signals = signals;
    writeWord(signals.image, config.scheduleWord, config.schedule ?? 0);
  }

  set(parameters: WeldParameters): string | undefined {
    const wrong = checked.find((name) => !isWithin(parameters[name], weldRanges[name]));
    if (wrong !== undefined) return `The machine does not take this ${words[wrong]}. Choose one within its range`;
    const { image } = this.#signals;
    const { processWord, voltageWord, arcLengthWord, arcControlWord, wireSpeedWord } = this.#config;
    const { voltageStep, wireSpeedStep } = this.#config;
    writeWord(image, processWord, processCodes.indexOf(parameters.process));
    writeWord(image, voltageWord, parameters.voltage / voltageStep);
    writeWord(image, arcLengthWord, parameters.arcLength / percentStep);
    writeWord(image, arcControlWord, parameters.arcControl / percentStep);
    writeWord(image, wireSpeedWord, (parameters.wireSpeed * inchesPerMinute) / wireSpeedStep);
    this.#signals.send();
    return undefined;
  }

  read(): ArcValues | undefined {
    const inputs = this.#signals.inputs();
    const { voltageRead, currentRead, wireSpeedRead, voltageStep, currentStep, wireSpeedStep } = this.#config;
    const isMeasured = [voltageRead, currentRead, wireSpeedRead].some(
      (position) => (position ?? notThere) !== notThere,
    );
    if (!inputs || !isMeasured) return undefined;
    return {
      voltage: roundTo(readWord(inputs, voltageRead) * voltageStep, 2),
      current: roundTo(readWord(inputs, currentRead) * currentStep, 1),
      wireSpeed: roundTo((readWord(inputs, wireSpeedRead) * wireSpeedStep) / inchesPerMinute, 5),
    };
  }
}

const isWithin = (value: number, { minimum, maximum }: { readonly minimum: number; readonly maximum: number }) =>
  value >= minimum - 1e-9 && value <= maximum + 1e-9;

function roundTo(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
