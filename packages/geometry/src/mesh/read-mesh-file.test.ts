import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, readMeshFile, writeBinaryStl } from './index.ts';
import { boxMesh, glbFile, gltfText, objText, textStl } from './mesh-files.fixture.ts';

const limits = { bytes: 8 * 1024 * 1024, triangles: 1000 };
const box = boxMesh(0.2, 0.4, 0.6);
const read = (name: string, bytes: Uint8Array) => readMeshFile(name, bytes, limits);
const text = (content: string) => new TextEncoder().encode(content);
/** y up converted to z up. */
const turned = { minimum: [0, expect.closeTo(-0.6), 0], maximum: [expect.closeTo(0.2), 0, expect.closeTo(0.4)] };
const upright = { minimum: [0, 0, 0], maximum: [expect.closeTo(0.2), expect.closeTo(0.4), expect.closeTo(0.6)] };

function boundsIn(name: string, bytes: Uint8Array) {
  const reading = read(name, bytes);
  if (!reading.ok) throw new Error(reading.error.message);
  expect(reading.value.mesh.corners).toHaveLength(12 * 9);
  return boundsOf(reading.value.mesh);
}

describe('readMeshFile', () => {
  it.each([
    ['box.stl', writeBinaryStl(box), upright],
    ['BOX.STL', textStl(box), upright],
    ['box.obj', objText(box), upright],
    ['box.gltf', gltfText(box), turned],
    ['box.glb', glbFile(box), turned],
  ])('reads %s', (name, bytes, bounds) => {
    expect(boundsIn(name, bytes)).toEqual(bounds);
  });

  it('reads a binary STL that begins with the word solid', () => {
    const bytes = writeBinaryStl(box);
    bytes.set(text('solid of a careless exporter'));
    expect(boundsIn('box.stl', bytes)).toEqual(upright);
  });

  it('reads polygons and negative vertex numbers in OBJ', () => {
    const square = 'v 0 0 0\nv 1 0 0 1.0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nf -4//1 -3//1 -2//1 -1//1\n';
    const reading = read('square.obj', text(square));
    expect(reading.ok && reading.value.mesh.corners).toHaveLength(2 * 9);
  });

  it('applies the transforms of all parent nodes in glTF', () => {
    const nodes = [
      { children: [1], translation: [0, 1, 0], scale: [2, 2, 2] },
      { mesh: 0, translation: [1, 0, 0] },
    ];
    const { minimum } = boundsIn('box.glb', glbFile(box, { nodes }));
    expect(minimum).toEqual([expect.closeTo(2), expect.closeTo(-1.2), expect.closeTo(1)]);
  });
});

describe('readMeshFile with files of common programs', () => {
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const stl = decode(textStl(box));
  const obj = decode(objText(box));
  const marked = (content: string) => text(`\uFEFF${content}`);

  it.each([
    ['an OBJ with a byte order mark', 'box.obj', marked(obj.replace('mtllib box.mtl\n', ''))],
    ['an OBJ with comments after its lines', 'box.obj', text(obj.replaceAll('\n', ' # top\n'))],
    ['an OBJ with lines that go on in the next one', 'box.obj', text(obj.replaceAll(/^f (\d+) /gm, 'f $1 \\\n '))],
    ['an OBJ with names of several words', 'box.obj', text(`o my part 1\ng left side\n${obj}`)],
    ['an OBJ with line ends of CR', 'box.obj', text(obj.replaceAll('\n', '\r'))],
    ['a text STL with a byte order mark', 'box.stl', marked(stl)],
    ['a text STL that begins with a comment', 'box.stl', text(`# made by a script\n\n${stl}`)],
    ['a text STL with comments after its lines', 'box.stl', text(stl.replaceAll('\n', ' # x\n'))],
    ['a text STL with a name of several words', 'box.stl', text(stl.replaceAll('solid box', 'solid my #1 vertex'))],
    ['a text STL with "end solid" and "end loop"', 'box.stl', text(stl.replaceAll(/end(solid|loop|facet)/g, 'end $1'))],
    ['a text STL without a name, in capitals', 'box.stl', text(stl.replaceAll('solid box', 'solid').toUpperCase())],
    ['a text STL with line ends of CR LF', 'box.stl', text(stl.replaceAll('\n', '\r\n'))],
    ['a text STL with line ends of CR', 'box.stl', text(stl.replaceAll('\n', '\r'))],
    ['a file whose name ends with a space', 'my box (1).STL ', text(stl)],
  ])('reads %s', (_, name, bytes) => {
    expect(boundsIn(name, bytes)).toEqual(upright);
  });

  it('reads a binary STL with the header "solid" and bytes behind its triangles', () => {
    const binary = writeBinaryStl(box);
    binary.set(text('solid of a careless exporter'));
    const bytes = new Uint8Array(binary.length + 16);
    bytes.set(binary);
    expect(boundsIn('box.stl', bytes)).toEqual(upright);
  });

  it.each([
    ['box.gltf', glbFile(box)],
    ['box.glb', gltfText(box)],
    ['box.gltf', marked(decode(gltfText(box)))],
  ])('detects the format of a %s by its content', (name, bytes) => {
    expect(boundsIn(name, bytes)).toEqual(turned);
  });

  it.each([
    ['decimal commas in STL', 'box.stl', text(stl.replaceAll('0.2', '0,2')), /'0,2\d*' has a comma/],
    ['decimal commas in OBJ', 'box.obj', text(obj.replaceAll('0.2', '0,2')), /'0,2\d*' has a comma/],
    ['another text than STL', 'box.stl', text('ISO-10303-21;\nHEADER;\n'.repeat(10)), /not an STL file/],
    ['a web page', 'box.stl', text(`<!doctype html><title>Sign in</title>${' '.repeat(200)}`), /not an STL file/],
    ['an OBJ under the name of an STL', 'box.stl', text(obj), /not an STL file/],
    ['a ZIP archive', 'box.stl', Uint8Array.from([0x50, 0x4b, 3, 4, ...new Array(200).fill(7)]), /ZIP archive/],
    ['text in UTF-16', 'box.stl', Uint8Array.from([0xff, 0xfe, 0x73, 0, 0x6f, 0]), /UTF-16/],
    ['two solids, the second cut off', 'box.stl', text(stl + stl.slice(0, 300)), /is cut off|three coordinates/],
  ])('refuses %s with the reason', (_, name, bytes, message) => {
    expect(read(name, bytes)).toMatchObject({ ok: false, error: { message: expect.stringMatching(message) } });
  });
});

