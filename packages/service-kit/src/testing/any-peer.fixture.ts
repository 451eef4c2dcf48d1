import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { thisMachine } from '@cellwright/domain/basics';
import { permissions as allPermissions, noPerson, type PersonProof } from '@cellwright/domain/cell';
import { isServiceName, type ServiceName, secretVariablesOf } from '@cellwright/topology';
import { type CallerGate, createPeopleVerifier, createVoucher, type Peers, type Voucher } from '../callers/index.ts';
import { proofsOf } from '../callers/peers.ts';
import { systemClock } from '../clock.ts';

/** Long enough for services that tests start as processes with `secretEnv`. */
const testSecret = 'only for tests'.padEnd(32, '.');

/** Only for tests: the same in every process of a test. PKCS #8 of Ed25519 is this prefix and 32 bytes. */
const testKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 'only for tests')]),
  format: 'der',
  type: 'pkcs8',
});

/** For tests: signs like identity. Services of `anyPeers` and `anyCaller` accept it. */
export const testVoucher: Voucher = createVoucher(testKey);

/** For tests: accepts every peer as the service that it claims to be, and as the gateway without a claim. */
export const anyCaller: CallerGate = {
  checkCall: ({ caller }) => (isServiceName(caller) ? caller : 'gateway'),
  checkLink: ({ caller }) => (isServiceName(caller) ? caller : 'gateway'),
  people: createPeopleVerifier([createPublicKey(testKey)]),
};

interface TestPerson {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly permissions?: readonly string[] | undefined;
  readonly accessId?: string | undefined;
  readonly access?: string | undefined;
}

/**
 * For tests: proves a person or token, by default with every permission. The ids of people begin with `user_`; they
 * have entered their PIN.
 */
export function proofFor({
  id = 'user_test',
  name = '',
  permissions = allPermissions,
  accessId = id,
  access = id.startsWith('user_') ? 'session' : 'developerToken',
}: TestPerson = {}): PersonProof {
  if (id === thisMachine.subjectID) return { ...noPerson, standIn: 'machine' };
  const kind = access === 'session' ? access : 'developerToken';
  const assertion = testVoucher.vouch({ id, name, permissions, accessID: accessId, access: kind });
  const hasPIN = kind === 'session' && permissions.includes('controlPanel');
  return { ...noPerson, assertion, unlock: hasPIN ? testVoucher.vouchUnlock(accessId, ['controlPanel']) : '' };
}

/** For tests: returns `author` of a call with its proof. */
export function provenAuthor<Author extends TestPerson>(author: Author): Author & { readonly proof: PersonProof } {
  return { ...author, proof: proofFor(author) };
}

/** For tests: returns `caller` of a request for stored documents with its proof. */
export function provenCaller<Caller extends Omit<TestPerson, 'id'> & { readonly subjectId: string }>(
  caller: Caller,
): Caller & { readonly proof: PersonProof } {
  return { ...caller, proof: proofFor({ ...caller, id: caller.subjectId }) };
}

/** For tests of one service: it accepts every caller, and its own calls are accepted by `anyCaller` only. */
export function anyPeers<Self extends ServiceName>(self: Self): Peers<Self> {
  return { proofs: proofsOf(self, () => ({ current: testSecret })), gate: anyCaller };
}

/** For tests: the routine runner's proof to a controller. */
export const anyProof = { caller: 'routine-runner', secret: testSecret } as const;

/** For tests: environment of a service's process, whose peers use the proofs of `anyPeers`. */
export function secretEnv(service: ServiceName): Record<string, string> {
  return Object.fromEntries(secretVariablesOf(service).map((variable) => [variable, testSecret]));
}

/** For tests: proofs that every service refuses, by their defect. */
export function badProofs(): readonly (readonly [what: string, proof: PersonProof])[] {
  const person = {
    id: 'user_eve',
    name: 'Eve',
    permissions: allPermissions,
    accessID: 'session_eve',
    access: 'session',
  } as const;
  const good = testVoucher.vouch(person);
  const [header, payload = '', signature] = good.split('.');
  const claims: object = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const asAda = Buffer.from(JSON.stringify({ ...claims, sub: 'user_ada' })).toString('base64url');
  const hourAgo = { ...systemClock, wallNow: () => new Date(systemClock.wallNow().getTime() - 3_600_000) };
  const unlock = testVoucher.vouchUnlock('session_ada', ['controlPanel']);
  return [
    ['nobody', noPerson],
    ['forged', { ...noPerson, assertion: createVoucher(generateKeyPairSync('ed25519').privateKey).vouch(person) }],
    ['altered', { ...noPerson, assertion: [header, asAda, signature].join('.') }],
    ['expired', { ...noPerson, assertion: createVoucher(testKey, hourAgo).vouch(person) }],
    ['with the PIN of another person', { ...noPerson, assertion: good, unlock }],
    ['of a signed-out screen', { ...noPerson, standIn: 'signedOutScreen' }],
  ];
}
