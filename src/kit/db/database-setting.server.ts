export const databaseForm =
  'postgresql://USER:PASSWORD@HOST/NAME?sslmode=verify-full; without TLS, or with a certificate that is not checked, only on this machine (localhost, 127.0.0.1, [::1], a socket)';

const isLocalHost = (host: string) => /^(|localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|\/.*)$/.test(host);

/** Hosts named by a PostgreSQL URL, in its authority or its query. */
function hostsOf(text: string, query: URLSearchParams): string[] {
  const [, named = ''] = /^postgres(?:ql)?:\/\/(?:[^@/?]*@)?(\[[^\]]*\]|[^:/?]*)/.exec(text) ?? [];
  return [decodeURIComponent(named), ...query.getAll('host').flatMap((host) => host.split(','))];
}

/** Reads DATABASE_URL. Empty stays empty; throws on a text that is not of `databaseForm`. */
export function parseDatabaseUrl(text: string): string {
  if (text === '') return '';
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error(databaseForm);
  const query = new URLSearchParams(text.split('?').slice(1).join('?'));
  const isChecked = query.get('sslmode') === 'verify-full' && !query.has('ssl');
  if (!isChecked && !hostsOf(text, query).every(isLocalHost)) throw new Error(databaseForm);
  return text;
}
