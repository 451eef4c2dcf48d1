import { describe, expect, it } from 'vitest';
import { assemblySizes, inputParts, writePart } from './external-assemblies.ts';
import { commandNodes, inputNodes, readNode } from './external-nodes.ts';

describe('variables of the OPC UA server', () => {
  it('have the names of the parts and their bits, each once', () => {
    const names = [...inputNodes, ...commandNodes].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of ['Status', 'Status.EmergencyStopped', 'StopCount', 'Command.Play', 'LineHeartbeat', 'Owner'])
      expect(names).toContain(name);
  });

  it('have the values of the assembly', () => {
    const assembly = new Uint8Array(assemblySizes.input);
    for (const part of inputParts) writePart(assembly, part, 0b101);
    for (const node of inputNodes)
      expect([node.name, readNode(node, assembly)]).toEqual([
        node.name,
        node.bit === undefined ? 5 : node.bit % 2 === 0 && node.bit < 4,
      ]);
  });
});
