import { ProductError } from '@cellwright/domain/basics';
import { EntityServiceService } from '@cellwright/proto/entity';
import { IdentityServiceService } from '@cellwright/proto/identity';
import { connectPeer } from '@cellwright/service-kit/grpc';
import type { Attempt, People, SignedInUser } from '../domain/signed-in-users.ts';
import type { SettingsDeps } from './settings.ts';

export interface ConnectedPeople extends People {
  close(): void;
}

/** Connects to the users of the cell. A password waits for its turn with all others. */
export function connectPeople({ address, proofs, metrics }: SettingsDeps): ConnectedPeople {
  const proof = proofs.identity;
  const passwords = connectPeer(IdentityServiceService, { address, proof, metrics, defaultDeadlineMs: 10_000 });
  const documents = connectPeer(EntityServiceService, { address, proof, metrics, defaultDeadlineMs: 5000 });
  const readVersion = async (userID: string): Promise<number | undefined> => {
    try {
      const request = { entity: 'users', id: userID, version: 0, caller: undefined };
      const { document } = await documents.getEntity(request);
      return document?.version;
    } catch (error) {
      if (error instanceof ProductError && error.code === 'not_found') return undefined;
      throw error;
    }
  };
  return {
    async checkPassword(attempt: Attempt): Promise<SignedInUser> {
      const { userId, name, permissions } = await passwords.checkPassword({ ...attempt, protocol: 'OPC UA' });
      const version = await readVersion(userId);
      if (version === undefined) throw new ProductError('authorization_required', 'The user was removed');
      return { id: userId, name, version, mayCommand: permissions.includes('connectToRobot') };
    },
    readVersion,
    close() {
      passwords.channel.close();
      documents.channel.close();
    },
  };
}
