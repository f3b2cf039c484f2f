import pg from 'pg';

export type AskedQuery = { text: string; values: unknown[] };

/** Reads of the database during `work`. */
export const askedBy = async (work: () => Promise<unknown>): Promise<AskedQuery[]> =>
  (await statementsDuring(work)).filter(({ text }) => /^\s*(?:select|with)\b/i.test(text));

/** All statements sent to the database during `work`. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<AskedQuery[]> {
  const asked: AskedQuery[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function record(this: pg.Client, ...parts: unknown[]) {
    const [first, values] = parts as [string | { text: string }, unknown];
    const text = typeof first === 'string' ? first : first.text;
    asked.push({ text, values: Array.isArray(values) ? values : [] });
    return (query as (...all: unknown[]) => unknown).apply(this, parts);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return asked;
}
