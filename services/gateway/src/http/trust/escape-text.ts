const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Makes text safe between the tags, and in the quoted attributes, of HTML and XML. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (each) => entities[each] ?? each);
}
