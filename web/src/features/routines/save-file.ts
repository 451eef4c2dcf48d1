/** Offers a document as a download. */
export function saveFile(name: string, document: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }));
  const link = window.document.createElement('a');
  link.href = url;
  link.download = `${name.replace(/[^\p{L}\p{N} _-]/gu, '_')}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
