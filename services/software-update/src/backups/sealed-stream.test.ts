import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOwnerKey, SealBrokenError, seal, unseal } from './sealed-stream.ts';

async function* chunksFrom(...chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const owner = createOwnerKey();
const sealAll = (...chunks: Uint8Array[]) => collect(seal(chunksFrom(...chunks), owner.publicKey));

describe('A sealed stream', () => {
  it('returns its content for every division into chunks', async () => {
    const content = fc.array(fc.uint8Array({ maxLength: 100_000 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(content, fc.integer({ min: 1, max: 90_000 }), async (chunks, size) => {
        const sealed = await sealAll(...chunks);
        const parts: Buffer[] = [];
        for (let at = 0; at < sealed.length; at += size) parts.push(sealed.subarray(at, at + size));
        expect((await collect(unseal(chunksFrom(...parts), owner.privateKey))).equals(Buffer.concat(chunks))).toBe(
          true,
        );
      }),
      { numRuns: 25 },
    );
  });

  it('does not contain the content', async () => {
    expect((await sealAll(Buffer.from('secret of the cell'))).includes('secret')).toBe(false);
  });

  it('refuses every changed byte', async () => {
    const sealed = await sealAll(Buffer.from('content'));
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
      await expect(collect(unseal(chunksFrom(changed), owner.privateKey))).rejects.toThrow(SealBrokenError);
    }
  });

  it('refuses a missing end, a missing chunk and an appended one', async () => {
    const content = Buffer.alloc(200_000, 7);
    const sealed = await sealAll(content);
    const chunk = 64 * 1024 + 16;
    const withoutEnd = sealed.subarray(0, 48 + 2 * chunk);
    const withoutFirst = Buffer.concat([sealed.subarray(0, 48), sealed.subarray(48 + chunk)]);
    const appended = Buffer.concat([sealed, sealed.subarray(48, 48 + chunk)]);
    for (const broken of [withoutEnd, withoutFirst, appended, sealed.subarray(0, 20), Buffer.alloc(0)])
      await expect(collect(unseal(chunksFrom(broken), owner.privateKey))).rejects.toThrow(SealBrokenError);
  });

  it('opens with the key of its owner only', async () => {
    const sealed = await sealAll(Buffer.from('content'));
    for (const key of [createOwnerKey().privateKey, 'cwbackup_', 'nonsense', ''])
      await expect(collect(unseal(chunksFrom(sealed), key))).rejects.toThrow(SealBrokenError);
  });
});
