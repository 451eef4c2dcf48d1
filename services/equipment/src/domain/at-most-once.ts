import type { ProductError } from '@cellwright/domain';
import type { CommandStore } from './ports.ts';

export interface OnceDeps {
  readonly commands: CommandStore;
  readonly now: () => Date;
  readonly onUnrecorded: (key: string, error: unknown) => void;
}

export interface OneCommand {
  readonly key: string;
  /** Tells one command from another that comes with the same key. */
  readonly fingerprint: string;
  /** What a command is answered with that was begun before, and whose end is not known. */
  outcomeUnknown(): ProductError;
  /** Carries it out and answers with its result. What it throws means that nothing was sent. */
  carryOut(): Promise<unknown>;
}

/**
 * Carries a command out at most once: the key is committed before anything is sent, the result after. A key that comes
 * back without a result may have been carried out by a process that died, and is not carried out again.
 * @returns the result, as JSON
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
      // Nothing was sent, so the key is free again.
      await commands.release(key).catch((problem: unknown) => onUnrecorded(key, problem));
      throw error;
    }
  }
}
