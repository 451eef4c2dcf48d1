import { startTestProvider, type TestProvider } from '@cellwright/testkit/open-id-provider';
import { providerOrigin } from './people.fixture.ts';

const client = { clientID: 'cell-7', clientSecret: 'a secret that the cell and its provider share' };

/** Starts an OpenID provider that has every subject as an operator. */
export function startOperatorProvider(): Promise<TestProvider> {
  const accounts = { get: (subject: string) => ({ preferred_username: subject, roles: ['operators'] }) };
  return startTestProvider({ ...client, redirectURL: `${providerOrigin}/sign-in/provider`, accounts });
}

/** Returns the settings of a cell whose users can sign in at this provider. */
export function singleSignOnEnv({ issuer }: TestProvider): Readonly<Record<string, string>> {
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: client.clientID,
    OIDC_CLIENT_SECRET: client.clientSecret,
    OIDC_ROLES: '{"operators":["connectToRobot"]}',
  };
}
