/** Starts of lines whose rest is a secret: headers of HTTP, and commands of FTP. Lower case. */
const secretStarts = ['authorization:', 'proxy-authorization:', 'cookie:', 'set-cookie:', 'x-api-key:', 'pass '];
const longestStart = Math.max(...secretStarts.map(({ length }) => length));
/** A shorter value would hide bytes that have nothing to do with it. */
const minSecretLength = 4;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const asterisk = 0x2a;

/** Returns the spellings in which the secrets of a device can be in its traffic. */
export function spellSecrets(secrets: readonly string[]): readonly Buffer[] {
  const long = secrets.filter(({ length }) => length >= minSecretLength);
  const spellings = long.flatMap((secret) => [
    ...[secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)],
    Buffer.from(secret).toString('base64'),
  ]);
  return [...new Set(spellings)].map((text) => Buffer.from(text));
}

/** Replaces secrets in one direction of a connection by asterisks, also those that continue in the next chunk. */
export class SecretMask {
  readonly #secrets: readonly Buffer[];
  readonly #longestSecret: number;
  /** Start of the current line, in lower case. */
  #line = '';
  #isSecret = false;

  constructor(secrets: readonly Buffer[]) {
    this.#secrets = secrets;
    this.#longestSecret = Math.max(0, ...secrets.map(({ length }) => length));
  }

  /** Returns a copy of the first bytes of a chunk, at most `limit`, without secrets. */
  mask(chunk: Uint8Array, limit: number): Buffer {
    // Not of the pool of small buffers: a stored frame would keep a whole slab of it.
    const kept = Buffer.alloc(Math.min(chunk.length, limit));
    kept.set(chunk.subarray(0, kept.length));
    for (const [index, byte] of kept.entries()) if (this.#follow(byte)) kept[index] = asterisk;
    this.#skip(chunk.subarray(limit));
    this.#hideSecrets(chunk, kept);
    return kept;
  }

  #hideSecrets({ buffer, byteOffset, length }: Uint8Array, kept: Buffer): void {
    if (this.#secrets.length === 0) return;
    const seen = Buffer.from(buffer, byteOffset, Math.min(length, kept.length + this.#longestSecret));
    for (const secret of this.#secrets) {
      for (let at = seen.indexOf(secret); at >= 0; at = seen.indexOf(secret, at + secret.length)) {
        kept.fill(asterisk, Math.min(at, kept.length), Math.min(at + secret.length, kept.length));
      }
    }
  }

  /** Follows the lines. Returns true for a byte of a secret. */
  #follow(byte: number): boolean {
    if (byte === lineFeed) {
      this.#line = '';
      this.#isSecret = false;
    } else if (this.#isSecret) return byte !== carriageReturn;
    else if (this.#line.length < longestStart) {
      this.#line += String.fromCharCode(byte).toLowerCase();
      this.#isSecret = secretStarts.includes(this.#line);
    }
    return false;
  }

  /** Follows bytes that are not kept; only the last line of them matters. */
  #skip(rest: Uint8Array): void {
    const last = Math.max(0, rest.lastIndexOf(lineFeed));
    for (const byte of rest.subarray(last, last + longestStart + 1)) this.#follow(byte);
  }
}
