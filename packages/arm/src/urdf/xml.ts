import type { Result } from '@cellwright/geometry';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** An element with its attributes and child elements; text between them is dropped. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
}

const deepestNesting = 64;

/** Parses a document to its root element; document types, and with them custom entities, are refused. */
export function parseXml(text: string): Result<XmlElement, string> {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return { ok: false, error: 'Document types are not allowed' };
  const validity = XMLValidator.validate(text);
  if (validity !== true) return { ok: false, error: `${validity.err.msg} (line ${validity.err.line})` };
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseAttributeValue: false,
    parseTagValue: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    processEntities: true,
  });
  let parsed: unknown;
  try {
    parsed = parser.parse(text);
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : 'It cannot be parsed' };
  }
  const elements = readElements(parsed, 0);
  if (elements === undefined) return { ok: false, error: `Elements are nested more than ${deepestNesting} deep` };
  const root = elements[0];
  return root === undefined ? { ok: false, error: 'The document is empty' } : { ok: true, value: root };
}

/** Reads the parser's ordered form: a list of objects with one key per element and its attributes under ':@'. */
function readElements(nodes: unknown, depth: number): XmlElement[] | undefined {
  if (depth > deepestNesting) return undefined;
  const elements: XmlElement[] = [];
  for (const node of Array.isArray(nodes) ? nodes : []) {
    if (!isRecord(node)) continue;
    const name = Object.keys(node).find((key) => key !== ':@');
    if (name === undefined || name === '#text' || name === '#comment') continue;
    const children = readElements(node[name], depth + 1);
    if (children === undefined) return undefined;
    elements.push({ name, attributes: readAttributes(node[':@']), children });
  }
  return elements;
}

function readAttributes(attributes: unknown): Map<string, string> {
  const read = new Map<string, string>();
  if (!isRecord(attributes)) return read;
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'string') read.set(name, value);
  }
  return read;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function findChild(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

export function findChildren(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}
