import { saveText } from '../../ui/save-text.ts';

/** Offers a document as a download. */
export function saveFile(name: string, document: unknown): void {
  const fileName = `${name.replace(/[^\p{L}\p{N} _-]/gu, '_')}.json`;
  saveText(fileName, JSON.stringify(document, null, 2), 'application/json');
}
