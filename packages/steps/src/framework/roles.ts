import type { StepPorts } from './ports.ts';
import type { Provided } from './provided.ts';

/** Context in which a step describes its role for the step around it. */
export interface RoleContext<Args> {
  readonly stepID: string;
  readonly args: Args;
  readonly ports: StepPorts;
  /** Returns the value that the nearest step around it provides. */
  find<Value>(key: Provided<Value>): Value | undefined;
}

/** A role that a kind offers. */
export interface OfferedRole<Args> {
  /** Only the role itself reads the offer. */
  readonly role: object;
  make(context: RoleContext<Args>): object;
}

/**
 * A role of a step for the step around it besides being played, such as a waypoint for a move. The kind inside offers
 * the role in its runtime, and the kind around it asks its children for it; the engine knows neither.
 */
export class StepRole<Offer extends object> {
  readonly #offers = new WeakMap<object, Offer>();

  /** For a runtime's `roles`. `make` is called each time the step around it reads the role. */
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

  /** Returns the offer of a step in this role; undefined if the step does not have the role. */
  of<Args>(roles: readonly OfferedRole<Args>[] | undefined, context: RoleContext<Args>): Offer | undefined {
    const offered = roles?.find(({ role }) => role === this)?.make(context);
    return offered && this.#offers.get(offered);
  }
}
