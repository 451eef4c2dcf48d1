import { type Clock, rest } from '@cellwright/domain/basics';
import { deviceMessages } from '@cellwright/domain/messages';
import * as z from 'zod';
import type { NetworkAddress } from '../framework/contract.ts';
import type { ByteStream, OpenStream, StreamResult } from '../transport/stream.ts';
import type { DeviceModules, ModuleAnswer } from './device-modules.ts';
import {
  answerOf,
  nothing,
  readArguments,
  receiveArguments,
  refuse,
  sendArguments,
  toWanted,
  usages,
  waitArguments,
} from './line-calls.ts';
import type { PackagedKind } from './packaged-device.ts';

export type Order = { readonly kind: 'read' | 'stop' } | { readonly kind: 'act'; readonly action: string };

/**
 * `line`: the connection failed, and `wasSent` if the device may have received something before; `late`: the time limit
 * has passed; `module`: the module or its process failed.
 */
export type OrderResult =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly cause: 'line' | 'late' | 'module' | 'dropped';
      readonly wasSent: boolean;
      readonly message: string;
    };

interface Pending {
  readonly order: Order;
  readonly settle: (result: OrderResult) => void;
  isTaken: boolean;
  wasSent: boolean;
  lineFailure: string | undefined;
}

export interface ConversationOptions {
  readonly kind: PackagedKind;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly address: NetworkAddress;
  readonly timeoutMS: number;
  readonly clock: Clock;
  readonly openStream: OpenStream;
  readonly modules: DeviceModules;
}

const callNames = ['next', 'done', 'fail', 'send', 'receive', 'wait'];

/**
 * The part of a module that speaks with one device, and its connection. It carries out one order at a time. Once
 * dropped, the next order starts another part with another connection.
 */
export class Conversation {
  readonly #options: ConversationOptions;
  #stopping: AbortController | undefined;
  #stream: ByteStream | undefined;
  #pending: Pending | undefined;
  #wake: () => void = () => undefined;

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  /** Carries out an order within its time limit. The caller waits for the end of one before it gives the next. */
  order(order: Order, limitMS: number): Promise<OrderResult> {
    if (this.#stopping === undefined) this.#start();
    return new Promise((resolve) => {
      const cancel = this.#options.clock.schedule(limitMS, () => {
        this.#settle({ cause: 'late', message: deviceMessages.notReadyWithin(limitMS) });
        this.drop();
      });
      const settle = (result: OrderResult) => {
        cancel();
        this.#pending = undefined;
        resolve(result);
      };
      this.#pending = { order, settle, isTaken: false, wasSent: false, lineFailure: undefined };
      this.#wake();
    });
  }

  /** Ends the part and its connection at once. An order in progress ends as dropped. */
  drop(): void {
    const stopping = this.#stopping;
    this.#stopping = undefined;
    this.#stream?.close();
    this.#stream = undefined;
    stopping?.abort();
    this.#wake();
    this.#settle({ cause: 'dropped', message: 'The connection was closed' });
  }

  #start(): void {
    const { kind, settings, modules, openStream, address, timeoutMS } = this.#options;
    const stopping = new AbortController();
    const stream = openStream({ ...address, connectTimeoutMS: timeoutMS });
    this.#stopping = stopping;
    this.#stream = stream;
    const calls = {
      call: (name: string, args: string, signal: AbortSignal) =>
        this.#stopping === stopping
          ? this.#answer(stream, name, readArguments(args), signal)
          : Promise.resolve(refuse('The connection was closed')),
    };
    void modules.run({ kind, part: 'drive', settings, calls, callNames }, stopping.signal).then((reason) => {
      if (this.#stopping !== stopping) return;
      this.#settle({ cause: 'module', message: reason });
      this.drop();
    });
  }

  async #answer(stream: ByteStream, name: string, args: unknown, signal: AbortSignal): Promise<ModuleAnswer> {
    switch (name) {
      case 'next':
        return this.#next(signal);
      case 'done':
        this.#finish({ ok: true, value: Array.isArray(args) ? args[0] : undefined });
        return nothing;
      case 'fail':
        this.#finish({ ok: false, message: z.tuple([z.string()]).safeParse(args).data?.[0] ?? '' });
        return nothing;
      case 'send': {
        const [bytes] = sendArguments.safeParse(args).data ?? [];
        if (bytes === undefined) return refuse(usages.send);
        const sent = this.#noteLine(await stream.send(bytes));
        if (sent.ok && this.#pending) this.#pending.wasSent = true;
        return sent.ok ? nothing : answerOf(sent);
      }
      case 'receive': {
        const [wanted, limitMS = this.#options.timeoutMS] = receiveArguments.safeParse(args).data ?? [];
        if (wanted === undefined) return refuse(usages.receive);
        return answerOf(this.#noteLine(await stream.receive(toWanted(wanted), limitMS)));
      }
      case 'wait': {
        const [ms] = waitArguments.safeParse(args).data ?? [];
        if (ms === undefined) return refuse(usages.wait);
        await rest(this.#options.clock, ms, signal);
        return nothing;
      }
      default:
        return refuse(`${name} does not exist`);
    }
  }

  /** Returns the next order as soon as there is one. */
  async #next(signal: AbortSignal): Promise<ModuleAnswer> {
    while (!signal.aborted) {
      const pending = this.#pending;
      if (pending && !pending.isTaken) {
        pending.isTaken = true;
        return { ok: true, json: JSON.stringify(pending.order) };
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return refuse('The connection was closed');
  }

  #noteLine(result: StreamResult): StreamResult {
    if (!result.ok && this.#pending) this.#pending.lineFailure = result.message;
    return result;
  }

  /** Ends the order as the module reports. After a failure the connection is opened again: late bytes are lost with it. */
  #finish(result: { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string }) {
    const pending = this.#pending;
    if (!pending?.isTaken) return;
    if (result.ok) return pending.settle(result);
    const { lineFailure } = pending;
    this.#settle(
      lineFailure === undefined
        ? { cause: 'module', message: result.message }
        : { cause: 'line', message: lineFailure },
    );
    this.drop();
  }

  #settle(failure: { readonly cause: 'line' | 'late' | 'module' | 'dropped'; readonly message: string }): void {
    const pending = this.#pending;
    pending?.settle({ ok: false, wasSent: pending.wasSent, ...failure });
  }
}
