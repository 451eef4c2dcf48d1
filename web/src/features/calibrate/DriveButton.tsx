import type { ReactNode } from 'react';
import { useMayOperate } from '../../api/cell.ts';
import { findHandMotionBlock } from '../../api/hand-motion/blocked.ts';
import { useRobot } from '../../api/use-robot.ts';
import { HoldButton } from '../../ui/hold/HoldButton.tsx';

interface Props {
  readonly children: ReactNode;
  readonly testID: string;
  /** Drive that continues while the button is held. */
  readonly drive: { hold(late: () => void): void; release(): void };
}

/** Drives the arm from view to view while it is held. */
export function DriveButton({ children, testID, drive }: Props) {
  const mayOperate = useMayOperate();
  const block = useRobot(findHandMotionBlock);
  return (
    <HoldButton
      size="md"
      testID={testID}
      isDisabled={!mayOperate || block !== undefined}
      onStart={drive.hold}
      onEnd={drive.release}
    >
      {children}
    </HoldButton>
  );
}
