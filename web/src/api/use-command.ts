import type { RunnerPayloadInput } from '@cellwright/client';
import type { RunnerMessageKind } from '@cellwright/domain/runner-socket';
import { useState } from 'react';
import { showRefusal } from './control.ts';
import { useRunner } from './use-robot.ts';

/**
 * Returns a function that sends commands to the robot and shows refusals. `pending` names the command that waits for
 * its answer.
 */
export function useCommand() {
  const runner = useRunner();
  const [pending, setPending] = useState<RunnerMessageKind>();
  const command = async <K extends RunnerMessageKind>(kind: K, payload: RunnerPayloadInput<K>): Promise<boolean> => {
    setPending(kind);
    try {
      await runner.send(kind, payload, { epoch: runner.status.state?.stopEpoch });
      return true;
    } catch (error) {
      showRefusal(error);
      return false;
    } finally {
      setPending(undefined);
    }
  };
  return { command, pending };
}
