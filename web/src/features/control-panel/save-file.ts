export function readBase64(content: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
}

/** Saves bytes as a file of the browser's downloads. */
export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves a ZIP archive that the cell sent as base64. */
export function saveArchive({ fileName, content }: { readonly fileName: string; readonly content: string }): void {
  saveFile(new Blob([readBase64(content)], { type: 'application/zip' }), fileName);
}
