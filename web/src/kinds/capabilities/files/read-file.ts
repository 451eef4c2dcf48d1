/** Returns the bytes of a local file, encoded for an upload. */
export async function readForUpload(file: File): Promise<{ content: string; encoding: 'base64' }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { content: btoa(text), encoding: 'base64' };
}
