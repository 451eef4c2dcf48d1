/** Names that would pollute a prototype. */
const unsafeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Field of a form, split into its headers and its text. */
const partPattern = /^(?<headers>(?:[^\r\n]+\r?\n)+)\r?\n(?<text>[\s\S]*?)\r?\n?$/;

/**
 * Returns the fields of a multipart form. Some client programs send one and call it JSON.
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
 * Returns the fields of a form as a browser or `curl` sends it. `curl` also calls JSON such a form.
 * @param type the header content-type
 * @returns undefined for a body that is no form
 */
export function readEncodedForm(type: string | undefined, body: string): Readonly<Record<string, string>> | undefined {
  if (!type?.toLowerCase().includes('application/x-www-form-urlencoded') || /^\s*[[{"]/.test(body)) return undefined;
  const fields = [...new URLSearchParams(body)];
  return fields.some(([name]) => unsafeNames.has(name)) ? undefined : Object.fromEntries(fields);
}
