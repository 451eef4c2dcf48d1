import { withSource } from '@cellwright/domain/basics';
import { type ProofFinding, type ProofFindingKind, proofFindingKinds } from '@cellwright/domain/run';
import { proofMessages } from '@cellwright/domain/runner-socket';
import type { ProgramStep } from '@cellwright/steps/framework';

type Place = Pick<ProgramStep, 'id' | 'path'>;
type Values = ProofFinding['values'];
type MessageKind = keyof typeof proofMessages;

/** The findings of a dry run, each once. */
export class Findings {
  private readonly found = new Map<string, ProofFinding>();

  get all(): ProofFinding[] {
    return [...this.found.values()];
  }

  /** A finding with its own text. */
  say(
    kind: ProofFindingKind,
    step: Place | undefined,
    message: string,
    { severity = proofFindingKinds[kind], values = [] }: { severity?: ProofFinding['severity']; values?: Values } = {},
  ): void {
    const key = JSON.stringify([kind, step?.id, message]);
    if (this.found.has(key)) return;
    this.found.set(
      key,
      withSource({ kind, severity, stepID: step?.id ?? null, stepPath: step?.path ?? null, message, values }),
    );
  }

  /** A finding with the text of its kind from the catalogue. */
  add<K extends ProofFindingKind & MessageKind>(
    kind: K,
    step: Place | undefined,
    args: Parameters<(typeof proofMessages)[K]>,
    severity: ProofFinding['severity'] = proofFindingKinds[kind],
  ): void {
    // Sound: the arguments belong to this message.
    const message = (proofMessages[kind] as (...given: readonly unknown[]) => string)(...args);
    this.say(kind, step, message, { severity });
  }

  has(kind: ProofFindingKind, stepID: string): boolean {
    return this.all.some((finding) => finding.kind === kind && finding.stepID === stepID);
  }
}
