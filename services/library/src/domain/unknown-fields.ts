import type { Problem } from '@cellwright/domain';
import { isObject } from '@cellwright/entities';

/** Problems of the fields that were sent and that reading dropped, by their paths. */
export function findUnknownFields(sent: unknown, read: unknown, path = ''): Problem[] {
  if (Array.isArray(sent) && Array.isArray(read))
    return sent.flatMap((item, index) => findUnknownFields(item, read[index], join(path, index)));
  if (!isObject(sent) || !isObject(read)) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    if (Object.hasOwn(read, name)) return findUnknownFields(value, read[name], join(path, name));
    return value === undefined || value === null ? [] : [unknownField(join(path, name))];
  });
}

function unknownField(fieldId: string): Problem {
  return { kind: 'invalidConfiguration', message: `There is no field '${fieldId}' here`, fieldId };
}

function join(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`;
}
