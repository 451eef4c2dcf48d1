import { createId, type VariableValue } from '@cellwright/domain/basics';
import { variableValueSchema } from '@cellwright/domain/routine';
import * as z from 'zod';
import type { SimulatedVariables } from '../../capabilities/variables.ts';
import { parseJson } from '../../framework/parse-json.ts';
import {
  answerModeOf,
  type EquipmentSim,
  noFaults,
  type SimContext,
  type SimDefinition,
  type SimFaults,
} from '../../framework/sim.ts';
import type { HttpBank, HttpQuestion, HttpReply } from '../../transport/http.ts';
import { createHttpServer } from '../../transport/http-server.ts';
import type { LoopbackServer } from '../../transport/loopback-server.ts';
import { type SecondaryControlBoxConfig, secondaryControlBoxContract } from './contract.ts';
import { paths } from './door.ts';

const maxConnections = 8;
const maxVariables = 1000;
const pathnames = { variables: pathnameOf(paths.variables), state: pathnameOf(paths.state) };
const draftSchema = z.object({ name: z.string().min(1).max(200), initialValue: variableValueSchema });

export const secondaryControlBoxSim: SimDefinition<typeof secondaryControlBoxContract> = {
  contract: secondaryControlBoxContract,
  create: (config, context) => new SecondaryControlBoxSim(config, context),
};

/**
 * Another control box with an idle robot. Its variables are created like those of a real one: by a POST of `{ name,
 * initialValue }`. It accepts only the token of its configuration.
 */
class SecondaryControlBoxSim implements EquipmentSim<'variables'> {
  readonly faults: SimFaults = { ...noFaults };
  readonly simulated: { readonly variables: SimulatedVariables };
  readonly http: HttpBank;
  /** Variables by name. */
  readonly #variables = new Map<string, SimulatedVariable>();
  #running: Readonly<Record<string, VariableValue>> | undefined;
  readonly #server: LoopbackServer;

  constructor({ token }: SecondaryControlBoxConfig, { clock }: SimContext) {
    this.simulated = {
      variables: {
        put: (name, initialValue) => void this.#put(name, initialValue),
        run: (values) => {
          this.#running = values;
        },
      },
    };
    this.http = {
      isCommand: ({ method }) => method === 'POST',
      answer: (question) => (isSignedIn(question, token) ? this.#answer(question) : reply(401, {})),
    };
    this.#server = createHttpServer({
      bank: this.http,
      behaviour: {
        answerMode: (isWrite) => answerModeOf(this.faults, isWrite),
      },
      clock,
      maxConnections,
    });
  }

  start(port: number): Promise<number> {
    return this.#server.listen(port);
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  dropConnections(): void {
    this.#server.dropConnections();
  }

  #answer({ method, path, body = '' }: HttpQuestion): HttpReply {
    const pathname = pathnameOf(path);
    if (method === 'POST' && pathname === pathnames.variables) return this.#create(body);
    if (method === 'GET' && pathname === pathnames.variables) {
      const items = [...this.#variables.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
      return reply(200, { items, pagination: { total: items.length, limit: maxVariables, offset: 0 } });
    }
    if (method === 'GET' && pathname === pathnames.state) return reply(200, { seq: 1, state: this.#state() });
    return reply(404, {});
  }

  #state() {
    const running = this.#running ?? {};
    const held = [...this.#variables.values()].flatMap(({ id, name }) => {
      const value = running[name];
      return value === undefined ? [] : [[id, { name, value, isGlobal: true }]];
    });
    return { kind: this.#running ? 'RoutineRunning' : 'Idle', variables: Object.fromEntries(held) };
  }

  #create(body: string): HttpReply {
    const draft = draftSchema.safeParse(parseJson(body));
    if (!draft.success || this.#variables.size >= maxVariables) return reply(400, {});
    return reply(200, this.#put(draft.data.name, draft.data.initialValue));
  }

  #put(name: string, initialValue: VariableValue): SimulatedVariable {
    const variable = { id: this.#variables.get(name)?.id ?? createId('variable'), name, initialValue };
    this.#variables.set(name, variable);
    return variable;
  }
}

interface SimulatedVariable {
  readonly id: string;
  readonly name: string;
  readonly initialValue: VariableValue;
}

function isSignedIn({ headers }: HttpQuestion, token: string): boolean {
  return headers?.authorization?.trim() === `Bearer ${token}`.trim();
}

function reply(status: number, body: object): HttpReply {
  return { status, body: JSON.stringify(body) };
}

function pathnameOf(path: string): string {
  return new URL(path, 'http://box').pathname;
}
