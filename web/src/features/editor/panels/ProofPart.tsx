import { useLengthUnit } from '../../../api/use-me.ts';
import { ProofResult } from '../../../parts/proof/ProofResult.tsx';
import { useEditor } from '../editor-context.ts';

/** Dry-runs the routine as it is in the editor. Tapping a finding selects its step. */
export function ProofPart({ onOpen }: { onOpen(): void }) {
  const { proof, selection } = useEditor();
  return (
    <ProofResult
      proof={proof}
      length={useLengthUnit()}
      onFinding={({ stepID }) => {
        if (stepID !== null) selection.reveal(stepID);
        onOpen();
      }}
    />
  );
}
