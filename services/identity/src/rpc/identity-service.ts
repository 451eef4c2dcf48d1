import { IdentityServiceService, type TokenInfo } from '@cellwright/proto/identity';
import { type GrpcService, grpcService } from '@cellwright/service-kit/grpc';
import type { Token, TokenDesk } from '../domain/tokens.ts';

/** IdentityService of proto/cellwright/identity.proto. */
export function createIdentityService(tokens: TokenDesk): GrpcService {
  return grpcService(IdentityServiceService, {
    createToken: async (request) => {
      const { token, secret } = await tokens.create(request);
      return { token: toInfo(token), secret };
    },
    listTokens: async () => ({ items: (await tokens.list()).map(toInfo) }),
    revokeToken: async ({ id }) => {
      await tokens.revoke(id);
      return {};
    },
    authenticate: async ({ token, isLoopback }) => {
      const subject = await tokens.authenticate(token, isLoopback);
      return {
        subjectId: subject.id,
        name: subject.name,
        permissions: [...subject.permissions],
        expiresAt: textOf(subject.expiresAt),
      };
    },
  });
}

function toInfo(token: Token): TokenInfo {
  return {
    id: token.id,
    name: token.name,
    createdAt: textOf(token.createdAt),
    expiresAt: textOf(token.expiresAt),
    revokedAt: textOf(token.revokedAt),
    lastUsedAt: textOf(token.lastUsedAt),
    permissions: [...token.permissions],
  };
}

function textOf(date: Date | null): string {
  return date?.toISOString() ?? '';
}
