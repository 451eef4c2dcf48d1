import { readJSONText } from './texts-in.ts';

type Put = (copy: unknown) => void;

/** Ids as the product makes them: no other text looks like one, so that they are replaced wherever they occur. */
const madeID = /^(?:routine|step|space|variable)_./;
/** Fields that contain an id, or a list of ids, of a routine; parts of a device have ids of their own. */
const idField = /^(?:id|frame|camera|equipment|(?:notR|r)eached|order)$|^(?!action|sensor|workholding).*I[dD]s?$/;
/** Objects whose keys are ids. */
const keyedByID = /^(?:stepConfigurations|variables)$/;

interface Place {
  readonly source: unknown;
  /** Field that contains it, also as an item of its list; undefined for the document itself. */
  readonly field: string | undefined;
  readonly put: Put;
}

/**
 * Replaces ids throughout a JSON document, also in texts that are JSON themselves, such as stop-early conditions. In
 * files by hand an id may be a word such as `x`, `line` or `Wait`: it is replaced where an id belongs, and names of
 * fields, choices and texts that are spelled like it stay. Iterative, so that depth cannot exhaust the stack; the input
 * is not changed.
 * @param field field that contains the document, if it is a part of one
 */
export function remapIds(document: unknown, ids: ReadonlyMap<string, string>, field?: string): unknown {
  let result: unknown;
  const pending: Place[] = [
    {
      source: document,
      field,
      put: (copy) => {
        result = copy;
      },
    },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { source, put } = next;
    if (typeof source === 'string')
      put(isID(source, next.field) ? (ids.get(source) ?? source) : remapText(source, ids));
    else if (typeof source !== 'object' || source === null) put(source);
    else {
      const isList = Array.isArray(source);
      const copy = isList ? [] : {};
      put(copy);
      for (const [key, value] of Object.entries(source)) {
        const name = madeID.test(key) || keyedByID.test(next.field ?? '') ? (ids.get(key) ?? key) : key;
        // Inserted now, so that keys keep their order although values are filled in later.
        setOwn(copy, name, null);
        pending.push({ source: value, field: isList ? next.field : key, put: (mapped) => setOwn(copy, name, mapped) });
      }
    }
  }
  return result;
}

function isID(text: string, field: string | undefined): boolean {
  return field === undefined || madeID.test(text) || idField.test(field);
}

/** Some arguments are JSON as text; other text stays unchanged. */
function remapText(text: string, ids: ReadonlyMap<string, string>): string {
  const value = readJSONText(text);
  if (value === undefined) return text;
  try {
    const mapped = JSON.stringify(remapIds(value, ids));
    return mapped === JSON.stringify(value) ? text : mapped;
  } catch {
    // It is too deep to be serialised again.
    return text;
  }
}

/** Plain assignment would set the prototype for the key `__proto__`. */
function setOwn(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}
