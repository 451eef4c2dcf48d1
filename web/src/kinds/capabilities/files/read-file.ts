/** A file of this computer as it is sent to a device: its bytes, whatever they are. */
export async function readForUpload(file: File): Promise<{ content: string; encoding: 'base64' }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { content: btoa(text), encoding: 'base64' };
}