describe('readMeshFile refuses a file', () => {
  const many = writeBinaryStl({ corners: new Float32Array(9 * 1001) });
  const announces = (count: number) => {
    const bytes = writeBinaryStl(box);
    new DataView(bytes.buffer).setUint32(80, count, true);
    return bytes;
  };
  const circle = [{ children: [1] }, { children: [0], mesh: 0 }];
  const twice = [{ children: [1, 1] }, { mesh: 0 }];
  const deep = Array.from({ length: 80 }, (_, index) => ({ children: index < 79 ? [index + 1] : [], mesh: 0 }));
  const everywhere = Array.from({ length: 200 }, () => ({ mesh: 0 }));
  const roots = { scenes: [{ nodes: everywhere.map((_, index) => index) }] };
  const parts = { primitives: Array.from({ length: 101 }, () => ({ attributes: {} })) };
  const hugeAccessor = [{ bufferView: 0, componentType: 5126, count: 4_000_000_000, type: 'VEC3' }];
  const longAccessor = [{ bufferView: 0, componentType: 5126, count: 60, type: 'VEC3' }];

  it.each([
    ['with another ending', 'box.step', text('x'), /ends in .stl/],
    ['that is empty', 'box.stl', new Uint8Array(), /is empty/],
    ['that is no STL', 'box.stl', text('hello'), /not an STL file/],
    ['of too many triangles', 'box.stl', many, /at least 1001 triangles, but the limit is 1000/],
    ['that announces four thousand million', 'box.stl', announces(4_000_000_000), /4000000000 triangles/],
    ['that breaks off', 'box.stl', writeBinaryStl(box).subarray(0, 600), /is cut off/],
    ['in text that breaks off', 'box.stl', textStl(box).subarray(0, 600), /is cut off|three coordinates/],
    ['with a corner at infinity', 'box.stl', writeBinaryStl(boxMesh(Infinity, 1, 1)), /outside/],
    ['with a corner that is no number', 'box.stl', writeBinaryStl(boxMesh(Number.NaN, 1, 1)), /outside/],
    ['in text with a corner that is no number', 'box.stl', textStl(boxMesh(Number.NaN, 1, 1)), /outside/],
    ['that is far too large', 'box.stl', writeBinaryStl(boxMesh(1e9, 1, 1)), /outside 1000000 units/],
    ['without a surface', 'box.stl', text('solid x\nendsolid x'), /no triangles/],
    ['that names a missing vertex', 'box.obj', text('v 0 0 0\nf 1 2 3'), /missing vertex '2'/],
    ['that ends in a line to be continued', 'box.obj', text('v 0 0 0\nf 1 1 1\nf 1 1 \\'), /is cut off/],
    ['whose face has two corners', 'box.obj', text('v 0 0 0\nf 1 1'), /fewer than three/],
    ['that is no JSON', 'box.gltf', text('{'), /damaged or cut off/],
    ['that is no glTF', 'box.gltf', text('{}'), /not a glTF file: asset/],
    ['of glTF 1', 'box.gltf', gltfText(box, { asset: { version: '1.0' } }), /Only glTF 2.0/],
    [
      'that names another file',
      'box.glb',
      glbFile(box, { buffers: [{ byteLength: 9, uri: '../../etc/passwd' }] }),
      /refers to another file, '..\/..\/etc\/passwd'/,
    ],
    [
      'that names an address',
      'box.glb',
      glbFile(box, { images: [{ uri: 'http://elsewhere/x.png' }] }),
      /one file, for example GLB/,
    ],
    [
      'that is compressed',
      'box.glb',
      glbFile(box, { extensionsRequired: ['KHR_draco_mesh_compression'] }),
      /needs 'KHR_draco_mesh_compression'/,
    ],
    ['that is no GLB', 'box.glb', writeBinaryStl(box), /not a GLB file/],
    ['GLB that breaks off', 'box.glb', glbFile(box).subarray(0, 500), /is cut off/],
    ['with a circle of nodes', 'box.glb', glbFile(box, { nodes: circle }), /in a circle/],
    ['with a node under two others', 'box.glb', glbFile(box, { nodes: twice }), /in a circle/],
    ['with nodes too deep', 'box.glb', glbFile(box, { nodes: deep }), /nests too deeply/],
    [
      'whose meshes stand everywhere',
      'box.glb',
      glbFile(box, { nodes: everywhere, ...roots }),
      /at least 1008 triangles/,
    ],
    ['with too many parts', 'box.glb', glbFile(box, { nodes: everywhere, ...roots, meshes: [parts] }), /10000 parts/],
    ['with too much announced', 'box.glb', glbFile(box, { accessors: hugeAccessor }), /less data than declared/],
    ['whose data reach beyond', 'box.glb', glbFile(box, { accessors: longAccessor }), /less data than declared/],
    ['that nests without end', 'box.gltf', text(`{"x":${'['.repeat(100_000)}`), /levels deep/],
  ])('%s', (_, name, bytes, message) => {
    const reading = read(name, bytes);
    expect(reading).toEqual({
      ok: false,
      error: { reason: expect.any(String), message: expect.stringMatching(message) },
    });
  });

  it('rejects one above the size limit, whatever its content', () => {
    const reading = readMeshFile('box.stl', new Uint8Array(1025 * 1024), { bytes: 1024 * 1024, triangles: 1 });
    expect(reading).toMatchObject({
      ok: false,
      error: { reason: 'tooLarge', message: expect.stringMatching(/at most 1 MiB/) },
    });
  });
});

