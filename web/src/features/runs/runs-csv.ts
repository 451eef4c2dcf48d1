/** A value of a table: numbers are written as the language writes them. */
export type CsvValue = string | number | null;

interface CsvFormat {
  /** Decimal separator. A comma makes the semicolon separate values, as spreadsheets of that language expect. */
  readonly decimalSeparator: '.' | ',';
}

/** Text that spreadsheets would run as a formula. */
const formulaStart = /^[=+\-@\t\r]/;

/** Returns a table as CSV (RFC 4180), with a mark that makes spreadsheets read it as UTF-8. */
export function writeCsv(rows: readonly (readonly CsvValue[])[], { decimalSeparator }: CsvFormat): string {
  const separator = decimalSeparator === ',' ? ';' : ',';
  const write = (value: CsvValue): string => {
    if (value === null) return '';
    if (typeof value === 'number') return String(value).replace('.', decimalSeparator);
    const text = formulaStart.test(value) ? `'${value}` : value;
    return /["\r\n;,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return `\ufeff${rows.map((row) => `${row.map(write).join(separator)}\r\n`).join('')}`;
}
