import type { ControllerEvent, ControllerState } from '@cellwright/controller-link';
import { listHandled, type MessageHandlers, type PartMessage, type SessionMessage } from './part-messages.ts';
import type { SessionCore } from './session-core.ts';
import type { StateSlice } from './state-slice.ts';
import type { StopCause } from './stop-cause.ts';

/** A disconnected client. */
export interface GoneClient {
  readonly sessionID: string;
  /** True if it held the arm. */
  readonly isHolder: boolean;
}

/**
 * Hooks of a part for events of the session. Each is optional; all parts are called in the order of the list of parts,
 * `stop` in stop order. None may wait, unless it returns a promise.
 */
export interface PartHooks<Part> {
  /** Called before the first controller connects: restores the state stored by an earlier runner. */
  begin?(part: Part): Promise<void> | void;
  /** Called when a controller has connected. */
  connected?(part: Part, state: ControllerState): void;
  /** Called with every state of the controller, up to 500 times a second. */
  stateChanged?(part: Part, state: ControllerState): void;
  /** Called with events of the controller, such as a pressed e-stop. */
  eventHappened?(part: Part, event: ControllerEvent): void;
  disconnected?(part: Part, reason: string): void;
  /** Called after a change of a device of the cell; undefined: any device. */
  equipmentChanged?(part: Part, equipmentID: string | undefined): void;
  /** Called when another client takes the arm from its holder. */
  controlTaken?(part: Part): void;
  clientGone?(part: Part, client: GoneClient): void;
  /** Ends all operations at once. */
  stop?(part: Part, cause: StopCause): void;
  /** Called when another runner drives the robot from now on: nothing more may be written. Called before `close`. */
  giveUp?(part: Part): void;
  /** Releases timers and listeners. Called before the last stop. */
  close?(part: Part): void;
  /** Called after the last stop: resolves once everything is written. */
  settle?(part: Part): Promise<void>;
}

/** Inputs of a part at its start. `Outside` is its interface to the world outside the session. */
export interface PartContext<Outside> {
  readonly core: SessionCore;
  readonly outside: Outside;
}

export interface PartDefinition<Outside, Part> extends PartHooks<Part> {
  readonly name: string;
  /** State of the part that clients see. */
  readonly state?: StateSlice<unknown>;
  /** Parts with a lower number stop first. Default 50. */
  readonly stopOrder?: number;
  /** Creates the part. Earlier parts of the list are available: `otherPart.of(core)`. */
  start(context: PartContext<Outside>): Part;
  /** Messages of the domain's table that it answers. */
  readonly messages?: MessageHandlers<Part>;
  /** Messages that only this part knows, by kind. */
  readonly ownMessages?: Readonly<Record<string, PartMessage<Part>>>;
}

type Bound<Hook> = Hook extends (part: never, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result | undefined
  : never;

/** A part of one session, started. */
export type StartedPart = {
  readonly [Name in keyof PartHooks<unknown>]-?: Bound<NonNullable<PartHooks<unknown>[Name]>>;
};

/** A slot of the session for a part that can be started. */
export interface SessionPart<Outside, Part = unknown> {
  readonly name: string;
  readonly state: StateSlice<unknown> | undefined;
  readonly stopOrder: number;
  readonly messages: ReadonlyMap<string, SessionMessage>;
  start(core: SessionCore, outside: Outside): StartedPart;
  /** Returns the part of this session. @throws Error when it has not been started */
  of(core: SessionCore): Part;
}

const usualStopOrder = 50;

/** Declares a part of the robot session. */
export function definePart<Outside, Part>(definition: PartDefinition<Outside, Part>): SessionPart<Outside, Part> {
  const { name, state, stopOrder = usualStopOrder, messages = {}, ownMessages = {} } = definition;
  const started = new WeakMap<SessionCore, { readonly part: Part }>();
  const of = (core: SessionCore): Part => {
    const found = started.get(core);
    if (found) return found.part;
    throw new Error(`The part '${name}' is not started. List it before the parts that need it`);
  };
  const answered = [...listHandled(messages), ...Object.entries(ownMessages)];
  return {
    name,
    state,
    stopOrder,
    messages: new Map(answered.map(([kind, message]) => [kind, bindMessage(message, of)])),
    of,
    start(core, outside) {
      const part = definition.start({ core, outside });
      started.set(core, { part });
      return bindHooks(definition, part);
    },
  };
}

function bindMessage<Part>(message: PartMessage<Part>, of: (core: SessionCore) => Part): SessionMessage {
  return {
    control: message.control,
    isAudited: message.isAudited,
    prepare(payload) {
      const prepared = message.prepare(payload);
      if (!prepared.ok) return prepared;
      return { ok: true, perform: (core, caller) => prepared.perform(of(core), caller) };
    },
  };
}

function bindHooks<Part>(hooks: PartHooks<Part>, part: Part): StartedPart {
  return {
    begin: () => hooks.begin?.(part),
    connected: (state) => hooks.connected?.(part, state),
    stateChanged: (state) => hooks.stateChanged?.(part, state),
    eventHappened: (event) => hooks.eventHappened?.(part, event),
    disconnected: (reason) => hooks.disconnected?.(part, reason),
    equipmentChanged: (equipmentID) => hooks.equipmentChanged?.(part, equipmentID),
    controlTaken: () => hooks.controlTaken?.(part),
    clientGone: (client) => hooks.clientGone?.(part, client),
    stop: (cause) => hooks.stop?.(part, cause),
    giveUp: () => hooks.giveUp?.(part),
    close: () => hooks.close?.(part),
    settle: () => hooks.settle?.(part),
  };
}
