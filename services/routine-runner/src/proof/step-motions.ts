import type { ProofClearance, ProofMotion } from '@cellwright/domain';
import { greaterShares, type LegFacts } from './motion-facts.ts';
import type { NotedPlan } from './proof-planner.ts';

interface Motion extends LegFacts {
  distanceMeters: number;
  contacts: number;
}

/** What the moves of each step use, over all rounds. */
export class StepMotions {
  private readonly motions = new Map<string, Motion>();

  /** Takes a plan in. @param stepIDs the step of each target, and the step that moves */
  add({ legs, result }: NotedPlan, stepIDs: readonly string[], moverID: string): void {
    for (const [index, leg] of legs) {
      this.merge(moverID, leg);
      const stepID = stepIDs[index];
      if (stepID !== undefined && stepID !== moverID) this.merge(stepID, leg);
    }
    if (result.ok)
      this.addDistance(
        moverID,
        result.segments.reduce((sum, { distanceMeters }) => sum + distanceMeters, 0),
      );
  }

  addContact(stepID: string): void {
    const motion = this.motions.get(stepID);
    if (motion) motion.contacts += 1;
  }

  find(stepID: string): LegFacts | undefined {
    return this.motions.get(stepID);
  }

  describe(stepID: string): ProofMotion | null {
    const motion = this.motions.get(stepID);
    if (!motion) return null;
    const { distanceMeters, clearance, singularity, reachMeters, contacts } = motion;
    return {
      distanceMeters,
      leastClearance: describeClearance(clearance),
      speedShares: [...motion.speedShares],
      accelerationShares: [...motion.accelerationShares],
      torqueShares: [...motion.torqueShares],
      singularity,
      reachMeters,
      contacts,
    };
  }

  private addDistance(stepID: string, meters: number): void {
    const motion = this.motions.get(stepID);
    if (motion) motion.distanceMeters += meters;
  }

  private merge(stepID: string, leg: LegFacts): void {
    const before = this.motions.get(stepID);
    if (!before) {
      this.motions.set(stepID, { ...leg, distanceMeters: 0, contacts: 0 });
      return;
    }
    this.motions.set(stepID, {
      distanceMeters: before.distanceMeters,
      contacts: before.contacts,
      clearance: nearer(before.clearance, leg.clearance),
      speedShares: greaterShares(before.speedShares, leg.speedShares),
      accelerationShares: greaterShares(before.accelerationShares, leg.accelerationShares),
      torqueShares: greaterShares(before.torqueShares, leg.torqueShares),
      singularity: Math.min(before.singularity, leg.singularity),
      reachMeters: Math.max(before.reachMeters, leg.reachMeters),
    });
  }
}

export function describeClearance(clearance: LegFacts['clearance']): ProofClearance | null {
  return clearance ? { meters: clearance.meters, link: clearance.link, other: clearance.other } : null;
}

function nearer(one: LegFacts['clearance'], other: LegFacts['clearance']): LegFacts['clearance'] {
  if (!one || !other) return one ?? other;
  return one.meters <= other.meters ? one : other;
}
