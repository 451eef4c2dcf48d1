import type { Clock } from '@cellwright/domain/basics';
import { answerDelayOf, type SimFaults } from '../../framework/sim.ts';
import { createLineServer } from '../line-server.ts';
import { type LineBank, lineEnd } from '../lines.ts';
import type { LoopbackServer } from '../loopback-server.ts';

/** A control takes two connections, and sends every answer to both. */
const maxConnections = 2;
const startOfText = '\u0002';
const endOfText = '\u0017';

/** Differences between controls. Change the fields to make a simulated control like another one. */
export interface HaasQuirks {
  /** 'ngc': over Ethernet, with a prompt behind each answer. 'rs232': the older form. */
  framing: 'ngc' | 'rs232';
  /** Sends the first question of a connection back instead of answering it. */
  echoesFirst: boolean;
  /** Answers a macro variable with its number before the value. */
  namesMacro: boolean;
  /** Writes begin with 'E' instead of '?E'. */
  hasBareWrites: boolean;
  /** The answer to Q500 while a program runs. */
  busyAnswer: string;
}

export const usualQuirks: Readonly<HaasQuirks> = {
  framing: 'ngc',
  echoesFirst: false,
  namesMacro: false,
  hasBareWrites: false,
  busyAnswer: 'STATUS, BUSY',
};

export interface SimulatedHaasOptions {
  readonly clock: Clock;
  readonly faults: SimFaults;
  /** A client has written a macro variable. */
  onWrite(variable: number, value: number): void;
}

/** The data collection of a Haas control. It has all macro variables, 0 at first. */
export class SimulatedHaasControl implements LineBank {
  readonly quirks: HaasQuirks = { ...usualQuirks };
  readonly macros = new Map<number, number>();
  /** The program and its state in the answer to Q500; undefined while a program runs. */
  program: { name: string; state: string } | undefined = { name: 'O00000', state: 'IDLE' };
  partCount = 0;
  mode = 'MEM';
  lastCycle = '00000:00:00';
  readonly #options: SimulatedHaasOptions;
  readonly #server: LoopbackServer;

  constructor(options: SimulatedHaasOptions) {
    this.#options = options;
    const { clock, faults } = options;
    this.#server = createLineServer({
      bank: this,
      clock,
      maxConnections,
      behaviour: {
        answerMode: (isCommand) => ({ kind: this.#answerKind(isCommand), delayMS: answerDelayOf(faults) }),
      },
      frame: (answer) => this.#frame(answer),
      echoesFirst: () => this.quirks.echoesFirst,
    });
  }

  listen(port: number): Promise<number> {
    return this.#server.listen(port);
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  dropConnections(): void {
    this.#server.dropConnections();
  }

  isCommand(question: string): boolean {
    return this.#readWrite(question) !== undefined;
  }

  answer(question: string): string {
    if (this.#options.faults.refusing) return 'UNKNOWN';
    const write = this.#readWrite(question);
    if (write) {
      this.macros.set(write.variable, write.value);
      this.#options.onWrite(write.variable, write.value);
      return '!';
    }
    const macro = /^\?Q600 (\d{1,5})$/.exec(question)?.[1];
    if (macro !== undefined) return this.#tellMacro(Number(macro));
    return this.#tell(question) ?? 'UNKNOWN';
  }

  #tell(question: string): string | undefined {
    const { program, partCount, quirks } = this;
    const status = program ? `PROGRAM, ${program.name}, ${program.state}, PARTS, ${partCount}` : quirks.busyAnswer;
    const answers: Readonly<Record<string, string>> = {
      '?Q100': 'SERIAL NUMBER, 1234567',
      '?Q101': 'SOFTWARE VERSION, 100.17.000.2037',
      '?Q102': 'MODEL, CSMD-G2',
      '?Q104': `MODE, ${this.mode}`,
      '?Q303': `LAST CYCLE, ${this.lastCycle}`,
      '?Q402': `M30 #1, ${partCount}`,
      '?Q500': status,
    };
    return answers[question];
  }

  #tellMacro(variable: number): string {
    const value = (this.macros.get(variable) ?? 0).toFixed(6);
    return this.quirks.namesMacro ? `MACRO, ${variable}, ${value}` : `MACRO, ${value}`;
  }

  #readWrite(question: string): { readonly variable: number; readonly value: number } | undefined {
    const pattern = this.quirks.hasBareWrites ? /^E(\d{1,5}) (\S+)$/ : /^\?E(\d{1,5}) (\S+)$/;
    const [, variable, value] = pattern.exec(question) ?? [];
    return variable !== undefined && Number.isFinite(Number(value))
      ? { variable: Number(variable), value: Number(value) }
      : undefined;
  }

  #frame(answer: string): string {
    return this.quirks.framing === 'ngc' ? `>${answer}${lineEnd}>` : `>${startOfText}${answer}${endOfText}${lineEnd}`;
  }

  #answerKind(isCommand: boolean) {
    const { hangUpOnCommand, silent } = this.#options.faults;
    if (hangUpOnCommand && isCommand) return 'hangUp';
    return silent ? 'silent' : 'answer';
  }
}
