import type { ProductError } from '@cellwright/domain/basics';
import type { CommandStore } from './ports.ts';

export interface OnceDeps {
  readonly commands: CommandStore;
  readonly now: () => Date;
  readonly onUnrecorded: (key: string, error: unknown) => void;
}

export interface OneCommand {
  readonly key: string;
  /** Identifies the command among others with the same key. */
  readonly fingerprint: string;
  /** Returns the error for a command that was started before, with unknown outcome. */
  outcomeUnknown(): ProductError;
  /** Executes the command and returns its result. An error means that nothing was sent. */
  carryOut(): Promise<unknown>;
}

/**
 * Executes a command at most once: the key is committed before anything is sent, the result after. A repeated key
 * without a result may have been executed by a process that died, so it is not executed again. @returns the result, as
 * JSON
 */
export async function carryOutOnce({ commands, now, onUnrecorded }: OnceDeps, command: OneCommand): Promise<string> {
  const { key, fingerprint } = command;
  const claim = await commands.begin(key, fingerprint, now());
  if (claim.state === 'finished') return claim.result;
  if (claim.state === 'begun') throw command.outcomeUnknown();
  const result = await carryOutOrRelease();
  await commands.finish(key, result).catch((error: unknown) => onUnrecorded(key, error));
  return result;

  async function carryOutOrRelease(): Promise<string> {
    try {
      return JSON.stringify(await command.carryOut());
    } catch (error) {
      // Nothing was sent, so the key becomes free again.
      await commands.release(key).catch((problem: unknown) => onUnrecorded(key, problem));
      throw error;
    }
  }
}
