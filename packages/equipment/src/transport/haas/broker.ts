import { deviceMessages } from '@cellwright/domain/messages';
import type { LineFailure, LineOptions, LineTransport, OpenLines } from '../lines.ts';
import {
  cleanAnswer,
  haasGreeting,
  haasQuestions,
  isBusyAnswer,
  isRefusal,
  isWritten,
  type ProgramAnswer,
  readMacro,
  readNamed,
  readProgram,
  writeForms,
} from './answers.ts';

/** `refused`: the control does not know the question, or does not take the value. `busy`: it answered only that it is busy. */
export interface HaasFailure {
  readonly kind: LineFailure['kind'] | 'refused' | 'busy';
  /** False: the control cannot have seen the question. True: it may have. */
  readonly wasSent: boolean;
  readonly message: string;
}

export type HaasResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: HaasFailure };

export interface HaasTarget {
  readonly host: string;
  readonly port: number;
  /** ms to connect, and ms to answer. */
  readonly timeoutMS: number;
}

export interface WriteOptions extends LineOptions {
  /**
   * True for a value that may be written twice. A control understands one of two forms of a write, and the refusal of one may
   * have been meant for another client: the second is tried only then.
   */
  readonly mayRepeat?: boolean;
}

/** The conversation with one control. All that talk to the same host and port share its connection. No call rejects. */
export interface HaasControl {
  readMacro(variable: number, options?: LineOptions): Promise<HaasResult<number>>;
  /** Writes a global macro variable. Done means that the control has taken it. */
  writeMacro(variable: number, value: number, options?: WriteOptions): Promise<HaasResult<undefined>>;
  readProgram(options?: LineOptions): Promise<HaasResult<ProgramAnswer>>;
  /** 'MEM', 'MDI', 'JOG'… */
  readMode(options?: LineOptions): Promise<HaasResult<string>>;
  /** Time of the last cycle as the control writes it, hhhhh:mm:ss. */
  readLastCycle(options?: LineOptions): Promise<HaasResult<string>>;
  readSerialNumber(options?: LineOptions): Promise<HaasResult<string>>;
  close(): Promise<void>;
}

export function openHaasControl({ host, port, timeoutMS }: HaasTarget, openLines: OpenLines): HaasControl {
  return new HaasConversation(
    openLines({ host, port, connectTimeoutMS: timeoutMS, timeoutMS, greeting: haasGreeting }),
  );
}

const readWritten = (answer: string) => (isWritten(answer) ? true : undefined);

class HaasConversation implements HaasControl {
  readonly #lines: LineTransport;
  /** The form of a write that this control understands, as far as is known. */
  #writeForm = 0;

  constructor(lines: LineTransport) {
    this.#lines = lines;
  }

  readMacro(variable: number, options?: LineOptions): Promise<HaasResult<number>> {
    return this.#ask(haasQuestions.macro(variable), (answer) => readMacro(answer, variable), options);
  }

  async writeMacro(variable: number, value: number, options: WriteOptions = {}): Promise<HaasResult<undefined>> {
    const forms = options.mayRepeat ? writeForms.length : 1;
    for (let offset = 0; offset < forms; offset++) {
      const form = (this.#writeForm + offset) % writeForms.length;
      const question = writeForms[form]?.(variable, value) ?? '';
      const written = await this.#ask(question, readWritten, options);
      if (written.ok) {
        this.#writeForm = form;
        return { ok: true, value: undefined };
      }
      if (written.failure.kind !== 'refused') return written;
    }
    const message = `The control does not accept a value for macro variable ${variable}`;
    return { ok: false, failure: { kind: 'refused', wasSent: true, message } };
  }

  readProgram(options?: LineOptions): Promise<HaasResult<ProgramAnswer>> {
    return this.#ask(haasQuestions.program, readProgram, options);
  }

  readMode(options?: LineOptions): Promise<HaasResult<string>> {
    return this.#ask(haasQuestions.mode, (answer) => readNamed(answer, 'MODE'), options);
  }

  readLastCycle(options?: LineOptions): Promise<HaasResult<string>> {
    return this.#ask(haasQuestions.lastCycle, (answer) => readNamed(answer, 'LAST CYCLE'), options);
  }

  readSerialNumber(options?: LineOptions): Promise<HaasResult<string>> {
    return this.#ask(haasQuestions.serialNumber, (answer) => readNamed(answer, 'SERIAL NUMBER'), options);
  }

  close(): Promise<void> {
    return this.#lines.close();
  }

  /**
   * Skips lines that are not the response: responses to other clients, printed lines, and the echo of some controls. If
   * nothing else arrives, a busy response or an echo explains why; a write may have been accepted anyway.
   */
  async #ask<Value>(
    question: string,
    read: (answer: string) => Value | undefined,
    options?: LineOptions,
  ): Promise<HaasResult<Value>> {
    let seen: 'nothing' | 'busy' | 'echo' = 'nothing';
    const isAnswer = (line: string): boolean => {
      const answer = cleanAnswer(line);
      if (read(answer) !== undefined) return true;
      if (answer === question) seen = 'echo';
      else if (isBusyAnswer(answer)) seen = 'busy';
      else return isRefusal(answer);
      return false;
    };
    const asked = await this.#lines.ask(question, isAnswer, options);
    if (asked.ok) {
      const value = read(cleanAnswer(asked.value));
      return value === undefined ? refused(question) : { ok: true, value };
    }
    const { failure } = asked;
    return failure.kind === 'timeout' ? explainSilence(seen, question, failure) : asked;
  }
}

function explainSilence(
  seen: 'nothing' | 'busy' | 'echo',
  question: string,
  failure: LineFailure,
): HaasResult<never> & { ok: false } {
  if (seen === 'echo' && question.startsWith('?Q')) return refused(question);
  if (seen !== 'busy') return { ok: false, failure };
  return { ok: false, failure: { kind: 'busy', wasSent: failure.wasSent, message: deviceMessages.controlIsBusy } };
}

function refused(question: string): HaasResult<never> & { ok: false } {
  const message = `The control does not know the question '${question}'`;
  return { ok: false, failure: { kind: 'refused', wasSent: true, message } };
}
