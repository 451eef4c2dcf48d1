import { deviceMessages } from '@cellwright/domain/messages';
import * as z from 'zod';
import {
  type ActionCommand,
  type ActionOutcome,
  findNamed,
  type SensorReading,
  type SensorValue,
} from '../capabilities/actions.ts';
import type { DeviceFailureReason, DeviceResult } from '../capabilities/capability.ts';
import { type CommandEnds, DeviceDriver } from '../framework/device-driver.ts';
import type { AnyDriver, DriverContext } from '../framework/driver.ts';
import { Conversation, type Order, type OrderResult } from './conversation.ts';
import { noModules, noStream } from './no-modules.ts';
import { type PackagedConfig, type PackagedDevice, settingsOf } from './packaged-device.ts';

const reconnectDelayMS = 1000;
/** Maximum count of exchanges with the device in a reading that each take the whole time limit. */
const maxExchanges = 3;
/** Time for the process of the package to start, beside the time limit of an order. */
const startMS = 20_000;

type Result = DeviceResult<ActionOutcome>;
type Action = PackagedDevice['declared']['actions'][number];
type LiveState = {
  readonly connected: boolean;
  readonly status: 'busy' | 'idle' | 'error' | 'initializing';
  readonly error: string | undefined;
  readonly sensors: SensorReading[];
};

/** Drives a device with the module of its package, which runs in a process of its own. */
export class PackagedDriver extends DeviceDriver<LiveState> implements AnyDriver {
  readonly capabilities = {
    actions: { actuate: (command: ActionCommand, signal: AbortSignal) => this.#actuate(command, signal) },
  };
  readonly #config: PackagedConfig;
  readonly #declared: PackagedDevice['declared'];
  readonly #conversation: Conversation;
  readonly #known = new Map<string, SensorValue>();
  #turn: Promise<unknown> = Promise.resolve();
  #isActing = false;
  #isConnected = false;
  #error: string | undefined;

  constructor(device: PackagedDevice, config: PackagedConfig, context: DriverContext) {
    super(context.clock);
    const { address, clock, openStream = noStream, modules = noModules } = context;
    const { kind, timeoutMS } = config;
    this.#config = config;
    this.#declared = device.declared;
    this.#conversation = new Conversation({
      ...{ kind, settings: settingsOf(config), address, timeoutMS, clock, openStream, modules },
    });
  }

  state(): LiveState {
    const status = this.#isConnected ? (this.isCommanded ? 'busy' : 'idle') : this.#error ? 'error' : 'initializing';
    return { connected: this.#isConnected, status, error: this.#error, sensors: this.#readings() };
  }

  /** Ends an action in progress without its module, which may not answer, and then lets the module stop the device. */
  async stopMotion(): Promise<void> {
    if (!this.#isActing) return;
    this.#isActing = false;
    this.#conversation.drop();
    await this.#order({ kind: 'stop' }, maxExchanges * this.#config.timeoutMS);
  }

  protected async disconnect(): Promise<void> {
    this.#conversation.drop();
  }

  protected async read(): Promise<number> {
    if (this.isCommanded) return this.#declared.pollMS;
    await this.#readSensors();
    return this.#isConnected ? this.#declared.pollMS : reconnectDelayMS;
  }

  async #readSensors(): Promise<void> {
    const limitMS = maxExchanges * this.#config.timeoutMS + (this.#isConnected ? 0 : startMS);
    const answer = await this.#order({ kind: 'read' }, limitMS);
    if (this.isClosing || (!answer.ok && answer.cause === 'dropped')) return;
    const problem = answer.ok ? this.#takeReading(answer.value) : answer.message;
    this.#isConnected = problem === undefined;
    this.#error = problem;
    if (problem !== undefined) this.#known.clear();
  }

  /** Takes the values of the sensors. Returns what is wrong with them, if anything. */
  #takeReading(value: unknown): string | undefined {
    const reading = readingSchema.safeParse(value ?? {}).data;
    const unknown = Object.keys(reading ?? {}).find((id) => !this.#declared.sensors.some((each) => each.id === id));
    if (reading === undefined || unknown !== undefined)
      return `The package returned an invalid reading. Return 'high', 'low' or a number for each sensor`;
    this.#known.clear();
    for (const [id, level] of Object.entries(reading)) this.#known.set(id, level);
    return undefined;
  }

  #readings(): SensorReading[] {
    return this.#declared.sensors.map(({ id, name, unit }) => {
      const value = this.#known.get(id);
      return { id, name, ...(value !== undefined && { value }), ...(unit !== undefined && { unit }) };
    });
  }

  async #actuate({ action: wanted }: ActionCommand, caller: AbortSignal): Promise<Result> {
    const action = findNamed(this.#declared.actions, wanted);
    if (!action) {
      const message = `${this.#config.name} has no action '${wanted}'. Choose another`;
      return failed('outOfRange', message);
    }
    const result = await this.runCommand(caller, ends, (signal) => this.#carryOut(action, signal));
    void this.readNow();
    return result;
  }

  async #carryOut({ id, name, timeLimitMS }: Action, signal: AbortSignal): Promise<Result> {
    void this.readNow();
    const done = await this.#order({ kind: 'act', action: id }, timeLimitMS, signal);
    if (done === undefined || signal.aborted) return stopped;
    if (!done.ok) return this.#explain(done, name);
    await this.#readSensors();
    return { ok: true, value: { sensors: this.#readings() } };
  }

  #explain({ cause, wasSent, message }: Extract<OrderResult, { ok: false }>, action: string): Result {
    switch (cause) {
      case 'dropped':
        return stopped;
      case 'late':
        return failed('timeout', `'${action}' did not end in time; ${lookFirst}`);
      case 'line':
        return wasSent
          ? failed('outcomeUnknown', `${message}. '${action}' may be done: ${lookFirst}`)
          : failed('unreachable', deviceMessages.checkDevice(message, 'device'));
      case 'module':
        return failed('deviceFault', `'${action}' failed: ${message}`);
    }
  }

  /** Gives an order after those before it. Returns undefined if the signal aborted before it began. */
  async #order(order: Order, limitMS: number): Promise<OrderResult>;
  async #order(order: Order, limitMS: number, signal: AbortSignal): Promise<OrderResult | undefined>;
  async #order(order: Order, limitMS: number, signal?: AbortSignal): Promise<OrderResult | undefined> {
    const before = this.#turn;
    const carriedOut = before.then(async () => {
      if (signal?.aborted) return undefined;
      if (order.kind === 'act') this.#isActing = true;
      const result = await this.#conversation.order(order, limitMS);
      if (order.kind === 'act') this.#isActing = false;
      return result;
    });
    this.#turn = carriedOut;
    return carriedOut;
  }
}

const readingSchema = z.record(z.string(), z.union([z.enum(['high', 'low']), z.number()]));
const lookFirst = 'check it before continuing';
const stopped: Result = { ok: false, stopped: true };
const ends: CommandEnds<Result> = {
  busy: () => failed('busy', 'The device is executing another action. Wait until it has ended'),
  stopped,
  closed: (reason) => failed('outcomeUnknown', `${reason}. The action may be done: ${lookFirst}`),
};

function failed(reason: DeviceFailureReason, message: string): Result {
  const mayRetry = reason === 'busy' || reason === 'unreachable';
  return { ok: false, failure: { kind: 'ExecutionFailure', reason, message, mayRetry } };
}
