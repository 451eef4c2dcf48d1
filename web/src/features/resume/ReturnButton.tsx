import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { HeldMotionEvents } from '../../api/hand-motion/held-motion.ts';
import { useHeldMotion } from '../../api/hand-motion/use-held-motion.ts';
import { HoldButton } from '../../ui/hold/HoldButton.tsx';
import { showError, showNote } from '../../ui/toasts.ts';

/** Takes the arm back to where the run was interrupted, slowly, while it is held. */
export function ReturnButton({ onArrived }: { onArrived(): void }) {
  const { t } = useTranslation();
  const events = useMemo<HeldMotionEvents>(
    () => ({
      onHeldBy: () => undefined,
      onEnd(result) {
        if (result === 'Success') showNote(t('resume.back'));
        else if (result !== 'Interrupted') showError(new Error(t('toast.failed', { result })));
        onArrived();
      },
      onError: showError,
    }),
    [t, onArrived],
  );
  const motion = useHeldMotion(events);
  return (
    <HoldButton
      size="md"
      onStart={() => motion.startMove({ kind: 'returnToPausePosition', payload: {} })}
      onEnd={() => motion.end()}
    >
      {t('resume.return')}
    </HoldButton>
  );
}
