import { type ByteOrder, decodeDoubleWord, encodeDoubleWord } from '../../framework/double-words.ts';
import { ModbusGripperSim, type SimulatedOrder, type SimulatedRegisters } from '../../framework/modbus-gripper/sim.ts';
import type { SimDefinition } from '../../framework/sim.ts';
import type { FingersView } from '../../framework/simulated-fingers.ts';
import type { HttpBank } from '../../transport/http.ts';
import { createHttpServer } from '../../transport/http-server.ts';
import { createAdiBank } from './adi.ts';
import { type SchunkEGxConfig, schunkEGxContract } from './contract.ts';
import { variants } from './contract-variants.ts';
import { controlBits, forcePercent, frameRegisters, metersPerCount, statusBits } from './driver.ts';

export const schunkEGxSim: SimDefinition<typeof schunkEGxContract> = {
  contract: schunkEGxContract,
  create(config, { clock }) {
    const registers = new SimulatedSchunk(config);
    if (config.interface === 'modbus') return new ModbusGripperSim(config, registers, clock);
    let http: HttpBank | undefined;
    const sim = new ModbusGripperSim(config, registers, clock, (bank, behaviour) => {
      http = createAdiBank(bank);
      return createHttpServer({ bank: http, behaviour, clock, maxConnections });
    });
    return Object.assign(sim, { http });
  },
};

/** The web server of a small device. */
const maxConnections = 8;

/** Diagnosis after a fast stop, as on a real one. */
const fastStopDiagnosis = 0xd9;

class SimulatedSchunk implements SimulatedRegisters {
  readonly geometry;
  readonly readable;
  readonly writable;
  readonly #config: SchunkEGxConfig;
  readonly #order: ByteOrder;
  #lastControl = 0;
  #isFaulty = false;

  constructor(config: SchunkEGxConfig) {
    const { closedWidth, fingertipWidth, inputOffset, outputOffset, variant } = config;
    const maximumWidth = closedWidth + variants[variant].stroke;
    this.geometry = { minimumWidth: closedWidth, maximumWidth, fingertipWidth };
    this.readable = [{ first: inputOffset, last: inputOffset + frameRegisters - 1 }];
    this.writable = { first: outputOffset, last: outputOffset + frameRegisters - 1 };
    this.#config = config;
    this.#order = config.byteOrder;
  }

  look(offset: number, fingers: FingersView): number {
    const { inputOffset, closedWidth } = this.#config;
    const position = Math.round((fingers.externalWidth - closedWidth) / metersPerCount(this.#config));
    const numbers = [this.#status(fingers), position, 0, this.#isFaulty ? fastStopDiagnosis : 0];
    return numbers.flatMap((number) => encodeDoubleWord(number, this.#order))[offset - inputOffset] ?? 0;
  }

  order(written: (offset: number) => number, last: number): SimulatedOrder {
    const { first } = this.writable;
    // A frame takes effect once its last number has arrived.
    if (last !== this.writable.last) return { kind: 'set' };
    const numberAt = (index: number) =>
      decodeDoubleWord(written(first + 2 * index), written(first + 2 * index + 1), this.#order);
    const control = numberAt(0);
    const isNew = control !== this.#lastControl;
    this.#lastControl = control;
    if ((control & controlBits.noFastStop) === 0) {
      this.#isFaulty = true;
      return { kind: 'stop' };
    }
    if ((control & controlBits.stop) !== 0) return { kind: 'stop' };
    if ((control & controlBits.acknowledge) !== 0) this.#isFaulty = false;
    const action = control & (controlBits.grip | controlBits.moveAbsolute);
    if (action === 0 || !isNew) return { kind: 'set' };
    return this.#isFaulty ? refused : this.#move(control, numberAt(1), numberAt(2), numberAt(3));
  }

  showFault(): void {
    this.#isFaulty = true;
  }

  #move(control: number, position: number, speed: number, force: number): SimulatedOrder {
    const { closedWidth, variant } = this.#config;
    const isMove = (control & controlBits.moveAbsolute) !== 0;
    const metersPerSecond = speed * metersPerCount(this.#config);
    const { highestSpeed, stroke } = variants[variant];
    const gap = position * metersPerCount(this.#config);
    const isTooFast = metersPerSecond <= 0 || metersPerSecond > highestSpeed + 1e-6;
    if (isTooFast || force < 1 || force > forcePercent) return refused;
    if (isMove && (gap < -1e-6 || gap > stroke + 1e-6)) return refused;
    const told = {
      forceFraction: force / forcePercent,
      speedFraction: metersPerSecond / highestSpeed,
      metersPerSecond,
    };
    const direction = (control & controlBits.outward) !== 0 ? 'outward' : 'inward';
    if (!isMove) return { kind: 'motion', motion: { control: 'force_grip', direction, ...told } };
    return { kind: 'motion', motion: { control: 'move', widthMeters: closedWidth + gap, ...told } };
  }

  #status({ isMoving, gripDetected }: FingersView): number {
    if (this.#isFaulty) return statusBits.error;
    if (isMoving) return statusBits.ready;
    return statusBits.ready | statusBits.success | (gripDetected ? statusBits.gripped : statusBits.positionReached);
  }
}

const refused = { kind: 'refused', exception: 'illegalValue' } as const;
