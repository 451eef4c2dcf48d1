import { useCommand } from '../../api/use-command.ts';
import { useRobot } from '../../api/use-robot.ts';
import { BrakesButton } from '../../parts/BrakesButton.tsx';
import type { Jog } from './use-jog.ts';

interface Props {
  readonly block: Jog['block'];
  readonly size?: 'md' | 'xl';
}

/**
 * Releases the brakes for jogging, and engages them. Engaging is a stop: it needs neither control nor an idle robot.
 */
export function BrakesSwitch({ block, size = 'xl' }: Props) {
  const { command, pending } = useCommand();
  const brakes = useRobot(({ state }) => state?.brakes);
  const cannotStop = block?.why === 'notConnected' || block?.why === 'noPermission';
  return (
    <BrakesButton
      size={size}
      brakes={brakes}
      isWaiting={pending === 'setBrakes'}
      isDisabled={brakes === 'disengaged' ? cannotStop : block !== undefined && block.why !== 'brakesFirst'}
      onSet={(state) => void command('setBrakes', { state })}
    />
  );
}
