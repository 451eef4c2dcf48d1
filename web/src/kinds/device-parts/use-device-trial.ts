import type { EquipmentRecord } from '@cellwright/domain';
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

export interface TrialProps<Name extends CapabilityName> {
  readonly device: EquipmentRecord;
  /** What the device can do, of its contract. */
  readonly description: DescriptionOf<Name>;
}

export interface DeviceTrial<Name extends CommandedCapabilityName> {
  /** Nothing is under way, and the device can be asked. */
  readonly isFree: boolean;
  /** What was asked for last and is not answered yet. */
  readonly pending: string | undefined;
  readonly answer: { readonly text: string; readonly isGood: boolean } | undefined;
  /** Sends one command; `asked` tells the buttons apart. */
  send(asked: string, command: CommandOf<Name>): Promise<void>;
}

/** One device, commanded by hand: one command at a time, and what came of it in words. */
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
        setAnswer({ text: error instanceof Error ? error.message : String(error), isGood: false });
      } finally {
        setPending(undefined);
      }
    },
  };
}
