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
    if (name === undefined) return undefined;
    fields.push([name, text]);
  }
  return Object.fromEntries(fields);
}
