import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';

/** Public part of the owner's key, which the cell has, and the private one, which only the owner has. */
export interface OwnerKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The content was changed, or is not of this key. */
export class SealBrokenError extends Error {
  constructor() {
    super('The backup cannot be opened with this key, or it is damaged. Check the key, or use another backup');
  }
}

const prefix = 'cwbackup_';
const magic = Buffer.from('CWB1');
const publicLength = 44;
const tagLength = 16;
const chunkLength = 64 * 1024;
const headLength = magic.length + publicLength;

/** Creates a key for backups. */
export function createOwnerKey(): OwnerKey {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64url'),
    privateKey: `${prefix}${privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64url')}`,
  };
}

function readPublicKey(text: string): KeyObject {
  return createPublicKey({ key: Buffer.from(text, 'base64url'), type: 'spki', format: 'der' });
}

/** @throws SealBrokenError when the text is no key. */
function readPrivateKey(text: string): KeyObject {
  try {
    const der = Buffer.from(text.trim().slice(prefix.length), 'base64url');
    if (!text.trim().startsWith(prefix)) throw new SealBrokenError();
    return createPrivateKey({ key: der, type: 'pkcs8', format: 'der' });
  } catch {
    throw new SealBrokenError();
  }
}

/**
 * Encrypts a stream for the owner of a key: a fresh X25519 key agrees on an AES-256-GCM key; each chunk has its number
 * and whether it is the last in its nonce, so that none can be removed, exchanged or appended.
 */
export async function* seal(content: AsyncIterable<Uint8Array>, ownerPublicKey: string): AsyncGenerator<Buffer> {
  const fresh = generateKeyPairSync('x25519');
  const freshPublic = fresh.publicKey.export({ type: 'spki', format: 'der' });
  const shared = diffieHellman({ privateKey: fresh.privateKey, publicKey: readPublicKey(ownerPublicKey) });
  const key = deriveKey(shared, freshPublic);
  yield Buffer.concat([magic, freshPublic]);
  let number = 0;
  let waiting = Buffer.alloc(0);
  for await (const part of content) {
    waiting = Buffer.concat([waiting, part]);
    // The last chunk is known only at the end, so a full one waits for more.
    while (waiting.length > chunkLength) {
      yield sealChunk(key, number++, false, waiting.subarray(0, chunkLength));
      waiting = waiting.subarray(chunkLength);
    }
  }
  yield sealChunk(key, number, true, waiting);
}

/**
 * Decrypts a stream.
 * @throws SealBrokenError when it is damaged, incomplete, or sealed for another key.
 */
export async function* unseal(content: AsyncIterable<Uint8Array>, ownerPrivateKey: string): AsyncGenerator<Buffer> {
  const privateKey = readPrivateKey(ownerPrivateKey);
  const sealedLength = chunkLength + tagLength;
  let key: Buffer | undefined;
  let number = 0;
  let waiting = Buffer.alloc(0);
  for await (const part of content) {
    waiting = Buffer.concat([waiting, part]);
    if (!key && waiting.length >= headLength) {
      key = agree(privateKey, waiting.subarray(0, headLength));
      waiting = waiting.subarray(headLength);
    }
    while (key && waiting.length > sealedLength) {
      yield openChunk(key, number++, false, waiting.subarray(0, sealedLength));
      waiting = waiting.subarray(sealedLength);
    }
  }
  if (!key) throw new SealBrokenError();
  yield openChunk(key, number, true, waiting);
}

function agree(privateKey: KeyObject, head: Buffer): Buffer {
  try {
    if (!head.subarray(0, magic.length).equals(magic)) throw new SealBrokenError();
    const freshPublic = head.subarray(magic.length);
    const publicKey = createPublicKey({ key: freshPublic, type: 'spki', format: 'der' });
    return deriveKey(diffieHellman({ privateKey, publicKey }), freshPublic);
  } catch {
    throw new SealBrokenError();
  }
}

function deriveKey(shared: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', shared, salt, 'cellwright backup', 32));
}

function makeNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 0, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function sealChunk(key: Buffer, number: number, isLast: boolean, content: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, makeNonce(number, isLast));
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function openChunk(key: Buffer, number: number, isLast: boolean, sealed: Buffer): Buffer {
  if (sealed.length < tagLength) throw new SealBrokenError();
  const decipher = createDecipheriv('aes-256-gcm', key, makeNonce(number, isLast));
  decipher.setAuthTag(sealed.subarray(sealed.length - tagLength));
  const content = decipher.update(sealed.subarray(0, sealed.length - tagLength));
  try {
    decipher.final();
  } catch {
    throw new SealBrokenError();
  }
  return content;
}
