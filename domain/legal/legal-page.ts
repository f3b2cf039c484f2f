import type { RichText } from '#domain/values/text/rich-text.ts';
import type { LegalKey, LegalTable } from './legal-text.ts';

export type LegalPart = { kind: 'text'; blocks: RichText } | { kind: 'table'; table: LegalTable };

/** A heading of a text of law, with what stands below it; links lead to its id. */
export type LegalArticle = { id: string; name: string; parts: LegalPart[] };

/** A version and the day YYYY-MM-DD on which it began, or will begin, to hold. */
export type LegalVersion = { number: number; since: string };

/** A text of law as it is read, variables replaced. */
export type LegalPage = LegalVersion & {
  key: LegalKey;
  title: string;
  /** What stands above the first article. */
  lead: RichText;
  articles: LegalArticle[];
  /** Whether articles are counted: 第1条. */
  isNumbered: boolean;
  /** Since when there has been such a text. */
  firstDay: string;
  /** The newest first. */
  earlier: LegalVersion[];
  /** The next first. */
  coming: LegalVersion[];
};
