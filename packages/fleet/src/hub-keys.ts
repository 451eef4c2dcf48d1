import * as z from 'zod';
import { signFleetAccount, signOperator, signSystemAccount } from './accounts.ts';
import { createKey } from './keys.ts';

const accountSchema = z.object({ publicKey: z.string(), seed: z.string(), jwt: z.string() });

/** Keys with which a running hub adds and revokes boxes. The identity key of the operator is kept elsewhere. */
export const hubKeysSchema = z.object({
  operatorJWT: z.string(),
  signingSeed: z.string(),
  system: accountSchema,
  fleet: accountSchema,
});
export type HubKeys = z.infer<typeof hubKeysSchema>;

export interface NewHubKeys {
  readonly keys: HubKeys;
  /** Seed that can replace the signing key; store it outside the hub. */
  readonly operatorSeed: string;
}

/** Creates the keys of a new hub. */
export async function createHubKeys(): Promise<NewHubKeys> {
  const [identity, signer] = [createKey('operator'), createKey('operator')];
  const [system, fleet] = [createKey('account'), createKey('account')];
  return {
    operatorSeed: identity.seed,
    keys: {
      operatorJWT: await signOperator(identity.seed, signer.publicKey, system.publicKey),
      signingSeed: signer.seed,
      system: { ...system, jwt: await signSystemAccount(signer.seed, system.publicKey) },
      fleet: { ...fleet, jwt: await signFleetAccount(signer.seed, fleet.publicKey) },
    },
  };
}

export interface NatsFleetOptions {
  readonly keys: HubKeys;
  /** Folder in which the server keeps the accounts of boxes. */
  readonly folder: string;
}

/**
 * Returns the configuration of a NATS server that knows boxes by their accounts. Accounts are added and revoked while it
 * runs.
 */
export function describeFleetServer({ keys: { operatorJWT, system, fleet }, folder }: NatsFleetOptions): string {
  return `operator: ${operatorJWT}
system_account: ${system.publicKey}
resolver { type: full, dir: ${JSON.stringify(folder)}, allow_delete: false, interval: "2m" }
resolver_preload {
  ${system.publicKey}: ${system.jwt}
  ${fleet.publicKey}: ${fleet.jwt}
}
max_payload: 2MB
`;
}
