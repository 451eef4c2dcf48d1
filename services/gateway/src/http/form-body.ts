/** Names that would change what an object is. */
const unsafeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** A field of a form, its headers and its text apart. */
const partPattern = /^(?<headers>(?:[^\r\n]+\r?\n)+)\r?\n(?<text>[\s\S]*?)\r?\n?$/;

/**
 * The fields of a multipart form. Some client programs send one and call it JSON.
 * @returns undefined for a body that is no form
 */
export function readForm(body: string): Readonly<Record<string, string>> | undefined {
  const [, boundary] = /^(--[^\r\n]{1,200})\r?\n/.exec(body) ?? [];
  if (boundary === undefined || !body.trimEnd().endsWith(`${boundary}--`)) return undefined;
  const fields: [string, string][] = [];
  for (const part of body.split(boundary).slice(1, -1)) {
    const { headers = '', text = '' } = partPattern.exec(part.replace(/^\r?\n/, ''))?.groups ?? {};
    const [, name] = /^content-disposition:\s*form-data;[^\r\n]*?\bname="([^"\r\n]*)"/im.exec(headers) ?? [];
    if (name === undefined || unsafeNames.has(name)) return undefined;
    fields.push([name, text]);
  }
  return Object.fromEntries(fields);
}

/**
 * The fields of a form as a browser or `curl` sends it. `curl` also calls JSON such a form.
 * @param type the header content-type
 * @returns undefined for a body that is no form
 */
export function readEncodedForm(type: string | undefined, body: string): Readonly<Record<string, string>> | undefined {
  if (!type?.toLowerCase().includes('application/x-www-form-urlencoded') || /^\s*[[{"]/.test(body)) return undefined;
  const fields = [...new URLSearchParams(body)];
  return fields.some(([name]) => unsafeNames.has(name)) ? undefined : Object.fromEntries(fields);
}
