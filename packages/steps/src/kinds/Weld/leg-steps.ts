import type { EnteredChild, StepContext, StepOutcome } from '../../framework/index.ts';

/** Shows the step of a leg as one, though the arm moves along it in several motions. */
export class LegSteps {
  readonly #context: Pick<StepContext<unknown>, 'enterChild'>;
  readonly #entered = new Map<string, EnteredChild>();

  constructor(context: Pick<StepContext<unknown>, 'enterChild'>) {
    this.#context = context;
  }

  /** Shows the step as playing. It is left as completed only at the end of its leg. */
  enter(stepID: string, endsLeg: boolean): EnteredChild {
    const entered = this.#entered.get(stepID) ?? this.#context.enterChild(stepID);
    this.#entered.set(stepID, entered);
    return {
      setVariable(name, value) {
        if (name !== 'completedCount' || endsLeg) entered.setVariable(name, value);
      },
      leave: (outcome) => {
        if (outcome.kind === 'completed' && !endsLeg) return;
        this.#entered.delete(stepID);
        entered.leave(outcome);
      },
    };
  }

  /** Leaves the steps of which only a part was welded. */
  leaveAll(outcome: StepOutcome): void {
    for (const entered of this.#entered.values()) entered.leave(outcome);
    this.#entered.clear();
  }
}
