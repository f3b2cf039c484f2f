import type { AssociateDetail } from '#domain/associates/associate.ts';

/** The organisation's name among the matched routes' data, for the title of a child page. */
export function associateName(matches: readonly ({ loaderData?: unknown } | undefined)[]): string {
  for (const match of matches) {
    const found = match?.loaderData as { associate?: AssociateDetail } | undefined;
    if (found?.associate) return found.associate.name;
  }
  return '';
}
