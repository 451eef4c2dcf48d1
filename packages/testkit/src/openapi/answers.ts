import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApi, Operation } from './document.ts';

export interface GivenAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Returns the problem of an answer; undefined when it matches the document. */
export type AnswerCheck = (operation: Operation, answer: GivenAnswer) => string | undefined;

/** Compares answers with their description in a document. A 5xx is valid only where the operation lists that status. */
export function createAnswerCheck(document: OpenApi): AnswerCheck {
  // Each schema checks few answers: compiling counts more than running.
  const code = { optimize: false };
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false, inlineRefs: false, code });
  ajv.addSchema({ $id: 'api', components: document.raw.components });
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (key: string, schema: unknown) => {
    const known = compiled.get(key);
    if (known) return known;
    // References in the document are relative to its root.
    const made = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"api#')));
    compiled.set(key, made);
    return made;
  };
  return (operation, { status, type, text }) => {
    const described = String(status) in operation.responses;
    if (status >= 500 && !described) return `${status}, which is not described: ${text.slice(0, 500)}`;
    // An undocumented status is a problem, except errors described by `default`.
    if (!described && status < 400) return `${status} is not described`;
    const which = described ? String(status) : 'default';
    const contents = operation.responses[which];
    if (!contents) return `${status} is not described`;
    const media = type.split(';')[0]?.trim() ?? '';
    const content = contents.find((each) => each.type === media);
    if (!content)
      return `${status} has the type '${media}', not ${contents.map((each) => each.type).join(' or ') || 'any'}`;
    if (media !== 'application/json') return undefined;
    const validate = validatorOf(`${operation.name} ${which}`, content.schema);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return `${status} is not JSON: ${text.slice(0, 200)}`;
    }
    if (validate(value)) return undefined;
    return `${status} is not as described: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 500)}`;
  };
}
