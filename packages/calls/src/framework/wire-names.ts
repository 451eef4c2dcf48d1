import type { CallDefinition, ServiceOwner } from './definition.ts';

type Pascal<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Capitalize<Head>}${Pascal<Tail>}`
  : Capitalize<Name>;

/** Name of the gRPC service with the calls of an owner. */
export type CallServiceName<Owner extends ServiceOwner> = `${Pascal<Owner>}CallsService`;

export function serviceNameOf<Owner extends ServiceOwner>(owner: Owner): CallServiceName<Owner> {
  const pascal = owner.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  // Sound: the type spells the same rule.
  return `${pascal}CallsService` as CallServiceName<Owner>;
}

export function methodNameOf({ name }: Pick<CallDefinition, 'name'>): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
