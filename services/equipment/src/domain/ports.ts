import type { EquipmentRecord } from '@cellwright/domain';

/** A record to store; its configuration has been read by `parseEquipmentConfig`. */
export interface RecordInput {
  readonly id: string;
  readonly config: EquipmentRecord['config'];
  readonly isEnabled: boolean;
  readonly simulatorPort: number | undefined;
  readonly at: Date;
}

export interface EquipmentStore {
  /** Enabled first, then the most recently changed. */
  list(): Promise<EquipmentRecord[]>;
  find(id: string): Promise<EquipmentRecord | undefined>;
  /** @throws ProductError conflict when the id or the simulator port is taken. */
  create(input: RecordInput, idempotencyKey: string): Promise<EquipmentRecord>;
  /** @throws ProductError conflict when expectedVersion is not the newest or the port is taken, not_found when there is none. */
  save(input: RecordInput, expectedVersion: number, idempotencyKey: string): Promise<EquipmentRecord>;
  /** Marks it deleted; does nothing when it is. @throws ProductError not_found when there never was one. */
  delete(id: string, at: Date): Promise<void>;
  /** Creates the record unless the cell has been set up before; answers it when it was created now. */
  seed(input: RecordInput): Promise<EquipmentRecord | undefined>;
}

/** What is known of a command's idempotency key. */
export type CommandClaim =
  /** First seen: carry it out. */
  | { readonly state: 'new' }
  /** Carried out before: its result, as JSON. */
  | { readonly state: 'finished'; readonly result: string }
  /** Begun before, and its end was never written: it may have been carried out. */
  | { readonly state: 'begun' };

/** Remembers commands beyond the life of the process, so that none is ever carried out twice. */
export interface CommandStore {
  /** Committed before anything is sent. @throws ProductError conflict when the key was used for another command. */
  begin(key: string, fingerprint: string, at: Date): Promise<CommandClaim>;
  finish(key: string, result: string): Promise<void>;
  /** Nothing was sent: the key may be used again. */
  release(key: string): Promise<void>;
  /** Forgets commands from before `at`. */
  forgetBefore(at: Date): Promise<void>;
}
