import { type Permission, permissions } from '@cellwright/domain/cell';
import { ConfigError, urlConfig } from '@cellwright/service-kit';
import * as z from 'zod';

const rolesExample = 'must be JSON like {"cell-operators":["connectToRobot"]}';
const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns the value of a JSON text; invalid JSON is an issue of the variable. */
const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: rolesExample });
    return z.NEVER;
  }
});

/** Variables of single sign-on. It is on when `OIDC_ISSUER` is set. */
export const singleSignOnConfig = {
  /** Issuer of the OpenID provider, from whose discovery document all other addresses are read. */
  OIDC_ISSUER: urlConfig(['https:', 'http:'], 'https://login.example.com/realms/plant').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  /** Without it, the cell is a public client: PKCE alone protects the code. */
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** Name on the sign-in page. Default: the host of the issuer. */
  OIDC_NAME: z.string().max(60, 'must have at most 60 characters').optional(),
  OIDC_SCOPES: z.string().default('openid profile email'),
  /** Claim with the roles of a user, as a name or a path: 'roles', 'groups', 'realm_access.roles'. */
  OIDC_ROLE_CLAIM: z.string().default('roles'),
  /** Permissions by role, as JSON. A user without any of these roles is refused. */
  OIDC_ROLES: jsonText.pipe(z.record(z.string(), z.array(z.enum(permissions, rolesExample)), rolesExample)).optional(),
} as const;

export interface SingleSignOnSettings {
  readonly issuer: URL;
  readonly clientID: string;
  readonly clientSecret: string | undefined;
  readonly name: string;
  readonly scopes: string;
  readonly roleClaim: string;
  readonly permissionsByRole: ReadonlyMap<string, readonly Permission[]>;
}

const configSchema = z.object(singleSignOnConfig);

/**
 * Returns the settings of single sign-on; undefined if it is off.
 * @throws ConfigError naming the variable that is missing, or that would send codes in clear.
 */
export function readSingleSignOn(config: z.infer<typeof configSchema>): SingleSignOnSettings | undefined {
  if (config.OIDC_ISSUER === undefined) return undefined;
  const requireSet = (variable: 'OIDC_CLIENT_ID' | 'OIDC_ROLES', value: unknown) => {
    if (value === undefined) throw new ConfigError([{ variable, problem: 'must be set together with OIDC_ISSUER' }]);
  };
  const { OIDC_CLIENT_ID: clientID = '', OIDC_ROLES: roles = {} } = config;
  requireSet('OIDC_CLIENT_ID', config.OIDC_CLIENT_ID);
  requireSet('OIDC_ROLES', config.OIDC_ROLES);
  const issuer = new URL(config.OIDC_ISSUER);
  if (!isProtected(issuer))
    throw new ConfigError([
      { variable: 'OIDC_ISSUER', problem: 'must start with https:// unless its host is this machine' },
    ]);
  return {
    issuer,
    clientID,
    clientSecret: config.OIDC_CLIENT_SECRET,
    name: config.OIDC_NAME ?? issuer.host,
    scopes: config.OIDC_SCOPES,
    roleClaim: config.OIDC_ROLE_CLAIM,
    permissionsByRole: new Map(Object.entries(roles)),
  };
}

/** True if what is sent to this address cannot be read on the way. */
export function isProtected({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || loopbackHosts.has(hostname);
}
