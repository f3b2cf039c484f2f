import { addressOf } from '#kit/files/safe-address.server.ts';

/** Target of error reports (Sentry protocol). Its key is public by design. */
export type ErrorReporting = { url: string };

export const dsnForm = 'https://KEY@HOST/PROJECT, as Sentry shows it';

/** Parses SENTRY_DSN: undefined for an empty text, throws for an invalid DSN. */
export function parseDsn(text: string): ErrorReporting | undefined {
  if (text === '') return undefined;
  const address = addressOf(text);
  const [, folder = '', project] = /^(.*)\/(\d+)\/?$/.exec(address.pathname) ?? [];
  const key = address.username;
  if (project === undefined || !/^\w{1,64}$/.test(key)) throw new Error(dsnForm);
  const query = new URLSearchParams({ sentry_key: key, sentry_version: '7' });
  return { url: `${address.origin}${folder}/api/${project}/envelope/?${query}` };
}
