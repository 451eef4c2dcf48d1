/**
 * Returns the name of a field that one object of a JSON text has more than once: parsers keep the last one only.
 * Undefined if there is none. `value` is the parsed text.
 */
export function findRepeatedField(text: string, value: unknown): string | undefined {
  // Each field has one colon outside strings. Only a text with more of them is read again.
  return countColons(text) === countFields(value) ? undefined : readRepeatedField(text);
}

function countColons(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (code === colon) count++;
  }
  return count;
}

/** Iterative, so that no nesting exhausts the stack. */
function countFields(value: unknown): number {
  let count = 0;
  const pending = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const inner: readonly unknown[] = Object.values(next);
    if (!Array.isArray(next)) count += inner.length;
    for (const each of inner) if (typeof each === 'object' && each !== null) pending.push(each);
  }
  return count;
}

/** Reads valid JSON text. A string before a colon is a field name. */
function readRepeatedField(text: string): string | undefined {
  const objects: Set<string>[] = [];
  let last = '';
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === openBrace) objects.push(new Set());
    else if (code === closeBrace) objects.pop();
    else if (code === quote) {
      const end = endOfString(text, index);
      last = text.slice(index, end + 1);
      index = end;
    } else if (code === colon) {
      // Escapes may write one name in several ways.
      const name = String(JSON.parse(last));
      const names = objects.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}

/** Returns the index of the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== quote) {
    index += text.charCodeAt(index) === backslash ? 2 : 1;
  }
  return index;
}

const quote = 34;
const colon = 58;
const backslash = 92;
const openBrace = 123;
const closeBrace = 125;
