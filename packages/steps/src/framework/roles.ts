import type { StepPorts } from './ports.ts';
import type { Provided } from './provided.ts';

/** What a step gets to say what it is for the step around it. */
export interface RoleContext<Args> {
  readonly stepID: string;
  readonly args: Args;
  readonly ports: StepPorts;
  /** What the steps around it provide; the nearest counts. */
  find<Value>(key: Provided<Value>): Value | undefined;
}

/** A role as a kind takes it on. */
export interface OfferedRole<Args> {
  /** Only the role itself reads what was offered. */
  readonly role: object;
  make(context: RoleContext<Args>): object;
}

/**
 * Something a step can be for the step around it, besides being played: a waypoint for a move, say. The kind inside
 * offers the role in its runtime, the kind around it asks its children for it; the engine knows neither.
 */
export class StepRole<Offer extends object> {
  readonly #offers = new WeakMap<object, Offer>();

  /** For a runtime's `roles`. `make` is asked anew whenever the step around it looks. */
  offeredBy<Args>(make: (context: RoleContext<Args>) => Offer): OfferedRole<Args> {
    return {
      role: this,
      make: (context) => {
        const offer = make(context);
        this.#offers.set(offer, offer);
        return offer;
      },
    };
  }

  /** What a step that has the role offers; undefined for one that has not. */
  of<Args>(roles: readonly OfferedRole<Args>[] | undefined, context: RoleContext<Args>): Offer | undefined {
    const offered = roles?.find(({ role }) => role === this)?.make(context);
    return offered && this.#offers.get(offered);
  }
}
