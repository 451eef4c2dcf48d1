/** Catalogues of messages for people, and the message that a text was made from. */
import type { MessageSource } from './message-source-schema.ts';

/** A text of a catalogue, or a function of the parts that vary. */
type Message = string | ((...parameters: never[]) => string);
export type MessageCatalogue = Readonly<Record<string, Message>>;

/** A part of a message that is itself a message. */
export interface MessagePart extends MessageSource {
  readonly message: string;
}

/** Texts without parts that vary: always known. */
const fixedTexts = new Map<string, MessageSource>();
/** Texts that were made last of each message. They are sent soon after they were made, or were made when a schema was. */
const madeTexts = new Map<string, MessageSource>();
const maxTextsOfMessage = 20;
/** Ids of all messages whose catalogues are loaded. */
export const messageIDs: string[] = [];

/**
 * Names the messages of a catalogue, so that a text is sent with the id of its message. Returns the catalogue.
 * @param name name of the catalogue; unique in the product
 */
export function defineMessages<const Catalogue extends MessageCatalogue>(
  name: string,
  catalogue: Catalogue,
): Catalogue {
  const named: Record<string, Message> = {};
  for (const [key, message] of Object.entries<Message>(catalogue)) {
    const messageId = `${name}.${key}`;
    messageIDs.push(messageId);
    if (typeof message === 'string') fixedTexts.set(message, { messageId });
    named[key] = typeof message === 'string' ? message : rememberTexts(messageId, message);
  }
  return Object.assign({}, catalogue, named);
}

function rememberTexts(messageId: string, make: (...parameters: never[]) => string) {
  const texts = new Set<string>();
  return (...given: never[]): string => {
    const text = make(...given);
    madeTexts.set(text, { messageId, parameters: given.map(withSourceOfPart) });
    texts.delete(text);
    texts.add(text);
    const [oldest = ''] = texts;
    if (texts.size > maxTextsOfMessage && texts.delete(oldest)) madeTexts.delete(oldest);
    return text;
  };
}

function withSourceOfPart(part: unknown): unknown {
  const source = typeof part === 'string' ? findSource(part) : undefined;
  return source ? { message: part, ...source } : part;
}

/** Returns the message that a text was made from; undefined for another text, or one made long ago. */
export function findSource(text: string): MessageSource | undefined {
  return madeTexts.get(text) ?? fixedTexts.get(text);
}

/** Adds the source of its message to a document, unless it has one or the message is in no catalogue. */
export function withSource<Document extends { readonly message: string } & MessageSource>(
  document: Document,
): Document {
  return document.messageId === undefined ? { ...document, ...findSource(document.message) } : document;
}

/** Adds the source of an error's message to its details; details that are no object stay. */
export function detailsWithSource(message: string, details: unknown): unknown {
  const source = findSource(message);
  if (!source || (details !== undefined && (typeof details !== 'object' || details === null))) return details;
  return { ...source, ...details };
}
