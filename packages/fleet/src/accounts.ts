import { type Account, type Export, encodeAccount, encodeOperator, encodeUser, type Import } from '@nats-io/jwt';
import { offeredSubjects, reportSubject, subjectsOfBox } from './subjects.ts';

/** No streams: the hub keeps reports in its database. */
const ownLimits = {
  ...{ subs: -1, data: -1, payload: -1, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 },
  ...{ mem_storage: 0, disk_storage: 0, streams: 0, consumer: 0 },
};
/** Reports are bounded, see `maxFactsPerReport`. */
const maxReportBytes = 1024 * 1024;
/** A box that reconnects may have a connection that the server has not given up yet. */
const maxBoxConnections = 3;

/** Signs who the operator is: the public keys of its signing key and of its system account act for it. */
export function signOperator(identitySeed: string, signingKey: string, systemAccount: string): Promise<string> {
  return encodeOperator('Fleet hub', identitySeed, { signing_keys: [signingKey], system_account: systemAccount });
}

/** Signs the account through which the hub manages NATS. */
export function signSystemAccount(signingSeed: string, account: string): Promise<string> {
  const everyAccount: Export = {
    name: 'account-monitoring',
    subject: '$SYS.ACCOUNT.*.>',
    type: 'stream',
    account_token_position: 3,
  };
  return encodeAccount('SYS', account, { exports: [everyAccount], limits: ownLimits }, { signer: signingSeed });
}

/** Signs the account of the hub itself: it answers the reports of boxes, each of which NATS puts below its account. */
export function signFleetAccount(signingSeed: string, account: string): Promise<string> {
  const reports: Export = {
    name: 'reports',
    subject: offeredSubjects,
    type: 'service',
    response_type: 'Singleton',
    account_token_position: 2,
  };
  return encodeAccount('FLEET', account, { exports: [reports], limits: ownLimits }, { signer: signingSeed });
}

export interface BoxAccount {
  /** Public key of the account of the box. */
  readonly account: string;
  /** Serial number of the box, for users who look at the accounts. */
  readonly serial: string;
  /** Public key of the account of the hub. */
  readonly fleetAccount: string;
  /** Keys of users that are refused, with the time of their revocation. */
  readonly revoked: Readonly<Record<string, Date>>;
}

/** Signs the account of a box: it sends reports to the hub and reaches nothing else. */
export function signBoxAccount(signingSeed: string, box: BoxAccount): Promise<string> {
  const { account, serial, fleetAccount, revoked } = box;
  const toSeconds = ([key, time]: [string, Date]): [string, number] => [key, Math.floor(time.getTime() / 1000)];
  const reports: Import = {
    name: 'reports',
    subject: subjectsOfBox(account),
    local_subject: 'event.>',
    account: fleetAccount,
    type: 'service',
  };
  const claims: Partial<Account> = {
    imports: [reports],
    limits: { ...ownLimits, payload: maxReportBytes, exports: 0, conn: maxBoxConnections, leaf: 1 },
    ...(Object.keys(revoked).length > 0 && { revocations: Object.fromEntries(Object.entries(revoked).map(toSeconds)) }),
  };
  return encodeAccount(serial, account, claims, { signer: signingSeed });
}

/** Signs the user of a box, which may send reports and receive their answers. `user` is a public key. */
export function signBoxUser(accountSeed: string, user: string): Promise<string> {
  const rights = { payload: maxReportBytes, pub: { allow: [reportSubject] }, sub: { allow: ['_INBOX.>'] } };
  return encodeUser('box', user, accountSeed, rights);
}

/** Signs a user of the hub itself. */
export function signHubUser(accountSeed: string, user: string): Promise<string> {
  return encodeUser('hub', user, accountSeed);
}
