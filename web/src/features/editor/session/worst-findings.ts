import { type ProofFinding, proofSeverities } from '@cellwright/domain/run';

/** Returns the worst finding of each step. */
export function findWorst(findings: readonly ProofFinding[]): ReadonlyMap<string, ProofFinding> {
  const worst = new Map<string, ProofFinding>();
  const rankOf = ({ severity }: ProofFinding) => proofSeverities.indexOf(severity);
  for (const finding of findings) {
    if (finding.stepID === null) continue;
    const known = worst.get(finding.stepID);
    if (!known || rankOf(finding) < rankOf(known)) worst.set(finding.stepID, finding);
  }
  return worst;
}
