const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for use between tags, and in quoted attributes, of HTML and XML. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (each) => entities[each] ?? each);
}
