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

  get all(): readonly StartedPart[] {
    return this.started;
  }

  findMessage(kind: string): SessionMessage | undefined {
    return this.messages.get(kind);
  }

  /** Ends what every part has under way. A part that throws does not keep the next ones from stopping. */
  stop(cause: StopCause): void {
    const errors: unknown[] = [];
    for (const part of this.inStopOrder) {
      try {
        part.stop(cause);
      } catch (error) {
        errors.push(error);
      }
    }
    for (const error of errors) this.reportError(error);
  }
}

function refuseDuplicates(what: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two parts of the session have the ${what} '${twice}'. Rename one`);
}
