import { ProductError } from '@cellwright/domain/basics';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

/** Limits of a request: far above the needs of these operations, far below the cost of an expensive request. */
const limits = { characters: 20_000, tokens: 2000, depth: 5, fields: 100 } as const;

/** Requested field, with fragments already inserted. */
export interface AskedField {
  readonly name: string;
  /** Name of its value in the response. */
  readonly key: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Undefined without a selection. */
  readonly fields: readonly AskedField[] | undefined;
}

export interface Query {
  readonly kind: 'query' | 'mutation';
  readonly fields: readonly AskedField[];
}

interface Reading {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
  count: number;
}

/**
 * Reads one operation within limits: a document that is long, deep or broad, or that queries the schema, is rejected
 * before execution. Types of variables are not checked: values are checked where they are used.
 * @throws ProductError request_failed_validation
 */
export function readQuery(
  text: string,
  variables: Readonly<Record<string, unknown>>,
  operationName: string | undefined,
): Query {
  if (text.length > limits.characters) throw refuse(`A query can have at most ${limits.characters} characters`);
  const document = parseDocument(text);
  const operation = findOperation(document, operationName);
  if (operation.operation === 'subscription') throw refuse('Subscriptions are not supported');
  const fragments = document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [each] : []));
  const reading: Reading = {
    fragments: new Map(fragments.map((fragment) => [fragment.name.value, fragment])),
    variables: { ...defaultsOf(operation), ...variables },
    count: 0,
  };
  return { kind: operation.operation, fields: readFields(operation.selectionSet, reading, 1) };
}

function parseDocument(text: string): DocumentNode {
  try {
    return parse(text, { noLocation: true, maxTokens: limits.tokens });
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : 'This is not valid GraphQL');
  }
}

function findOperation({ definitions }: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const all = definitions.flatMap((each) => (each.kind === Kind.OPERATION_DEFINITION ? [each] : []));
  const found = name === undefined ? all : all.filter((operation) => operation.name?.value === name);
  const [operation] = found;
  if (operation && found.length === 1) return operation;
  throw refuse(name === undefined ? 'Send one operation, or set operationName' : `There is no operation ${name}`);
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> {
  const given = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, readValue(defaultValue, {})]] : [],
  );
  return Object.fromEntries(given);
}

function readFields({ selections }: SelectionSetNode, reading: Reading, depth: number): AskedField[] {
  if (depth > limits.depth) throw refuse(`A query can be nested at most ${limits.depth} levels deep`);
  return selections.flatMap((selection): AskedField[] => {
    // Nodes without a field count, too: recursive fragments end here.
    reading.count += 1;
    if (reading.count > limits.fields) throw refuse(`A query can request at most ${limits.fields} fields`);
    if (selection.kind === Kind.INLINE_FRAGMENT) return readFields(selection.selectionSet, reading, depth);
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = reading.fragments.get(selection.name.value);
      if (!fragment) throw refuse(`There is no fragment ${selection.name.value}`);
      return readFields(fragment.selectionSet, reading, depth);
    }
    const name = selection.name.value;
    if (name.startsWith('__') && name !== '__typename') throw refuse('Introspection is disabled');
    const args = (selection.arguments ?? []).map((each) => [each.name.value, readValue(each.value, reading.variables)]);
    return [
      {
        name,
        key: selection.alias?.value ?? name,
        args: Object.fromEntries(args.filter(([, value]) => value !== undefined && value !== null)),
        fields: selection.selectionSet && readFields(selection.selectionSet, reading, depth + 1),
      },
    ];
  });
}

/** Depth and length are bounded by the tokens of the document. */
function readValue(node: ValueNode, variables: Readonly<Record<string, unknown>>): unknown {
  switch (node.kind) {
    case Kind.VARIABLE:
      return Object.hasOwn(variables, node.name.value) ? variables[node.name.value] : undefined;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.STRING:
    case Kind.ENUM:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.NULL:
      return null;
    case Kind.LIST:
      return node.values.map((value) => readValue(value, variables));
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, readValue(value, variables)]));
  }
}

function refuse(message: string): ProductError {
  return new ProductError('request_failed_validation', message);
}
