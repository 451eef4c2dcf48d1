import type { ListedBugReport } from '@cellwright/domain/cell';
import * as z from 'zod';

/** Fields of a report that this screen writes. Programs may send others. */
export const reportFields = ['description', 'expected', 'steps'] as const;
export const frequencies = ['once', 'sometimes', 'always'] as const;
export type Frequency = (typeof frequencies)[number];

export type ReportTexts = Readonly<Record<(typeof reportFields)[number], string>>;

/** Maximum length of a field, characters. */
export const maxFieldLength = 10_000;

/** Returns the report to send; fields without a text are omitted. */
export function createReport(texts: ReportTexts, frequency: Frequency): Record<string, string> {
  const written = reportFields.map((field) => [field, texts[field].trim()] as const);
  return { ...Object.fromEntries(written.filter(([, text]) => text !== '')), frequency };
}

const describedSchema = z.looseObject({ description: z.string() });

/** Returns the text of a stored report, and its other fields; a program's report may have no text. */
export function readReport({ report }: Pick<ListedBugReport, 'report'>): {
  readonly description: string | undefined;
  readonly others: readonly (readonly [name: string, text: string])[];
} {
  const { data } = describedSchema.safeParse(report);
  const others = Object.entries(report).filter(([name]) => name !== 'description' || data === undefined);
  return {
    description: data?.description,
    others: others.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  };
}
