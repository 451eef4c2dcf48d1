import type { SessionPart, StartedPart } from './part.ts';
import type { SessionMessage } from './part-messages.ts';
import type { SessionCore } from './session-core.ts';
import type { StopCause } from './stop-cause.ts';

/** The parts of one session: started in the order of the list, stopped in their stop order. */
export class PartList<Outside> {
  /** The initial state slices, by part; undefined when no part has one. */
  readonly initialState: Readonly<Record<string, unknown>> | undefined;
  private readonly definitions: readonly SessionPart<Outside>[];
  private readonly messages: ReadonlyMap<string, SessionMessage>;
  private started: readonly StartedPart[] = [];
  private inStopOrder: readonly StartedPart[] = [];
  private reportError: (error: unknown) => void = () => undefined;

  constructor(definitions: readonly SessionPart<Outside>[]) {
    refuseDuplicates(
      'name',
      definitions.map(({ name }) => name),
    );
    refuseDuplicates(
      'message',
      definitions.flatMap(({ messages }) => [...messages.keys()]),
    );
    const slices = definitions.flatMap(({ state }) => state ?? []);
    refuseDuplicates(
      'state slice',
      slices.map(({ name }) => name),
    );
    this.definitions = definitions;
    this.messages = new Map(definitions.flatMap(({ messages }) => [...messages]));
    this.initialState =
      slices.length === 0 ? undefined : Object.fromEntries(slices.map(({ name, initial }) => [name, initial]));
  }

  start(core: SessionCore, outside: Outside): void {
    const started = this.definitions.map((definition) => ({
      hooks: definition.start(core, outside),
      stopOrder: definition.stopOrder,
    }));
    this.reportError = (error) => core.log.error('a part of the session failed to stop', { error });
    this.started = started.map(({ hooks }) => hooks);
    this.inStopOrder = started.toSorted((one, other) => one.stopOrder - other.stopOrder).map(({ hooks }) => hooks);
  }

  /** Calls every part, in the order of the list. @throws the first error, once all parts were called */
  notify(call: (part: StartedPart) => void): void {
    const [error] = callAll(this.started, call);
    if (error) throw error.reason;
  }

  /** Resolves when every part has begun, one after the other. */
  async begin(): Promise<void> {
    for (const part of this.started) await part.begin();
  }

  /** Resolves when every part has settled. @throws the first error, once all parts have settled */
  async settle(): Promise<void> {
    const settled = await Promise.allSettled(this.started.map((part) => part.settle()));
    for (const result of settled) if (result.status === 'rejected') throw result.reason;
  }

  findMessage(kind: string): SessionMessage | undefined {
    return this.messages.get(kind);
  }

  /**
   * Ends every part's operations, in their stop order. Errors are reported, since a stop has no caller that handles
   * them.
   */
  stop(cause: StopCause): void {
    for (const { reason } of callAll(this.inStopOrder, (part) => part.stop(cause))) this.reportError(reason);
  }
}

/** Calls each part even if one before it throws. Returns the errors. */
function callAll(parts: readonly StartedPart[], call: (part: StartedPart) => void): { readonly reason: unknown }[] {
  const errors: { readonly reason: unknown }[] = [];
  for (const part of parts) {
    try {
      call(part);
    } catch (reason) {
      errors.push({ reason });
    }
  }
  return errors;
}

function refuseDuplicates(what: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two parts of the session have the ${what} '${twice}'. Rename one`);
}
