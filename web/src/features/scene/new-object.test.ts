import { describe, expect, it } from 'vitest';
import { newMesh } from './new-object.ts';

describe('newMesh', () => {
  const upload = (name: string) => newMesh({ name, fileURL: 'space-files/1' }, [{ name: 'table' }]);

  it.each([
    ['fixture.stl', 0.001],
    ['fixture.OBJ', 0.001],
    ['fixture.glb', 1],
    ['fixture.gltf', 1],
  ])('uses the usual unit of its file type: %s in units of %d m', (name, scale) => {
    expect(upload(name)).toMatchObject({ kind: 'environmentObject', scale });
  });

  it('uses the name of the file, with a number if that is taken', () => {
    expect(upload('fixture.stl').name).toBe('fixture');
    expect(upload('table.stl').name).toBe('table 1');
  });
});
