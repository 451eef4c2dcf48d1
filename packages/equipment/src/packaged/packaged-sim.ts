import type { Socket } from 'node:net';
import { rest } from '@cellwright/domain/basics';
import * as z from 'zod';
import type { SensorValue, SimulatedActionOutput } from '../capabilities/actions.ts';
import { type AnySim, answerDelayOf, noFaults, type SimContext, type SimFaults } from '../framework/sim.ts';
import { ByteInbox } from '../transport/byte-inbox.ts';
import { createLoopbackServer, type LoopbackServer, sendTo } from '../transport/loopback-server.ts';
import type { ModuleAnswer, ModuleCalls } from './device-modules.ts';
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
import { noModules } from './no-modules.ts';
import { type PackagedConfig, settingsOf } from './packaged-device.ts';

const maxConnections = 4;
const maxCommands = 1000;
const restartMS = 1000;
const callNames = ['send', 'receive', 'wait', 'record', 'forced'];
const recordArguments = z.tuple([z.string().min(1).max(100), z.number()]);

/** A simulated device of a package: a server on loopback whose answers come from the module of the package. */
export class PackagedSim implements AnySim {
  readonly faults: SimFaults = { ...noFaults };
  readonly simulated;
  readonly #config: PackagedConfig;
  readonly #context: SimContext;
  readonly #inbox: ByteInbox;
  readonly #commands: SimulatedActionOutput[] = [];
  readonly #forced = new Map<string, SensorValue>();
  readonly #server: LoopbackServer;
  /** Client that sent last: answers go to it. */
  #client: Socket | undefined;
  #running: AbortController | undefined;

  constructor(config: PackagedConfig, context: SimContext) {
    this.#config = config;
    this.#context = context;
    this.#inbox = new ByteInbox(context.clock);
    this.#server = createLoopbackServer(maxConnections, (socket) => {
      socket.on('data', (data) => this.#take(socket, data));
    });
    this.simulated = {
      actions: {
        setSensor: (id: string, value: SensorValue) => void this.#forced.set(id, value),
        commands: this.#commands,
      },
    };
  }

  async start(port: number): Promise<number> {
    const opened = await this.#server.listen(port);
    this.#running = new AbortController();
    void this.#run(this.#running.signal);
    return opened;
  }

  async close(): Promise<void> {
    this.#running?.abort();
    await this.#server.close();
  }

  dropConnections(): void {
    this.#server.dropConnections();
  }

  /** Runs the module until the simulator closes. A module that ends or fails is started again, as a device would be. */
  async #run(signal: AbortSignal): Promise<void> {
    const { clock, modules = noModules } = this.#context;
    const { kind } = this.#config;
    const settings = settingsOf(this.#config);
    while (!signal.aborted) {
      const calls: ModuleCalls = { call: (name, args) => this.#answer(name, readArguments(args), signal) };
      await modules.run({ kind, part: 'simulate', settings, calls, callNames }, signal);
      this.#inbox.fail('The simulated device was started again');
      if (!signal.aborted) await rest(clock, restartMS, signal);
    }
  }

  #take(socket: Socket, data: Buffer): void {
    if (socket !== this.#client) this.#inbox.clear();
    this.#client = socket;
    if (!this.#inbox.push(data)) socket.destroy();
  }

  async #answer(name: string, args: unknown, signal: AbortSignal): Promise<ModuleAnswer> {
    switch (name) {
      case 'send': {
        const [bytes] = sendArguments.safeParse(args).data ?? [];
        return bytes === undefined ? refuse(usages.send) : this.#send(bytes, signal);
      }
      case 'receive': {
        const [wanted, limitMS] = receiveArguments.safeParse(args).data ?? [];
        if (wanted === undefined) return refuse(usages.receive);
        return answerOf(await this.#inbox.receive(toWanted(wanted), limitMS));
      }
      case 'wait': {
        const [ms] = waitArguments.safeParse(args).data ?? [];
        if (ms === undefined) return refuse(usages.wait);
        await rest(this.#context.clock, ms, signal);
        return nothing;
      }
      case 'record': {
        const [place, value] = recordArguments.safeParse(args).data ?? [];
        if (place === undefined || value === undefined)
          return refuse('record takes the name of an output and a number');
        return this.#record(place, value);
      }
      case 'forced': {
        const [id] = z.tuple([z.string()]).safeParse(args).data ?? [''];
        return { ok: true, json: JSON.stringify(this.#forced.get(id) ?? null) };
      }
      default:
        return refuse(`${name} does not exist`);
    }
  }

  async #send(bytes: string, signal: AbortSignal): Promise<ModuleAnswer> {
    const delayMS = answerDelayOf(this.faults);
    const client = this.#client;
    if (delayMS > 0) await rest(this.#context.clock, delayMS, signal);
    if (!this.faults.silent && client && !client.destroyed) sendTo(client, Buffer.from(bytes, 'latin1'));
    return nothing;
  }

  #record(place: string, value: number): ModuleAnswer {
    if (this.#commands.length >= maxCommands) this.#commands.shift();
    this.#commands.push({ place, value, at: this.#context.clock.now() });
    if (this.faults.hangUpOnCommand) this.#client?.destroy();
    return nothing;
  }
}
