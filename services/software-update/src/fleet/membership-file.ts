import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';

const membershipSchema = z.object({
  hubURL: z.string(),
  natsURL: z.string(),
  account: z.string(),
  userJWT: z.string(),
  /** Secret of this box. */
  userSeed: z.string(),
  joinedAt: z.iso.datetime(),
});

/** Credentials with which a box reports to the hub of its fleet. */
export type Membership = z.infer<typeof membershipSchema>;

/** Stores the credentials in a file that only this user can read, and not in the database or backups. */
export function createMembershipFile(path: string) {
  return {
    read(): Membership | undefined {
      let text: string;
      try {
        text = readFileSync(path, 'utf8');
      } catch {
        return undefined;
      }
      return membershipSchema.parse(JSON.parse(text));
    },
    write(membership: Membership): void {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const draft = `${path}.new`;
      writeFileSync(draft, JSON.stringify(membership), { mode: 0o600 });
      renameSync(draft, path);
    },
    remove(): void {
      rmSync(path, { force: true });
    },
  };
}
export type MembershipFile = ReturnType<typeof createMembershipFile>;
