import type { EquipmentRecord } from '@cellwright/domain/equipment';
import {
  type CapabilityName,
  type CommandedCapabilityName,
  type CommandOf,
  commandedCapabilities,
  type DescriptionOf,
  type OutcomeOf,
} from '@cellwright/equipment/capabilities';
import { useState } from 'react';
import { useRobot, useRunner } from '../../api/use-robot.ts';
import { cellErrors } from '../../i18n/cell-errors.ts';

export interface TrialProps<Name extends CapabilityName> {
  readonly device: EquipmentRecord;
  /** Abilities of the device, from its contract. */
  readonly description: DescriptionOf<Name>;
}

export interface DeviceTrial<Name extends CommandedCapabilityName> {
  /** True while no command is running and the device can take one. */
  readonly isFree: boolean;
  /** Id of the pressed button until its command is answered. */
  readonly pending: string | undefined;
  readonly answer: { readonly text: string; readonly isGood: boolean } | undefined;
  /** Sends one command; `asked` is the id of the pressed button. */
  send(asked: string, command: CommandOf<Name>): Promise<void>;
}

/** Commands a device by hand, one command at a time, and describes the outcome. */
export function useDeviceTrial<Name extends CommandedCapabilityName>(
  device: EquipmentRecord,
  capability: Name,
  say: (outcome: OutcomeOf<Name>) => string,
): DeviceTrial<Name> {
  const runner = useRunner();
  const isStale = useRobot((status) => status.isStale);
  const [pending, setPending] = useState<string>();
  const [answer, setAnswer] = useState<{ text: string; isGood: boolean }>();
  return {
    isFree: device.isEnabled && !isStale && pending === undefined,
    pending,
    answer,
    async send(asked, command) {
      setPending(asked);
      try {
        const order = { equipmentID: device.id, capability, command };
        const { outcome } = await runner.send('actuateDevice', order, { epoch: runner.status.state?.stopEpoch });
        setAnswer({ text: say(commandedCapabilities[capability].outcome.parse(outcome)), isGood: true });
      } catch (error) {
        const shown = cellErrors.translate(error);
        setAnswer({ text: shown instanceof Error ? shown.message : String(shown), isGood: false });
      } finally {
        setPending(undefined);
      }
    },
  };
}
