import type { AssociateDetail } from './associate.ts';

/** The organisation's name from the matched routes' data, for a child page's title. */
export function associateName(matches: readonly ({ loaderData?: unknown } | undefined)[]): string {
  for (const match of matches) {
    const found = match?.loaderData as { associate?: AssociateDetail } | undefined;
    if (found?.associate) return found.associate.name;
  }
  return '';
}
