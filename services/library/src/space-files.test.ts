import { createHash } from 'node:crypto';
import { uploadMesh } from '@cellwright/calls';
import { writeBinaryStl } from '@cellwright/geometry/mesh';
import { boxMesh, glbFile, textStl } from '@cellwright/geometry/mesh/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ada, type LibraryBench, parse, startLibraryBench } from './testing/library-bench.fixture.ts';

let library: LibraryBench;
beforeAll(async () => {
  library = await startLibraryBench();
}, 60_000);
afterAll(() => library.stop());

const pose = { x: 0.5, y: 0, z: 0.2, i: 0, j: 0, k: 0, w: 1 };
const fileSchema = z.looseObject({ id: z.string(), fileURL: z.string(), triangleCount: z.number() });
const upload = (fileName: string, content: Uint8Array) =>
  library.call({ ...uploadMesh, output: fileSchema }, { fileName }, { document: Buffer.from(content) });
const makeObject = async (object: object) =>
  parse(
    (await library.make('globalSpace', { kind: 'environmentObject', name: 'Vice', pose, ...object })).document?.json,
  );
const listObstacles = async () => parse((await library.client.listObstacles({})).obstaclesJson);

describe('mesh files', () => {
  it('store their triangles, once for the same bytes and name', async () => {
    const file = await upload('vice.STL', textStl(boxMesh(1, 2, 3)));
    expect(file).toMatchObject({ name: 'vice.STL', format: 'stl', triangleCount: 12, maximum: [1, 2, 3], version: 1 });
    expect(file).not.toHaveProperty('stl');
    expect(await upload('vice.STL', textStl(boxMesh(1, 2, 3)))).toMatchObject({ id: file.id, version: 1 });
    const { stlBase64 } = await library.client.getSpaceFileStl({ id: file.id });
    const stl = Buffer.from(writeBinaryStl(boxMesh(1, 2, 3))).toString('base64');
    expect(Buffer.from(stlBase64).toString()).toBe(stl);
    const got = await library.stored.getEntity({ entity: 'spaceFiles', caller: ada, id: file.id, version: 0 });
    expect(parse(got.document?.json)).toMatchObject({ stl });
  });

  it('keep the uploaded name, even if another user sent the same bytes before', async () => {
    const bytes = textStl(boxMesh(3, 2, 1));
    const [left, right] = await Promise.all([upload('left.stl', bytes), upload('right.stl', bytes)]);
    expect([left, right]).toMatchObject([{ name: 'left.stl' }, { name: 'right.stl' }]);
    expect(await upload('right.stl', bytes)).toMatchObject({ id: right.id });
    const stored = await library.find('spaceFiles', { where: { id: [left.id, right.id] } });
    expect(stored.map(({ name }) => name).sort()).toEqual(['left.stl', 'right.stl']);
  });

  it('keep the id that an earlier release derived only from their bytes', async () => {
    const bytes = textStl(boxMesh(2, 2, 1));
    const file = await upload('old.stl', bytes);
    const earlier = `spaceFile_${createHash('sha256').update('stl\0').update(bytes).digest('hex').slice(0, 32)}`;
    await library.database.query(
      `UPDATE library."Entity" SET "id" = '${earlier}', "listing" = replace("listing", '${file.id}', '${earlier}') WHERE "id" = '${file.id}'`,
    );
    expect(await upload('old.stl', bytes)).toMatchObject({ id: earlier });
    expect(await upload('new.stl', bytes)).toMatchObject({ name: 'new.stl', id: expect.not.stringMatching(earlier) });
  });

  it('use a thread when they are large, and can be refused there too', async () => {
    const many = writeBinaryStl({ corners: new Float32Array(9 * 100_000) });
    expect((await upload('many.stl', many)).triangleCount).toBe(100_000);
    const more = writeBinaryStl({ corners: new Float32Array(9 * 100_001) });
    await expect(upload('more.stl', more)).rejects.toMatchObject({ code: 'too_large' });
  });

  it.each(['../vice.stl', '/etc/vice.stl', 'a\\vice.stl', 'vi\0ce.stl', 'vice.zip', ''])(
    'cannot be uploaded under the name %j',
    async (name) => {
      await expect(upload(name, textStl(boxMesh(1, 1, 1)))).rejects.toMatchObject({
        code: 'request_failed_validation',
      });
    },
  );

  it('remain while an object uses them, and return when they are sent again', async () => {
    const file = await upload('table.glb', glbFile(boxMesh(1, 1, 0.1)));
    await makeObject({ id: 'table', fileURL: file.fileURL });
    await expect(library.remove('spaceFiles', file.id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining("used by 'Vice'"),
    });
    await library.remove('globalSpace', 'table');
    await library.remove('spaceFiles', file.id);
    await expect(library.client.getSpaceFileStl({ id: file.id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(makeObject({ fileURL: file.fileURL })).rejects.toThrow('Upload it first');
    expect(await upload('table.glb', glbFile(boxMesh(1, 1, 0.1)))).toMatchObject({ id: file.id });
    expect(await makeObject({ id: 'again', fileURL: file.fileURL })).toMatchObject({ fileURL: file.fileURL });
    await library.remove('globalSpace', 'again');
  });

  it("cannot exceed the planner's limit of triangles in total", async () => {
    const corners = new Float32Array(9 * 60_000);
    const one = await upload('one.stl', writeBinaryStl({ corners }));
    corners[0] = 1;
    const other = await upload('other.stl', writeBinaryStl({ corners }));
    await makeObject({ id: 'one', fileURL: one.fileURL });
    await expect(makeObject({ fileURL: other.fileURL })).rejects.toThrow(/All objects together: .* 120000 triangles/);
    const moved = { kind: 'environmentObject', name: 'Vice', fileURL: one.fileURL, pose: { ...pose, x: 1 } };
    await library.save('globalSpace', 'one', moved, 1);
    await library.remove('globalSpace', 'one');
  });
});

describe('environment objects', () => {
  it('become obstacles at the pose that their anchors give', async () => {
    const { fileURL, id } = await upload('vice.stl', textStl(boxMesh(1, 2, 3)));
    const at = (x: number, y: number) => ({ pose: { ...pose, x, y } });
    const positions = [at(0, 0), at(1, 0), at(0, 1)];
    await library.make('globalSpace', { id: 'plane', kind: 'plane', name: 'Plane', positions });
    await makeObject({ id: 'vice', fileURL, scale: 0.001, anchoredToID: 'plane' });
    await makeObject({ id: 'ball', name: 'Ball', shape: { kind: 'sphere', radius: 0.1 } });
    const moved = [at(0.1, 0), at(1.1, 0), at(0.1, 1)];
    await library.save('globalSpace', 'plane', { kind: 'plane', name: 'Plane', positions: moved }, 1);
    expect(await listObstacles()).toEqual([
      { spaceItemID: 'ball', name: 'Ball', pose, shape: { kind: 'sphere', radius: 0.1 } },
      {
        spaceItemID: 'vice',
        name: 'Vice',
        pose: { ...pose, x: expect.closeTo(0.6) },
        shape: { kind: 'file', fileID: id, scale: 0.001 },
      },
    ]);
  });
});
