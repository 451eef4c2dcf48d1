import { useLengthUnit } from '../../../api/use-me.ts';
import { ProofResult } from '../../../parts/proof/ProofResult.tsx';
import { useEditor } from '../editor-context.ts';

/** Dry-runs the routine as it is in the editor. Tapping a finding selects its step. */
export function ProofPart({ onOpen }: { onOpen(): void }) {
  const { proof, selection, dryRun } = useEditor();
  return (
    <ProofResult
      proof={proof}
      length={useLengthUnit()}
      onPlay={dryRun.canOpen ? dryRun.open : null}
      onFinding={(finding) => {
        const { stepID } = finding;
        dryRun.goToFinding(finding);
        if (stepID !== null) selection.reveal(stepID);
        onOpen();
      }}
    />
  );
}
