import type { RichText } from '#kit/values/text/rich-text.ts';
import type { LegalKey, LegalTable } from './legal-text.ts';

export type LegalPart = { kind: 'text'; blocks: RichText } | { kind: 'table'; table: LegalTable };

/** A heading of a legal text with its content; links point to its id. */
export type LegalArticle = { id: string; name: string; parts: LegalPart[] };

/** A version and its first effective day, YYYY-MM-DD. */
export type LegalVersion = { number: number; since: string };

/** A legal text for display, variables replaced. */
export type LegalPage = LegalVersion & {
  key: LegalKey;
  title: string;
  /** Content above the first article. */
  lead: RichText;
  articles: LegalArticle[];
  /** Whether articles are numbered: 第1条. */
  isNumbered: boolean;
  /** First effective day of the first version. */
  firstDay: string;
  /** Newest first. */
  earlier: LegalVersion[];
  /** Soonest first. */
  coming: LegalVersion[];
};
