import * as z from 'zod';
import { MeshProblem } from './triangle-mesh.ts';

/** Maximum depth of JSON; a scene is never deeper. */
const deepestJson = 64;
const index = z.number().int().min(0);
const count = z.number().int().min(0);
const numbers = (length: number) => z.array(z.number()).length(length);

const accessorSchema = z.object({
  bufferView: index.optional(),
  byteOffset: count.default(0),
  componentType: z.number().int(),
  count,
  type: z.string(),
  sparse: z.unknown().optional(),
});
export type Accessor = z.infer<typeof accessorSchema>;

const nodeSchema = z.object({
  children: z.array(index).default([]),
  mesh: index.optional(),
  matrix: numbers(16).optional(),
  translation: numbers(3).optional(),
  rotation: numbers(4).optional(),
  scale: numbers(3).optional(),
});
export type GltfNode = z.infer<typeof nodeSchema>;

const primitiveSchema = z.object({
  attributes: z.object({ POSITION: index.optional() }),
  indices: index.optional(),
  mode: z.number().int().default(4),
});
export type Primitive = z.infer<typeof primitiveSchema>;

/** Parts of a glTF 2.0 document that place its triangles. Materials, animations and cameras are left out. */
const documentSchema = z.object({
  asset: z.object({ version: z.string() }),
  extensionsRequired: z.array(z.string()).default([]),
  scene: index.optional(),
  scenes: z.array(z.object({ nodes: z.array(index).default([]) })).default([]),
  nodes: z.array(nodeSchema).default([]),
  meshes: z.array(z.object({ primitives: z.array(primitiveSchema) })).default([]),
  accessors: z.array(accessorSchema).default([]),
  bufferViews: z
    .array(
      z.object({
        buffer: index,
        byteOffset: count.default(0),
        byteLength: count,
        byteStride: z.number().int().min(4).max(252).optional(),
      }),
    )
    .default([]),
  buffers: z.array(z.object({ byteLength: count, uri: z.string().optional() })).default([]),
  images: z.array(z.object({ uri: z.string().optional() })).default([]),
});
export type GltfDocument = z.infer<typeof documentSchema>;

/** Extensions that change the look of a surface, not its position. */
const harmlessExtensions = /^(KHR_materials_|KHR_texture_|KHR_lights_|EXT_texture_)/;

/**
 * Parses a document.
 * @throws MeshProblem when it is not glTF 2.0, requires unsupported extensions, or refers to other files.
 */
export function readGltfDocument(text: string): GltfDocument {
  if (nestsDeeper(text))
    throw new MeshProblem(`The glTF file is nested more than ${deepestJson} levels deep. Flatten it`);
  const document = documentSchema.safeParse(parse(text));
  if (!document.success) {
    const [issue] = document.error.issues;
    throw new MeshProblem(`This is not a glTF file: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
  }
  const { asset, extensionsRequired, buffers, images } = document.data;
  if (!asset.version.startsWith('2.')) throw new MeshProblem('Only glTF 2.0 is supported. Export it in this version');
  const needed = extensionsRequired.find((name) => !harmlessExtensions.test(name));
  if (needed !== undefined) {
    throw new MeshProblem(
      `The file needs '${needed.slice(0, 60)}', which is not supported. Export it without compression`,
    );
  }
  const foreign = [...buffers, ...images].find(({ uri }) => uri !== undefined && !uri.startsWith('data:'));
  if (foreign) {
    const name = foreign.uri?.slice(0, 60);
    throw new MeshProblem(`The file refers to another file, '${name}'. Save everything in one file, for example GLB`);
  }
  return document.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MeshProblem('The glTF file is damaged or cut off. Send it again');
  }
}

function nestsDeeper(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') {
      depth++;
      if (depth > deepestJson) return true;
    } else if (character === '}' || character === ']') depth--;
  }
  return false;
}