describe('readMeshFile with generated files', () => {
  const coordinate = fc.float({ min: -1000, max: 1000, noNaN: true, noDefaultInfinity: true });
  const meshes = fc
    .array(fc.array(coordinate, { minLength: 9, maxLength: 9 }), { minLength: 1, maxLength: 20 })
    .map((triangles) => ({ corners: Float32Array.from(triangles.flat()) }));

  it('returns every written triangle in every format', () => {
    fc.assert(
      fc.property(meshes, (mesh) => {
        for (const [name, bytes] of [
          ['a.stl', writeBinaryStl(mesh)],
          ['a.stl', textStl(mesh)],
          ['a.obj', objText(mesh)],
        ] as const) {
          const reading = read(name, bytes);
          expect(reading.ok && [...reading.value.mesh.corners].map((value) => value + 0)).toEqual(
            [...mesh.corners].map((value) => value + 0),
          );
        }
      }),
      { numRuns: 50 },
    );
  });

  it('returns a result or a refusal within the limits for any bytes', () => {
    const files = [
      ['a.stl', writeBinaryStl(box)],
      ['a.stl', textStl(box)],
      ['a.obj', objText(box)],
      ['a.gltf', gltfText(box)],
      ['a.glb', glbFile(box)],
    ] as const;
    const cuts = fc.array(fc.tuple(fc.nat(4000), fc.nat(255)), { maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...files), cuts, fc.nat(4000), ([name, original], changes, end) => {
        const bytes = original.slice(0, Math.max(1, end));
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        const reading = read(name, bytes);
        if (!reading.ok) return reading.error.message.length > 10;
        const { corners } = reading.value.mesh;
        return corners.length <= 9 * limits.triangles && corners.every(Number.isFinite);
      }),
      { numRuns: 500 },
    );
  });
});
