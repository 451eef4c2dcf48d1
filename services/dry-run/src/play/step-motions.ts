import type { ProofClearance, ProofMotion } from '@cellwright/domain/run';
import { greaterShares, type LegFacts } from './motion-facts.ts';
import type { NotedPlan } from './proof-planner.ts';

/** Usage of the moves of each step, over all iterations. */
export class StepMotions {
  private readonly facts = new Map<string, LegFacts>();
  private readonly distances = new Map<string, number>();
  private readonly contacts = new Map<string, number>();
  /** Plans whose facts are not included yet. */
  private waiting: { readonly plan: NotedPlan; readonly stepIDs: readonly string[]; readonly moverID: string }[] = [];

  /** Takes a plan in. @param stepIDs the step of each target, and the step that moves */
  add(plan: NotedPlan, stepIDs: readonly string[], moverID: string): void {
    this.waiting.push({ plan, stepIDs, moverID });
    const { result } = plan;
    if (!result.ok) return;
    const meters = result.segments.reduce((sum, { distanceMeters }) => sum + distanceMeters, 0);
    this.distances.set(moverID, (this.distances.get(moverID) ?? 0) + meters);
  }

  addContact(stepID: string): void {
    this.contacts.set(stepID, (this.contacts.get(stepID) ?? 0) + 1);
  }

  /** Resolves when all plans are measured and the results are available. */
  async settle(): Promise<void> {
    const waiting = this.waiting;
    this.waiting = [];
    for (const { plan, stepIDs, moverID } of waiting) {
      for (const [index, leg] of await plan.legs) {
        this.merge(moverID, leg);
        const stepID = stepIDs[index];
        if (stepID !== undefined && stepID !== moverID) this.merge(stepID, leg);
      }
    }
  }

  find(stepID: string): LegFacts | undefined {
    return this.facts.get(stepID);
  }

  describe(stepID: string): ProofMotion | null {
    const facts = this.facts.get(stepID);
    if (!facts) return null;
    const { fromObstacles, fromItself, singularity, reachMeters } = facts;
    return {
      distanceMeters: this.distances.get(stepID) ?? 0,
      leastClearance: nearer(fromObstacles, fromItself) ?? null,
      leastObstacleClearance: fromObstacles ?? null,
      speedShares: [...facts.speedShares],
      accelerationShares: [...facts.accelerationShares],
      torqueShares: [...facts.torqueShares],
      singularity,
      reachMeters,
      contacts: this.contacts.get(stepID) ?? 0,
    };
  }

  private merge(stepID: string, leg: LegFacts): void {
    const before = this.facts.get(stepID);
    this.facts.set(
      stepID,
      before
        ? {
            fromObstacles: nearer(before.fromObstacles, leg.fromObstacles),
            fromItself: nearer(before.fromItself, leg.fromItself),
            speedShares: greaterShares(before.speedShares, leg.speedShares),
            accelerationShares: greaterShares(before.accelerationShares, leg.accelerationShares),
            torqueShares: greaterShares(before.torqueShares, leg.torqueShares),
            singularity: Math.min(before.singularity, leg.singularity),
            reachMeters: Math.max(before.reachMeters, leg.reachMeters),
          }
        : leg,
    );
  }
}

function nearer(one: ProofClearance | undefined, other: ProofClearance | undefined): ProofClearance | undefined {
  if (!one || !other) return one ?? other;
  return one.meters <= other.meters ? one : other;
}
