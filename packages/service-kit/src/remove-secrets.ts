/** Text in place of a secret. */
export const removedText = '[removed]';

const secretField =
  /pass(?:word|phrase|wd)|secret|token|authorization|cookie|credential|assertion|^pin$|(?:api|private|audit|admin|person|signing|owner)[-_]?key/i;
const secretVariable = /SECRET|PASSWORD|TOKEN|PERSON_KEY$|AUDIT_KEY$|_KEY$/;
/** Shorter values of variables are words that also occur elsewhere. */
const minSecretLength = 8;

const patterns: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, removedText],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, removedText],
  [/\bcw[a-z]{0,2}_[\w-]{16,}/g, removedText],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${removedText}`],
  [/(\w:\/\/[^\s/:@"']*):[^\s/@"']+@/g, `$1:${removedText}@`],
  [
    /((?:pass(?:word|phrase|wd)?|secret|token|authorization|cookie|api[-_]?key|private[-_]?key|\bpin)["']?\s*[=:]\s*)(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\s&,;"'}\]]+)/gi,
    `$1${removedText}`,
  ],
];

/** Removes secrets from texts and values. Texts that are JSON keep their form. */
export interface SecretRemover {
  fromText(text: string): string;
  fromValue(value: unknown): unknown;
}

/** Creates a remover that knows the secrets among the variables of the environment, besides those known by their form. */
export function createSecretRemover(env: NodeJS.ProcessEnv): SecretRemover {
  const known = Object.entries(env)
    .filter(([name, value = '']) => secretVariable.test(name) && !name.endsWith('_FILE') && isLong(value))
    .map(([, value = '']) => value)
    // A secret that contains another is removed first.
    .sort((a, b) => b.length - a.length);
  const fromPlain = (text: string): string => {
    const hidden = known.reduce((rest, secret) => rest.replaceAll(secret, removedText), text);
    return patterns.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), hidden);
  };
  const fromValue = (value: unknown): unknown => {
    if (typeof value === 'string') return fromPlain(value);
    if (Array.isArray(value)) return value.map(fromValue);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        fromPlain(name),
        isSecret(name, each) ? removedText : fromValue(each),
      ]),
    );
  };
  return {
    fromValue,
    fromText(text) {
      const document = readDocument(text);
      return document === undefined ? fromPlain(text) : JSON.stringify(fromValue(document));
    },
  };
}

function isLong(value: string): boolean {
  return value.length >= minSecretLength;
}

/** Switches and counts are no secrets: `hasPassword: true`. */
function isSecret(name: string, value: unknown): boolean {
  return secretField.test(name) && value !== null && value !== '' && typeof value !== 'boolean';
}

function readDocument(text: string): object | undefined {
  if (!text.startsWith('{') && !text.startsWith('[')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
