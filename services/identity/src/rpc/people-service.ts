import { PeopleServiceService } from '@cellwright/proto/people';
import { type GrpcService, grpcService } from '@cellwright/service-kit/grpc';
import type { People } from '../domain/people.ts';
import type { BegunSession } from '../domain/sessions.ts';

/** PeopleService of proto/cellwright/people.proto. */
export function createPeopleService(people: Pick<People, 'setUp' | 'signIn'>): GrpcService {
  return grpcService(PeopleServiceService, {
    setUp: async ({ source, ...setUp }) => ({ session: toSession(await people.setUp(setUp, sourceOf(source))) }),
    signIn: async ({ username, password, source }) => ({
      session: toSession(await people.signIn(username, password, sourceOf(source))),
    }),
  });
}

function sourceOf(source: { readonly address: string; readonly userAgent: string } | undefined) {
  return { address: source?.address ?? '', userAgent: source?.userAgent ?? '' };
}

function toSession({ id, userID, secret }: BegunSession) {
  return { id, userId: userID, secret };
}
